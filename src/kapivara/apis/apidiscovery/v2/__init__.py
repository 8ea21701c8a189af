"""What is served, in one document, version v2: `types.go` describes its types, the rest is generated."""
