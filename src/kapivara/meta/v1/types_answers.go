// Responses with only the metadata of objects, on request.
package v1 // import "k8s.io/apimachinery/pkg/apis/meta/v1"

// An object with only its metadata.
type PartialObjectMetadata struct {
	TypeMeta `json:",inline"`
	// +optional
	ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
}

// A list of objects with only their metadata.
type PartialObjectMetadataList struct {
	TypeMeta `json:",inline"`
	// +optional
	ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items    []PartialObjectMetadata `json:"items" protobuf:"2"`
}
