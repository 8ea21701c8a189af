// +k8s:validation-gen=TypesWithField=TypeMeta

// The core group.
package v1 // import "k8s.io/api/core/v1"
