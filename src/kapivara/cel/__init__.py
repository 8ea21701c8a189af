"""The Common Expression Language: parsed, type-checked, costed, compiled to Python."""
