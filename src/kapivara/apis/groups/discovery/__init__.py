"""The group discovery.k8s.io with its kind EndpointSlice."""
