// The types of scheduling/v1.
package v1 // import "k8s.io/api/scheduling/v1"

import (
	apiv1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type PriorityClass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +optional
	Value            int32                   `json:"value" protobuf:"2"`
	GlobalDefault    bool                    `json:"globalDefault,omitempty" protobuf:"3"`
	Description      string                  `json:"description,omitempty" protobuf:"4"`
	PreemptionPolicy *apiv1.PreemptionPolicy `json:"preemptionPolicy,omitempty" protobuf:"5"`
}

type PriorityClassList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []PriorityClass `json:"items" protobuf:"2"`
}
