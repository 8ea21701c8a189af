// +k8s:validation-gen=*
// +k8s:validation-gen-scheme-registry=nil

// Package v1 is in a module of its own.
package v1
