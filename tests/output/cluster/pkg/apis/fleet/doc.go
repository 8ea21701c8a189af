// +k8s:deepcopy-gen=package

// Package fleet has the internal types, which nothing is generated for.
package fleet
