"""The group scheduling, version v1alpha3: `types.go` describes its types, the rest is generated."""
