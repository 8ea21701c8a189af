"""The group scheduling.k8s.io: PriorityClass.

Folders
- `v1/`: the types of the group scheduling, version v1
- `v1alpha3/`: the types of the group scheduling, version v1alpha3

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `priority_class.py`: PriorityClass as a built-in kind
"""
