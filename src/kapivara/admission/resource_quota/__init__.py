"""Limits the total usage of a namespace by its ResourceQuotas.

Deletions return no quota: a controller recalculates usage.

Steps:

- `plugin.py`: rejects writes over a quota and records the new usage
- `charge.py`: compares the usage of a write with the quotas that match
- `measures.py`: selects the measure of a resource; the load balancers and node ports of services;
  the storage and devices of claims; the CPU, memory and scopes of pods
- `measure.py`: counts objects, and the interface of measures

Entry point: `plugin.PLUGIN`.
"""
