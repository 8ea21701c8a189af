// +k8s:validation-gen=TypesWithField=TypeMeta

package v2 // import "k8s.io/api/autoscaling/v2"
