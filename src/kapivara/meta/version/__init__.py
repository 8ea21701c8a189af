"""The version information of a server: `types.go` describes it, the rest is generated."""
