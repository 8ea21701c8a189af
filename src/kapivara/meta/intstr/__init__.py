"""Values that are a number or a name: `types.go` describes them, the rest is generated."""
