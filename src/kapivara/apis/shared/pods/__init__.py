"""Pods and pod templates, for all groups that have them.

The kind Pod is in `groups/core/pods`.

Folders
- `rules/`: the rules of pods and pod templates, in the server's order
- `warnings/`: warnings about pods and pod templates that the server accepts

Steps
- `containers.py`: all containers of a pod, in the server's order
- `label_keys.py`: the label keys of affinity and topology spread constraints, merged into selectors
- `resources.py`: the resources of a pod and its QoS class
- `features.py`: pod fields of disabled features
- `template_kind.py`: the steps that all kinds with a pod template share

Entry point: `template_kind.TemplateKind`.
"""
