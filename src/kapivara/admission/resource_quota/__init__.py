"""Limits the total usage of a namespace by its ResourceQuotas.

Deletions return no quota: a controller recalculates usage.

Steps:

- `plugin.py`: rejects writes over a quota and records the new usage
- `charge.py`: compares the usage of a write with the quotas that match
- `measures.py`: selects the measure of a resource
- `measure.py`: counts objects, and the interface of measures
- `pods.py`: the CPU, memory and scopes of pods
- `claims.py`: the storage and devices of claims
- `services.py`: the load balancers and node ports of services

Entry point: `plugin.PLUGIN`.
"""
