"""`kapivara cel`: compiles and evaluates CEL expressions, and prints their type and cost.

Steps:

- `command.py`: declares the options, chooses the variables, evaluates each expression
- `variables.py`: parses `name=value` variables
- `rule_context.py`: the types and data that the CEL rules of a CRD see at a field
- `evaluation.py`: compiles and evaluates one expression, and computes its cost
- `report.py`: renders an evaluation as text or JSON
- `repl.py`: reads expressions from a terminal or a pipe, one per line

Entry point: `command.cel`.
"""
