"""Kinds, names, object metadata, selectors, Status."""
