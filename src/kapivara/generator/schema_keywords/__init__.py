"""Adds the rules of tags to schemas: places the keywords and CEL rules of single tags (`tags/schema_form.py`)."""
