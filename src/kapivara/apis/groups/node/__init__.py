"""The group node.k8s.io with its kind RuntimeClass."""
