"""Tags in published schemas: keywords and CEL rules.

Steps
- `dialect.py`: what readers of a schema support
- `new_items.py`: rules on added items
- `places.py`: keywords and rules by place; rules on parts, as rules on the whole
- `type_schemas.py`: schemas of types, and rules that no schema can express; zero values of missing fields

Entry point: `type_schemas.py`.
"""
