// +k8s:validation-gen=TypesWithSuffix=Attribute
// +k8s:validation-gen-scheme-registry=nil

// Package v1 has types whose rules others call by name.
package v1
