"""The group scheduling.k8s.io with its kind PriorityClass."""
