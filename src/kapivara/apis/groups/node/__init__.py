"""The group node.k8s.io: RuntimeClass.

Folders
- `v1/`: the types of the group node, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `runtime_class_rules.py`: validates RuntimeClasses
- `runtime_class.py`: RuntimeClass as a built-in kind
"""
