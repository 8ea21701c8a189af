"""The group coordination.k8s.io: Lease.

Folders
- `v1/`: the types of the group coordination, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `lease.py`: Lease as a built-in kind
"""
