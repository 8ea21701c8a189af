// Aggregated discovery documents.
package v2 // import "k8s.io/api/apidiscovery/v2"

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// All groups.
type APIGroupDiscoveryList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []APIGroupDiscovery `json:"items" protobuf:"2"`
}

// A group, which is named by its metadata.
type APIGroupDiscovery struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=version
	Versions []APIVersionDiscovery `json:"versions,omitempty" protobuf:"2"`
}

// A version of a group.
type APIVersionDiscovery struct {
	Version string `json:"version" protobuf:"1"`
	// +listType=map
	// +listMapKey=resource
	Resources []APIResourceDiscovery `json:"resources,omitempty" protobuf:"2"`
	Freshness DiscoveryFreshness     `json:"freshness,omitempty" protobuf:"3"`
}

// A resource.
type APIResourceDiscovery struct {
	Resource string `json:"resource" protobuf:"1"`
	// +optional
	ResponseKind     *metav1.GroupVersionKind `json:"responseKind,omitempty" protobuf:"2"`
	Scope            ResourceScope            `json:"scope" protobuf:"3"`
	SingularResource string                   `json:"singularResource" protobuf:"4"`
	// +listType=set
	Verbs []string `json:"verbs" protobuf:"5"`
	// +listType=set
	ShortNames []string `json:"shortNames,omitempty" protobuf:"6"`
	// +listType=set
	Categories []string `json:"categories,omitempty" protobuf:"7"`
	// +listType=map
	// +listMapKey=subresource
	Subresources []APISubresourceDiscovery `json:"subresources,omitempty" protobuf:"8"`
}

// A subresource.
type APISubresourceDiscovery struct {
	Subresource string `json:"subresource" protobuf:"1"`
	// +optional
	ResponseKind *metav1.GroupVersionKind `json:"responseKind,omitempty" protobuf:"2"`
	// +listType=map
	// +listMapKey=group
	// +listMapKey=version
	// +listMapKey=kind
	AcceptedTypes []metav1.GroupVersionKind `json:"acceptedTypes,omitempty" protobuf:"3"`
	// +listType=set
	Verbs []string `json:"verbs" protobuf:"4"`
}

// The scope of a resource: Cluster or Namespaced.
type ResourceScope string

// The freshness of the information: Current or Stale.
type DiscoveryFreshness string
