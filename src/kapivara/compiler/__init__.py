"""Compiles the plan of a schema node into Python validators: a quick one for valid values, and one that words the
errors.

Steps:

- `plan.py`: the plan of one schema node, as data
- `pass_plan.py`: the plan of one pass over a value: types, known fields, defaults, conditions and CEL rules
- `conditions.py`: prints conditions; objects are bound as globals, scalars are written as literals
- `emit_ok.py`: prints `ok(v)`, which returns True or the place of a failure and builds no error
- `emit_branches.py`: prints the checks of `allOf`, `anyOf`, `oneOf` and `not`
- `emit_explain.py`: prints `explain(report, path, v)`, which reports errors in the server's order
- `emit_pass.py`: prints the function that prunes, defaults, validates and evaluates rules in one pass
- `plan_ok.py`: validates from the plan without generated code, for nodes that are used too rarely to compile
- `stop.py`: the place where a quick check failed
- `lazy.py`: the base of nodes that compile once it pays
- `allowance.py`: limits how many functions one schema compiles
- `validator.py`: the pair of `ok` and `explain` of a node

Entry point: `validator.Validator`.
"""
