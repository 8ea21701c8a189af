"""The group apiextensions.k8s.io with its kind CustomResourceDefinition (CRD)."""
