"""Accepts ordinary pods without running the full rules.

Each module returns true only where the full rules find no error; property tests hold both against each other.

Steps
- `volumes.py`: ordinary volumes: ConfigMap, Secret, claim, emptyDir
- `containers.py`: ordinary containers
- `placement.py`: ordinary placement and names
"""
