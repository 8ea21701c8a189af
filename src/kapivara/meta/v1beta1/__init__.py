"""What differs of the types that all kinds share in v1beta1: `types.go` describes it, the rest is generated."""
