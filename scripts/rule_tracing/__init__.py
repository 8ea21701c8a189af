"""Finds the hand-written rules of a kind that concern a field, by abstract interpretation of their source.

It runs no rule. `scripts/regen` writes the results into the table that `kapivara explain` reads.

Steps:

- `sources.py`: the syntax trees of the functions that rules consist of
- `values.py`: the abstract values: fields, paths and constants
- `calls.py`: the effect of calls and attributes in rules
- `function_reader.py`: interprets one function, statement by statement, along all branches
- `tracer.py`: follows the rules of a kind through all functions that they call

- `counting.py`: counts the places that construct an error of a kind
- `table.py`: writes the table of all kinds

Entry point: `table.render_rules_table`.
"""
