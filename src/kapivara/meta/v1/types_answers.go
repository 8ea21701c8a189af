// What clients may ask to be shown in place of objects: their metadata.
package v1 // import "k8s.io/apimachinery/pkg/apis/meta/v1"

// An object of which the metadata alone is shown.
type PartialObjectMetadata struct {
	TypeMeta `json:",inline"`
	// +optional
	ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
}

// A list of objects of which the metadata alone is shown.
type PartialObjectMetadataList struct {
	TypeMeta `json:",inline"`
	// +optional
	ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items    []PartialObjectMetadata `json:"items" protobuf:"2"`
}
