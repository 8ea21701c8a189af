// +k8s:validation-gen=TypesWithField=TypeMeta

package v1 // import "k8s.io/api/storagemigration/v1"
