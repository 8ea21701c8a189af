"""Tags in published schemas: keywords and CEL rules.

Steps
- `dialect.py`: what readers of a schema support
- `lifting.py`: rules on parts, as rules on the whole
- `new_items.py`: rules on added items
- `places.py`: keywords and rules by place
- `zero_values.py`: zero values of missing fields
- `type_schemas.py`: schemas of types, and rules that no schema can express

Entry point: `type_schemas.py`.
"""
