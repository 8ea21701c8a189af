"""What a server says of its version: `types.go` describes it, the rest is generated."""
