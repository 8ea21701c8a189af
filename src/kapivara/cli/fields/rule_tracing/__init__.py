"""Finds the hand-written rules of a kind that concern a field, by abstract interpretation of their source.

It runs no rule. It imports no other folder of the command line.

Steps:

- `sources.py`: the syntax trees of the functions that rules consist of
- `values.py`: the abstract values: fields, paths and constants
- `calls.py`: the effect of calls and attributes in rules
- `function_reader.py`: interprets one function, statement by statement, along all branches
- `tracer.py`: follows the rules of a kind through all functions that they call

Entry point: `tracer.RuleTracer`.
"""
