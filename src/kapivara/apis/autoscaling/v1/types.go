// The Scale that objects of many kinds are shown as.
package v1 // import "k8s.io/api/autoscaling/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// The scale of an object: how many instances it is to have, whatever its kind.
type Scale struct {
	metav1.TypeMeta `json:",inline"`
	// That of the object scaled.
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// What is wanted.
	Spec ScaleSpec `json:"spec,omitempty" protobuf:"2"`
	// What there is.
	Status ScaleStatus `json:"status,omitempty" protobuf:"3"`
}

// What is wanted of a scale.
type ScaleSpec struct {
	// How many instances are wanted.
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +default=0
	// +k8s:beta(since: "1.37")=+k8s:minimum=0
	Replicas int32 `json:"replicas,omitempty" protobuf:"1"`
}

// What is known of a scale.
type ScaleStatus struct {
	// How many instances were seen.
	Replicas int32 `json:"replicas" protobuf:"1"`
	// The label selector that finds the instances, written as in a query.
	Selector string `json:"selector,omitempty" protobuf:"2"`
}
