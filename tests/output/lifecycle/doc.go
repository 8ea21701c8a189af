// +k8s:validation-gen=*

// Package lifecycle has fields that may be set, changed and cleared at some times and not at others.
package lifecycle
