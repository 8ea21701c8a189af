"""The `scale` subresource: an autoscaling/v1 Scale over the replica fields of another kind.

Steps
- `nested.py`: reads and writes values at dotted paths, with the server's errors
- `replica_scale.py`: the Scale of built-in workloads
- `custom_scale.py`: the Scale of custom resources, at the paths that the CRD declares

Entry point: `replica_scale.ReplicaScale`, `custom_scale.Scale`.
"""
