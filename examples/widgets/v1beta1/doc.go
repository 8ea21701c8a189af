// +k8s:validation-gen=*

// Package v1beta1 is the API of the widget maker.
package v1beta1
