"""CRDs, version v1: `types.go` describes them, the rest is generated."""
