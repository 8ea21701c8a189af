// +k8s:validation-gen-nolint

// Package probes has a rule that always fails wherever a rule may stand.
package probes
