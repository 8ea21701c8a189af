// +k8s:validation-gen=TypesWithField=TypeMeta

// The core group. Its tags are read, and its validators are written to zz_generated_validations.py beside this file.
package v1 // import "k8s.io/api/core/v1"
