"""Which kapivara this is, and which Kubernetes it answers for. Constants only, so that any room may read them."""

VERSION = "0.1.0"
KUBERNETES = "v1.37.0"
