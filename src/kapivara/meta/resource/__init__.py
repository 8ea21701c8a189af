"""Quantities: `types.go` describes them, the rest is generated."""
