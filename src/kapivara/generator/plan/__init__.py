"""The plan: what to generate, as data.

The room `compiler` has the plan of a schema; this folder has the plan of an API package.

Steps
- `rule_calls.py`: calls of rules that tags request
- `package_plan.py`: calls by field, type and package
- `nodes.py`: the graph of types with their tags

Entry point: `package_plan.py`.
"""
