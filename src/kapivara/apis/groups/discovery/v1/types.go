// The types of discovery/v1.
package v1 // import "k8s.io/api/discovery/v1"

import (
	"k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type EndpointSlice struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:immutable
	AddressType AddressType `json:"addressType" protobuf:"4"`
	// +optional
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	Endpoints []Endpoint `json:"endpoints" protobuf:"2"`
	// +optional
	// +listType=atomic
	Ports []EndpointPort `json:"ports" protobuf:"3"`
}

// +enum
// +k8s:beta(since: "1.37")=+k8s:enum
type AddressType string

const (
	AddressTypeIPv4 AddressType = "IPv4"
	AddressTypeIPv6 AddressType = "IPv6"
	AddressTypeFQDN AddressType = "FQDN"
)

type Endpoint struct {
	// +listType=set
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:maxItems=100
	Addresses          []string            `json:"addresses" protobuf:"1"`
	Conditions         EndpointConditions  `json:"conditions,omitempty" protobuf:"2"`
	Hostname           *string             `json:"hostname,omitempty" protobuf:"3"`
	TargetRef          *v1.ObjectReference `json:"targetRef,omitempty" protobuf:"4"`
	DeprecatedTopology map[string]string   `json:"deprecatedTopology,omitempty" protobuf:"5"`
	NodeName           *string             `json:"nodeName,omitempty" protobuf:"6"`
	Zone               *string             `json:"zone,omitempty" protobuf:"7"`
	Hints              *EndpointHints      `json:"hints,omitempty" protobuf:"8"`
}

type EndpointConditions struct {
	Ready       *bool `json:"ready,omitempty" protobuf:"1"`
	Serving     *bool `json:"serving,omitempty" protobuf:"2"`
	Terminating *bool `json:"terminating,omitempty" protobuf:"3"`
}

type EndpointHints struct {
	// +listType=atomic
	ForZones []ForZone `json:"forZones,omitempty" protobuf:"1"`
	// +listType=atomic
	ForNodes []ForNode `json:"forNodes,omitempty" protobuf:"2"`
}

type ForZone struct {
	Name string `json:"name" protobuf:"1"`
}

type ForNode struct {
	Name string `json:"name" protobuf:"1"`
}

// +structType=atomic
type EndpointPort struct {
	Name        *string      `json:"name,omitempty" protobuf:"1"`
	Protocol    *v1.Protocol `json:"protocol,omitempty" protobuf:"2"`
	Port        *int32       `json:"port,omitempty" protobuf:"3"`
	AppProtocol *string      `json:"appProtocol,omitempty" protobuf:"4"`
}

type EndpointSliceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []EndpointSlice `json:"items" protobuf:"2"`
}
