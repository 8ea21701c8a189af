"""Definitions of custom resources as they once were: `types.go` describes them, the rest is generated."""
