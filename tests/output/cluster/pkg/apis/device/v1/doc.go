// +k8s:conversion-gen=k8s.io/kubernetes/pkg/apis/device
// +k8s:validation-gen=TypesWithField=TypeMeta
// +k8s:validation-gen-input=k8s.io/api/device/v1

package v1
