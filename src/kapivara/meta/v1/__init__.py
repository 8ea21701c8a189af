"""The types that all kinds share: `types.go` describes them, the rest is generated."""
