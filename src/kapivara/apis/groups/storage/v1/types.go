// The types of storage/v1.
package v1 // import "k8s.io/api/storage/v1"

import (
	"k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type StorageClass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:immutable
	Provisioner string `json:"provisioner" protobuf:"2"`
	// +k8s:beta(since: "1.37")=+k8s:immutable
	// +k8s:beta(since: "1.37")=+k8s:optional
	Parameters map[string]string `json:"parameters,omitempty" protobuf:"3"`
	// +k8s:beta(since: "1.37")=+k8s:immutable
	// +k8s:beta(since: "1.37")=+k8s:optional
	ReclaimPolicy *v1.PersistentVolumeReclaimPolicy `json:"reclaimPolicy,omitempty" protobuf:"4"`
	// +listType=atomic
	MountOptions         []string `json:"mountOptions,omitempty" protobuf:"5"`
	AllowVolumeExpansion *bool    `json:"allowVolumeExpansion,omitempty" protobuf:"6"`
	// +k8s:beta(since: "1.37")=+k8s:immutable
	// +k8s:beta(since: "1.37")=+k8s:optional
	VolumeBindingMode *VolumeBindingMode `json:"volumeBindingMode,omitempty" protobuf:"7"`
	// +listType=atomic
	AllowedTopologies []v1.TopologySelectorTerm `json:"allowedTopologies,omitempty" protobuf:"8"`
}

type StorageClassList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []StorageClass `json:"items" protobuf:"2"`
}

// +enum
type VolumeBindingMode string

const (
	VolumeBindingImmediate            VolumeBindingMode = "Immediate"
	VolumeBindingWaitForFirstConsumer VolumeBindingMode = "WaitForFirstConsumer"
)

// +k8s:supportsSubresource="/status"
type VolumeAttachment struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +k8s:beta(since: "1.37")=+k8s:immutable
	// +required
	Spec   VolumeAttachmentSpec   `json:"spec" protobuf:"2"`
	Status VolumeAttachmentStatus `json:"status,omitempty" protobuf:"3"`
}

type VolumeAttachmentList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []VolumeAttachment `json:"items" protobuf:"2"`
}

type VolumeAttachmentSpec struct {
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:format="k8s-long-name-caseless"
	// +k8s:beta(since: "1.37")=+k8s:maxLength=63
	Attacher string                 `json:"attacher" protobuf:"1"`
	Source   VolumeAttachmentSource `json:"source" protobuf:"2"`
	NodeName string                 `json:"nodeName" protobuf:"3"`
}

type VolumeAttachmentSource struct {
	PersistentVolumeName *string                  `json:"persistentVolumeName,omitempty" protobuf:"1"`
	InlineVolumeSpec     *v1.PersistentVolumeSpec `json:"inlineVolumeSpec,omitempty" protobuf:"2"`
}

type VolumeAttachmentStatus struct {
	Attached           bool              `json:"attached" protobuf:"1"`
	AttachmentMetadata map[string]string `json:"attachmentMetadata,omitempty" protobuf:"2"`
	AttachError        *VolumeError      `json:"attachError,omitempty" protobuf:"3"`
	DetachError        *VolumeError      `json:"detachError,omitempty" protobuf:"4"`
}

type VolumeError struct {
	Time    metav1.Time `json:"time,omitempty" protobuf:"1"`
	Message string      `json:"message,omitempty" protobuf:"2"`
	// +featureGate=MutableCSINodeAllocatableCount
	ErrorCode *int32 `json:"errorCode,omitempty" protobuf:"3"`
}

type CSIDriver struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              CSIDriverSpec `json:"spec" protobuf:"2"`
}

type CSIDriverList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []CSIDriver `json:"items" protobuf:"2"`
}

type CSIDriverSpec struct {
	AttachRequired *bool `json:"attachRequired,omitempty" protobuf:"1"`
	PodInfoOnMount *bool `json:"podInfoOnMount,omitempty" protobuf:"2"`
	// +listType=set
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	VolumeLifecycleModes []VolumeLifecycleMode `json:"volumeLifecycleModes,omitempty" protobuf:"3"`
	// +featureGate=CSIStorageCapacity
	StorageCapacity *bool          `json:"storageCapacity,omitempty" protobuf:"4"`
	FSGroupPolicy   *FSGroupPolicy `json:"fsGroupPolicy,omitempty" protobuf:"5"`
	// +listType=atomic
	TokenRequests     []TokenRequest `json:"tokenRequests,omitempty" protobuf:"6"`
	RequiresRepublish *bool          `json:"requiresRepublish,omitempty" protobuf:"7"`
	// +featureGate=SELinuxMountReadWriteOncePod
	SELinuxMount *bool `json:"seLinuxMount,omitempty" protobuf:"8"`
	// +featureGate=MutableCSINodeAllocatableCount
	NodeAllocatableUpdatePeriodSeconds *int64 `json:"nodeAllocatableUpdatePeriodSeconds,omitempty" protobuf:"9"`
	// +featureGate=CSIServiceAccountTokenSecrets
	ServiceAccountTokenInSecrets *bool `json:"serviceAccountTokenInSecrets,omitempty" protobuf:"10"`
	// +featureGate=VolumeLimitScaling
	PreventPodSchedulingIfMissing *bool `json:"preventPodSchedulingIfMissing,omitempty" protobuf:"11"`
}

type FSGroupPolicy string

type VolumeLifecycleMode string

type TokenRequest struct {
	Audience          string `json:"audience" protobuf:"1"`
	ExpirationSeconds *int64 `json:"expirationSeconds,omitempty" protobuf:"2"`
}

// +k8s:supportsSubresource="/status"
type CSINode struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              CSINodeSpec   `json:"spec" protobuf:"2"`
	Status            CSINodeStatus `json:"status,omitempty" protobuf:"3"`
}

type CSINodeSpec struct {
	// +listType=map
	// +listMapKey=name
	Drivers []CSINodeDriver `json:"drivers" patchStrategy:"merge" patchMergeKey:"name" protobuf:"1"`
}

type CSINodeDriver struct {
	Name   string `json:"name" protobuf:"1"`
	NodeID string `json:"nodeID" protobuf:"2"`
	// +optional
	// +listType=atomic
	TopologyKeys []string             `json:"topologyKeys" protobuf:"3"`
	Allocatable  *VolumeNodeResources `json:"allocatable,omitempty" protobuf:"4"`
}

type VolumeNodeResources struct {
	Count *int32 `json:"count,omitempty" protobuf:"1"`
}

// +enum
type StorageHealthStatusType string

const (
	StorageUnreachable StorageHealthStatusType = "StorageUnreachable"
	StorageDegraded    StorageHealthStatusType = "StorageDegraded"
)

type StorageHealthCondition struct {
	// +required
	Status StorageHealthStatusType `json:"status" protobuf:"1"`
	// +required
	Reason             string                         `json:"reason" protobuf:"2"`
	Message            string                         `json:"message,omitempty" protobuf:"3"`
	AccessMode         *v1.PersistentVolumeAccessMode `json:"accessMode,omitempty" protobuf:"4"`
	VolumeMode         *v1.PersistentVolumeMode       `json:"volumeMode,omitempty" protobuf:"5"`
	LastTransitionTime metav1.Time                    `json:"lastTransitionTime,omitempty" protobuf:"6"`
}

type StorageHealth struct {
	// +required
	Name string `json:"name" protobuf:"1"`
	// +listType=atomic
	HealthConditions []StorageHealthCondition `json:"healthConditions,omitempty" protobuf:"2"`
}

type CSINodeStatus struct {
	// +listType=map
	// +listMapKey=name
	// +featureGate=CSIVolumeHealth
	StorageHealth []StorageHealth `json:"storageHealth,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"1"`
}

type CSINodeList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []CSINode `json:"items" protobuf:"2"`
}

type CSIStorageCapacity struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	NodeTopology      *metav1.LabelSelector `json:"nodeTopology,omitempty" protobuf:"2"`
	StorageClassName  string                `json:"storageClassName" protobuf:"3"`
	Capacity          *resource.Quantity    `json:"capacity,omitempty" protobuf:"4"`
	MaximumVolumeSize *resource.Quantity    `json:"maximumVolumeSize,omitempty" protobuf:"5"`
}

type CSIStorageCapacityList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []CSIStorageCapacity `json:"items" protobuf:"2"`
}

type VolumeAttributesClass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	DriverName        string            `json:"driverName" protobuf:"2"`
	Parameters        map[string]string `json:"parameters,omitempty" protobuf:"3"`
}

type VolumeAttributesClassList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []VolumeAttributesClass `json:"items" protobuf:"2"`
}
