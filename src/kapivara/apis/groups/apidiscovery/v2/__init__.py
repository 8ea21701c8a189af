"""Aggregated discovery, version v2: `types.go` describes its types, the rest is generated."""
