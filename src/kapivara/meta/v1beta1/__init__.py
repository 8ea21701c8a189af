"""The shared types that differ in v1beta1: `types.go` describes them, the rest is generated."""
