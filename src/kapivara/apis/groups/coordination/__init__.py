"""The group coordination.k8s.io with its kind Lease."""
