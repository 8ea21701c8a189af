// +k8s:validation-gen=false
// +k8s:validation-gen-input=k8s.io/api/old/v1

package v1
