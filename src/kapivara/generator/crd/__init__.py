"""Generates CRDs from Go types with kubebuilder's markers, as controller-gen does."""
