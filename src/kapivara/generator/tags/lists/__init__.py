"""Tags on lists and their items.

Steps
- `list_facts.py`: owners and keys of lists, for other tags
- `each.py`: eachVal and eachKey
- `items.py`: item
- `list_types.py`: listType, listMapKey, unique
"""
