"""CRDs in the old version v1beta1: `types.go` describes them, the rest is generated."""
