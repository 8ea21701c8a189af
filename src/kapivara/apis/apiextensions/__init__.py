"""The group apiextensions.k8s.io: CustomResourceDefinition, the kind that defines kinds."""
