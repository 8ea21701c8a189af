"""Tracks which manager owns which field.

Steps
- `managed_fields.py`: entries of `metadata.managedFields`
- `given_managers.py`: entries that clients send
- `writes.py`: one write by a manager
- `own_writes.py`: writes of the server itself
- `tracking.py`: updates owners after a write, and finds conflicts
- `typed_creation.py`: owners of a new object
- `field_forms.py`: caches forms of new objects
- `new_fields.py`: fields of new objects, from that cache
- `scale_managers.py`: owners of replicas behind a Scale

Entry point: `tracking.py`.
"""
