// Package v1 is a group of an operator, from whose types `kapivara gen --crd` makes its definition.
//
// +groupName=shop.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Basket holds what somebody wants to buy.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=bsk
// +kubebuilder:printcolumn:name=Owner,type=string,JSONPath=.spec.owner
type Basket struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   BasketSpec   `json:"spec"`
	Status BasketStatus `json:"status,omitempty"`
}

// BasketSpec says whose the basket is, and what is in it.
// +kubebuilder:validation:XValidation:rule="!has(self.items) || self.items.size() <= 10 || self.owner == 'shop'",message="baskets are small"
type BasketSpec struct {
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Owner string `json:"owner"`
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=100
	Items []Item `json:"items,omitempty"`
}

// Item is one thing, so many times.
type Item struct {
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	Count int32 `json:"count,omitempty"`
}

// BasketStatus is what has become of it.
type BasketStatus struct {
	// +optional
	// +kubebuilder:validation:Enum=Open;Paid
	Phase string `json:"phase,omitempty"`
}
