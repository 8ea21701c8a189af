// +k8s:deepcopy-gen=package
// +k8s:openapi-gen=true

// Package v1 is a version of the fleet API.
package v1
