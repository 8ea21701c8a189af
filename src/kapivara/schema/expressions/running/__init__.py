"""Evaluates the rules of a schema on an object.

Steps
- `rule_nodes.py`: the nodes of a schema with rules
- `observing.py`: reports each rule that runs to an observer
- `node_run.py`: runs the rules of one node on one value
- `evaluation.py`: walks an object and sums the cost
- `own_rules.py`: generates one function for the rules of a node
- `quick.py`: generates functions that run all rules of a schema
- `branch_rules.py`: rules under anyOf, oneOf and not
- `checking.py`: evaluates rules for objects and for defaults
- `default_rules.py`: defaults by CEL of KEP-2876
- `rule_reasons.py`: explains a failed rule by the values of its parts

Entry point: `checking.py`.
"""
