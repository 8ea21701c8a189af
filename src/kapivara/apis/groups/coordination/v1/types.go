// The types of coordination/v1.
package v1 // import "k8s.io/api/coordination/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type CoordinatedLeaseStrategy string

type Lease struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              LeaseSpec `json:"spec,omitempty" protobuf:"2"`
}

type LeaseSpec struct {
	HolderIdentity       *string           `json:"holderIdentity,omitempty" protobuf:"1"`
	LeaseDurationSeconds *int32            `json:"leaseDurationSeconds,omitempty" protobuf:"2"`
	AcquireTime          *metav1.MicroTime `json:"acquireTime,omitempty" protobuf:"3"`
	RenewTime            *metav1.MicroTime `json:"renewTime,omitempty" protobuf:"4"`
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	LeaseTransitions *int32 `json:"leaseTransitions,omitempty" protobuf:"5"`
	// +featureGate=CoordinatedLeaderElection
	Strategy *CoordinatedLeaseStrategy `json:"strategy,omitempty" protobuf:"6"`
	// +featureGate=CoordinatedLeaderElection
	PreferredHolder *string `json:"preferredHolder,omitempty" protobuf:"7"`
}

type LeaseList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Lease `json:"items" protobuf:"2"`
}
