"""The group storage, version v1: `types.go` describes its types, the rest is generated."""
