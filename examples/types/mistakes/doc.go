// +k8s:validation-gen=*

// Package mistakes holds types whose tags are wrong, each in another way.
package mistakes
