// +k8s:validation-gen=TypesWithField=TypeMeta

// The core group. Its tags are read, and its validators are written to zz_generated_validations.py beside this file once
// the server enforces a rule of theirs: rules of level alpha are never told, and there are no others yet.
package v1 // import "k8s.io/api/core/v1"
