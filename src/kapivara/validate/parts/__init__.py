"""The parts of a value as rules see them: items, keys, members, and equality of Go values.

Steps
- `values.py`: equality and printing of Go values
- `iteration.py`: runs a rule on each part, with its old value
- `identity.py`: hashable identities of list items
"""
