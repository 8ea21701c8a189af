// Package v1 has what several groups share.
package v1

import (
	"example.org/units"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Sailor struct {
	// +k8s:required
	// +k8s:customValidation
	Name string `json:"name"`
	// +k8s:optional
	// +k8s:minimum=0
	Rank *int32 `json:"rank,omitempty"`
	// +k8s:immutable
	Ration resource.Quantity `json:"ration,omitempty"`
	// +k8s:optional
	Unit units.Unit `json:"unit,omitempty"`
}

// +k8s:supportsSubresource="/status"
type Harbor struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:subfield(name)=+k8s:optional
	// +k8s:subfield(name)=+k8s:format=k8s-short-name
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   HarborSpec   `json:"spec,omitempty"`
	Status HarborStatus `json:"status,omitempty"`
}

type HarborSpec struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Guards []Sailor `json:"guards,omitempty"`
}

type HarborStatus struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

type HarborList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Harbor `json:"items"`
}
