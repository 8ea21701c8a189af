"""The built-in kinds."""
