"""What tags say in published schemas: forms of single rules (`tags/schema_form.py`) in the places where they belong."""
