// +k8s:conversion-gen=k8s.io/kubernetes/pkg/apis/fleet
// +k8s:validation-gen=TypesWithField=TypeMeta
// +k8s:validation-gen-input=k8s.io/api/fleet/v1beta1

package v1beta1
