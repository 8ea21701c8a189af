"""The functions and operators of the language itself.

Steps
- `logic.py`: logical operators
- `relations.py`: equality and order
- `arithmetic.py`: arithmetic with overflow checks
- `containers.py`: membership, index, size
- `patterns.py`: matches
- `text.py`: startsWith, endsWith, contains, matches
- `time_getters.py`: parts of timestamps and durations
- `type_conversions.py`: conversions and type()
- `language.py`: the standard library
- `dynamic.py`: calls of untyped arguments

Entry point: `language.py`.
"""
