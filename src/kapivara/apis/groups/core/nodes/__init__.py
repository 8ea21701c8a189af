"""Node, ComponentStatus, and subresources that lead to a kubelet.

Steps
- `node_rules.py`: validates Nodes; validates the legacy configuration source of a node; validates taints
- `kubelet.py`: subresources that connect to a kubelet; this server has none
- `node.py`: Node as a built-in kind
- `component_status.py`: ComponentStatus as a built-in kind
"""
