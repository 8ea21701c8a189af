"""The cost of expressions: one table for estimation and run time.

Steps
- `ranges.py`: saturating ranges of sizes and costs
- `costs.py`: kinds of cost; sizes of values
- `calls.py`: facts about a call
- `local_variables.py`: variables of comprehensions; paths of nodes
- `known_sizes.py`: sizes of nodes
- `table.py`: costs of the language
- `list_table.py`: costs of the lists library
- `library_table.py`: costs of extension libraries; sizes of replaced strings
- `estimator.py`: estimates cost before a run
- `parts.py`: costs of parts
- `explain.py`: causes of a high cost
- `runtime.py`: costs of a run

Entry point: `estimator.py`, `runtime.py`.
"""
