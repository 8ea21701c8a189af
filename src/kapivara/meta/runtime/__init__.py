"""Objects of any kind: `types.go` describes them, the rest is generated."""
