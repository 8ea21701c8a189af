"""The group apiregistration.k8s.io with its kind APIService."""
