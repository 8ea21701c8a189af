// The types of policy/v1.
package v1 // import "k8s.io/api/policy/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type PodDisruptionBudgetSpec struct {
	MinAvailable               *intstr.IntOrString             `json:"minAvailable,omitempty" protobuf:"1"`
	Selector                   *metav1.LabelSelector           `json:"selector,omitempty" patchStrategy:"replace" protobuf:"2"`
	MaxUnavailable             *intstr.IntOrString             `json:"maxUnavailable,omitempty" protobuf:"3"`
	UnhealthyPodEvictionPolicy *UnhealthyPodEvictionPolicyType `json:"unhealthyPodEvictionPolicy,omitempty" protobuf:"4"`
}

// +enum
type UnhealthyPodEvictionPolicyType string

const (
	IfHealthyBudget UnhealthyPodEvictionPolicyType = "IfHealthyBudget"
	AlwaysAllow     UnhealthyPodEvictionPolicyType = "AlwaysAllow"
)

type PodDisruptionBudgetStatus struct {
	ObservedGeneration int64                  `json:"observedGeneration,omitempty" protobuf:"1"`
	DisruptedPods      map[string]metav1.Time `json:"disruptedPods,omitempty" protobuf:"2"`
	// +optional
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	DisruptionsAllowed int32 `json:"disruptionsAllowed" protobuf:"3"`
	// +optional
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	CurrentHealthy int32 `json:"currentHealthy" protobuf:"4"`
	// +optional
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	DesiredHealthy int32 `json:"desiredHealthy" protobuf:"5"`
	// +optional
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	ExpectedPods int32 `json:"expectedPods" protobuf:"6"`
	// +listType=map
	// +listMapKey=type
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:listType=map
	// +k8s:alpha(since: "1.37")=+k8s:listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"7"`
}

// +k8s:supportsSubresource="/status"
type PodDisruptionBudget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              PodDisruptionBudgetSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            PodDisruptionBudgetStatus `json:"status,omitempty" protobuf:"3"`
}

type PodDisruptionBudgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []PodDisruptionBudget `json:"items" protobuf:"2"`
}

type Eviction struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	DeleteOptions     *metav1.DeleteOptions `json:"deleteOptions,omitempty" protobuf:"2"`
}
