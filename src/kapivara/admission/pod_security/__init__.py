"""Enforces the pod security standards by the labels of a namespace.

Upstream: k8s.io/pod-security-admission (1.37).

Steps:

- `plugin.py`: enforces levels on pods; warns and audits for workloads and namespaces
- `policy.py`: reads levels and versions from the labels of a namespace
- `checks.py`: lists the checks of each level and Kubernetes version
- `baseline.py`: the checks of the level baseline
- `restricted.py`: the checks of the level restricted
- `violations.py`: formats violations and iterates over the containers of a pod

Entry point: `plugin.PLUGIN`.
"""
