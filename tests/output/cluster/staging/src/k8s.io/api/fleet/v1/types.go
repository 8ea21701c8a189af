package v1

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +k8s:customValidation
type Fleet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FleetSpec `json:"spec,omitempty"`
}

type FleetSpec struct {
	// +k8s:optional
	// +k8s:minimum=1
	Ships *int32 `json:"ships,omitempty"`
	// +k8s:optional
	// +k8s:customValidation
	Flag string `json:"flag,omitempty"`
	// +k8s:optional
	// +k8s:maxItems=3
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Crew []corev1.Sailor `json:"crew,omitempty"`
	// +k8s:immutable
	Anchor intstr.IntOrString `json:"anchor,omitempty"`
	// +k8s:optional
	// +k8s:immutable
	Cargo *runtime.RawExtension `json:"cargo,omitempty"`
	// +k8s:immutable
	Launched metav1.Time `json:"launched,omitempty"`
	// +k8s:optional
	// +k8s:maximum=3600000000000
	Watch time.Duration `json:"watch,omitempty"`
	Rules `json:",inline"`
}

// Rules are given on their own.
type Rules struct {
	// +k8s:optional
	// +k8s:unionMember
	Hoist *Hoist `json:"hoist,omitempty"`
	// +k8s:optional
	// +k8s:unionMember
	Lower *Hoist `json:"lower,omitempty"`
}

type Hoist struct {
	// +k8s:required
	Mast Mast `json:"mast"`
}

// +k8s:enum
type Mast string

const (
	Fore Mast = "Fore"
	Main Mast = "Main"
)
