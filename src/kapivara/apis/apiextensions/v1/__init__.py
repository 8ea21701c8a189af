"""Definitions of custom resources, version v1: `types.go` describes them, the rest is generated."""
