// The type of responses that differs in this version.
package v1beta1 // import "k8s.io/apimachinery/pkg/apis/meta/v1beta1"

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A list of objects with only their metadata.
type PartialObjectMetadataList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"2"`
	Items           []metav1.PartialObjectMetadata `json:"items" protobuf:"1"`
}
