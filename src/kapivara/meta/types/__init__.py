"""Names and identities: `types.go` describes them, the rest is generated."""
