"""The kinds of the group resource.k8s.io: dynamic resource allocation."""
