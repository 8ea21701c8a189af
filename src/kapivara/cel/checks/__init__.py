"""Checks after types are known: literals, constants, format strings.

Steps
- `format_words.py`: errors of `format`
- `format_literals.py`: literal format strings
- `folding.py`: constant folding, as upstream does
- `instantiation.py`: constants that fail when a program is made

Entry point: `instantiation.py`.
"""
