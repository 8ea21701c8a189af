// Package v1 has what all kinds share.
package v1

import "k8s.io/apimachinery/pkg/types"

type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

type ListMeta struct {
	ResourceVersion string `json:"resourceVersion,omitempty"`
}

type ObjectMeta struct {
	Name string `json:"name,omitempty"`
	// +k8s:optional
	// +k8s:immutable
	UID types.UID `json:"uid,omitempty"`
	// +k8s:immutable
	CreationTimestamp Time              `json:"creationTimestamp,omitempty"`
	Labels            map[string]string `json:"labels,omitempty"`
}

// +k8s:enum
type ConditionStatus string

const (
	ConditionTrue    ConditionStatus = "True"
	ConditionFalse   ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)

type Condition struct {
	// +k8s:required
	Type string `json:"type"`
	// +k8s:required
	Status ConditionStatus `json:"status"`
	// +k8s:alpha(since: "1.37")=+k8s:customValidation
	LastTransitionTime Time `json:"lastTransitionTime"`
}
