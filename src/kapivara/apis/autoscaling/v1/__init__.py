"""Scale, version v1: `types.go` describes it, the rest is generated."""
