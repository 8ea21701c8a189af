"""`kapivara crd`: the commands about CustomResourceDefinitions.

- `group.py`: declares the group and its commands
- `check/`: validates CRDs and estimates the cost of their CEL rules
- `lint/`: finds doubtful parts of CRDs
- `test/`: runs tables of cases against CRDs
- `upgrade/`: finds out which stored objects a changed CRD breaks

Entry point: `group.crd`.
"""
