"""Compiles the rules of a schema node.

Steps
- `messages.py`: error messages of failed rules
- `compilation_times.py`: counts compilation times, for metrics
- `compilation.py`: checks a rule and estimates its cost, or returns the error
- `forgiving_rules.py`: recognizes rules that ratchet by `oldSelf.hasValue()`
- `schema_facts.py`: facts of a schema for `cel.possible`
- `trusting_form.py`: the form of an expression for data that fits its schema
- `guarded_form.py`: the form of an expression for all other data
- `batches.py`: compiles the functions of a node, several at a time
- `programs.py`: a compiled rule
- `scoped.py`: expressions that return a value: defaults and conversions of KEP-2876

Entry point: `compilation.py`, `programs.py`.
"""
