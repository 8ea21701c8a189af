"""Node, ComponentStatus, and subresources that lead to a kubelet.

Steps
- `node_config_rules.py`: validates the legacy configuration source of a node
- `node_taints.py`: validates taints
- `node_rules.py`: validates Nodes
- `kubelet.py`: subresources that connect to a kubelet; this server has none
- `node.py`: Node as a built-in kind
- `component_status.py`: ComponentStatus as a built-in kind
"""
