// +k8s:register-gen=package

// Package install registers all versions.
package install
