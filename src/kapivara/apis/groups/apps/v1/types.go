// The types of apps/v1.
package v1 // import "k8s.io/api/apps/v1"

import (
	"k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +k8s:supportsSubresource="/scale"
// +k8s:supportsSubresource="/status"
type StatefulSet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   StatefulSetSpec   `json:"spec,omitempty" protobuf:"2"`
	Status StatefulSetStatus `json:"status,omitempty" protobuf:"3"`
}

// +enum
type PodManagementPolicyType string

const (
	OrderedReadyPodManagement PodManagementPolicyType = "OrderedReady"
	ParallelPodManagement     PodManagementPolicyType = "Parallel"
)

type StatefulSetUpdateStrategy struct {
	Type          StatefulSetUpdateStrategyType     `json:"type,omitempty" protobuf:"1"`
	RollingUpdate *RollingUpdateStatefulSetStrategy `json:"rollingUpdate,omitempty" protobuf:"2"`
}

// +enum
type StatefulSetUpdateStrategyType string

const (
	RollingUpdateStatefulSetStrategyType StatefulSetUpdateStrategyType = "RollingUpdate"
	OnDeleteStatefulSetStrategyType      StatefulSetUpdateStrategyType = "OnDelete"
	// +featureGate=StatefulSetRecreateStrategy
	RecreateStatefulSetStrategyType StatefulSetUpdateStrategyType = "Recreate"
)

type RollingUpdateStatefulSetStrategy struct {
	Partition *int32 `json:"partition,omitempty" protobuf:"1"`
	// +featureGate=MaxUnavailableStatefulSet
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty" protobuf:"2"`
}

type PersistentVolumeClaimRetentionPolicyType string

type StatefulSetPersistentVolumeClaimRetentionPolicy struct {
	WhenDeleted PersistentVolumeClaimRetentionPolicyType `json:"whenDeleted,omitempty" protobuf:"1"`
	WhenScaled  PersistentVolumeClaimRetentionPolicyType `json:"whenScaled,omitempty" protobuf:"2"`
}

type StatefulSetOrdinals struct {
	// +optional
	Start int32 `json:"start" protobuf:"1"`
}

type StatefulSetSpec struct {
	Replicas *int32 `json:"replicas,omitempty" protobuf:"1"`
	// +required
	// +k8s:alpha(since: "1.37")=+k8s:required
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	Selector *metav1.LabelSelector `json:"selector" protobuf:"2"`
	// +required
	Template v1.PodTemplateSpec `json:"template" protobuf:"3"`
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:eachVal=+k8s:opaqueType
	// +listType=atomic
	VolumeClaimTemplates []v1.PersistentVolumeClaim `json:"volumeClaimTemplates,omitempty" protobuf:"4"`
	// +optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	// +k8s:alpha(since: "1.37")=+k8s:optional
	ServiceName string `json:"serviceName" protobuf:"5"`
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	// +k8s:alpha(since: "1.37")=+k8s:optional
	PodManagementPolicy                  PodManagementPolicyType                          `json:"podManagementPolicy,omitempty" protobuf:"6"`
	UpdateStrategy                       StatefulSetUpdateStrategy                        `json:"updateStrategy,omitempty" protobuf:"7"`
	RevisionHistoryLimit                 *int32                                           `json:"revisionHistoryLimit,omitempty" protobuf:"8"`
	MinReadySeconds                      int32                                            `json:"minReadySeconds,omitempty" protobuf:"9"`
	PersistentVolumeClaimRetentionPolicy *StatefulSetPersistentVolumeClaimRetentionPolicy `json:"persistentVolumeClaimRetentionPolicy,omitempty" protobuf:"10"`
	Ordinals                             *StatefulSetOrdinals                             `json:"ordinals,omitempty" protobuf:"11"`
}

type StatefulSetStatus struct {
	ObservedGeneration int64  `json:"observedGeneration,omitempty" protobuf:"1"`
	Replicas           int32  `json:"replicas" protobuf:"2"`
	ReadyReplicas      int32  `json:"readyReplicas,omitempty" protobuf:"3"`
	CurrentReplicas    int32  `json:"currentReplicas,omitempty" protobuf:"4"`
	UpdatedReplicas    int32  `json:"updatedReplicas,omitempty" protobuf:"5"`
	CurrentRevision    string `json:"currentRevision,omitempty" protobuf:"6"`
	UpdateRevision     string `json:"updateRevision,omitempty" protobuf:"7"`
	CollisionCount     *int32 `json:"collisionCount,omitempty" protobuf:"9"`
	// +listType=map
	// +listMapKey=type
	Conditions []StatefulSetCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"10"`
	// +optional
	AvailableReplicas int32 `json:"availableReplicas" protobuf:"11"`
}

type StatefulSetConditionType string

type StatefulSetCondition struct {
	// +optional
	Type StatefulSetConditionType `json:"type" protobuf:"1"`
	// +optional
	Status             v1.ConditionStatus `json:"status" protobuf:"2"`
	LastTransitionTime metav1.Time        `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string             `json:"reason,omitempty" protobuf:"4"`
	Message            string             `json:"message,omitempty" protobuf:"5"`
}

type StatefulSetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []StatefulSet `json:"items" protobuf:"2"`
}

// +k8s:supportsSubresource="/scale"
// +k8s:supportsSubresource="/status"
type Deployment struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   DeploymentSpec   `json:"spec,omitempty" protobuf:"2"`
	Status DeploymentStatus `json:"status,omitempty" protobuf:"3"`
}

type DeploymentSpec struct {
	Replicas *int32 `json:"replicas,omitempty" protobuf:"1"`
	// +required
	Selector *metav1.LabelSelector `json:"selector" protobuf:"2"`
	// +required
	Template                v1.PodTemplateSpec `json:"template" protobuf:"3"`
	Strategy                DeploymentStrategy `json:"strategy,omitempty" patchStrategy:"retainKeys" protobuf:"4"`
	MinReadySeconds         int32              `json:"minReadySeconds,omitempty" protobuf:"5"`
	RevisionHistoryLimit    *int32             `json:"revisionHistoryLimit,omitempty" protobuf:"6"`
	Paused                  bool               `json:"paused,omitempty" protobuf:"7"`
	ProgressDeadlineSeconds *int32             `json:"progressDeadlineSeconds,omitempty" protobuf:"9"`
}

type DeploymentStrategy struct {
	Type          DeploymentStrategyType   `json:"type,omitempty" protobuf:"1"`
	RollingUpdate *RollingUpdateDeployment `json:"rollingUpdate,omitempty" protobuf:"2"`
}

// +enum
type DeploymentStrategyType string

const (
	RecreateDeploymentStrategyType      DeploymentStrategyType = "Recreate"
	RollingUpdateDeploymentStrategyType DeploymentStrategyType = "RollingUpdate"
)

type RollingUpdateDeployment struct {
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty" protobuf:"1"`
	MaxSurge       *intstr.IntOrString `json:"maxSurge,omitempty" protobuf:"2"`
}

type DeploymentStatus struct {
	ObservedGeneration  int64  `json:"observedGeneration,omitempty" protobuf:"1"`
	Replicas            int32  `json:"replicas,omitempty" protobuf:"2"`
	UpdatedReplicas     int32  `json:"updatedReplicas,omitempty" protobuf:"3"`
	ReadyReplicas       int32  `json:"readyReplicas,omitempty" protobuf:"7"`
	AvailableReplicas   int32  `json:"availableReplicas,omitempty" protobuf:"4"`
	UnavailableReplicas int32  `json:"unavailableReplicas,omitempty" protobuf:"5"`
	TerminatingReplicas *int32 `json:"terminatingReplicas,omitempty" protobuf:"9"`
	// +listType=map
	// +listMapKey=type
	Conditions     []DeploymentCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"6"`
	CollisionCount *int32                `json:"collisionCount,omitempty" protobuf:"8"`
}

type DeploymentConditionType string

type DeploymentCondition struct {
	// +optional
	Type DeploymentConditionType `json:"type" protobuf:"1"`
	// +optional
	Status             v1.ConditionStatus `json:"status" protobuf:"2"`
	LastUpdateTime     metav1.Time        `json:"lastUpdateTime,omitempty" protobuf:"6"`
	LastTransitionTime metav1.Time        `json:"lastTransitionTime,omitempty" protobuf:"7"`
	Reason             string             `json:"reason,omitempty" protobuf:"4"`
	Message            string             `json:"message,omitempty" protobuf:"5"`
}

type DeploymentList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Deployment `json:"items" protobuf:"2"`
}

type DaemonSetUpdateStrategy struct {
	Type          DaemonSetUpdateStrategyType `json:"type,omitempty" protobuf:"1"`
	RollingUpdate *RollingUpdateDaemonSet     `json:"rollingUpdate,omitempty" protobuf:"2"`
}

// +enum
type DaemonSetUpdateStrategyType string

const (
	RollingUpdateDaemonSetStrategyType DaemonSetUpdateStrategyType = "RollingUpdate"
	OnDeleteDaemonSetStrategyType      DaemonSetUpdateStrategyType = "OnDelete"
)

type RollingUpdateDaemonSet struct {
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty" protobuf:"1"`
	MaxSurge       *intstr.IntOrString `json:"maxSurge,omitempty" protobuf:"2"`
}

type DaemonSetSpec struct {
	// +required
	Selector *metav1.LabelSelector `json:"selector" protobuf:"1"`
	// +required
	Template        v1.PodTemplateSpec      `json:"template" protobuf:"2"`
	UpdateStrategy  DaemonSetUpdateStrategy `json:"updateStrategy,omitempty" protobuf:"3"`
	MinReadySeconds int32                   `json:"minReadySeconds,omitempty" protobuf:"4"`
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	RevisionHistoryLimit *int32 `json:"revisionHistoryLimit,omitempty" protobuf:"6"`
}

type DaemonSetStatus struct {
	CurrentNumberScheduled int32  `json:"currentNumberScheduled" protobuf:"1"`
	NumberMisscheduled     int32  `json:"numberMisscheduled" protobuf:"2"`
	DesiredNumberScheduled int32  `json:"desiredNumberScheduled" protobuf:"3"`
	NumberReady            int32  `json:"numberReady" protobuf:"4"`
	ObservedGeneration     int64  `json:"observedGeneration,omitempty" protobuf:"5"`
	UpdatedNumberScheduled int32  `json:"updatedNumberScheduled,omitempty" protobuf:"6"`
	NumberAvailable        int32  `json:"numberAvailable,omitempty" protobuf:"7"`
	NumberUnavailable      int32  `json:"numberUnavailable,omitempty" protobuf:"8"`
	CollisionCount         *int32 `json:"collisionCount,omitempty" protobuf:"9"`
	// +listType=map
	// +listMapKey=type
	Conditions []DaemonSetCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"10"`
}

type DaemonSetConditionType string

type DaemonSetCondition struct {
	// +optional
	Type DaemonSetConditionType `json:"type" protobuf:"1"`
	// +optional
	Status             v1.ConditionStatus `json:"status" protobuf:"2"`
	LastTransitionTime metav1.Time        `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string             `json:"reason,omitempty" protobuf:"4"`
	Message            string             `json:"message,omitempty" protobuf:"5"`
}

// +k8s:supportsSubresource="/status"
type DaemonSet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   DaemonSetSpec   `json:"spec,omitempty" protobuf:"2"`
	Status DaemonSetStatus `json:"status,omitempty" protobuf:"3"`
}

type DaemonSetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []DaemonSet `json:"items" protobuf:"2"`
}

// +k8s:supportsSubresource="/scale"
// +k8s:supportsSubresource="/status"
type ReplicaSet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   ReplicaSetSpec   `json:"spec,omitempty" protobuf:"2"`
	Status ReplicaSetStatus `json:"status,omitempty" protobuf:"3"`
}

type ReplicaSetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ReplicaSet `json:"items" protobuf:"2"`
}

type ReplicaSetSpec struct {
	Replicas        *int32 `json:"replicas,omitempty" protobuf:"1"`
	MinReadySeconds int32  `json:"minReadySeconds,omitempty" protobuf:"4"`
	// +required
	Selector *metav1.LabelSelector `json:"selector" protobuf:"2"`
	Template v1.PodTemplateSpec    `json:"template,omitempty" protobuf:"3"`
}

type ReplicaSetStatus struct {
	Replicas             int32  `json:"replicas" protobuf:"1"`
	FullyLabeledReplicas int32  `json:"fullyLabeledReplicas,omitempty" protobuf:"2"`
	ReadyReplicas        int32  `json:"readyReplicas,omitempty" protobuf:"4"`
	AvailableReplicas    int32  `json:"availableReplicas,omitempty" protobuf:"5"`
	TerminatingReplicas  *int32 `json:"terminatingReplicas,omitempty" protobuf:"7"`
	ObservedGeneration   int64  `json:"observedGeneration,omitempty" protobuf:"3"`
	// +listType=map
	// +listMapKey=type
	Conditions []ReplicaSetCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"6"`
}

type ReplicaSetConditionType string

type ReplicaSetCondition struct {
	// +optional
	Type ReplicaSetConditionType `json:"type" protobuf:"1"`
	// +optional
	Status             v1.ConditionStatus `json:"status" protobuf:"2"`
	LastTransitionTime metav1.Time        `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string             `json:"reason,omitempty" protobuf:"4"`
	Message            string             `json:"message,omitempty" protobuf:"5"`
}

type ControllerRevision struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Data runtime.RawExtension `json:"data" protobuf:"2"`
	// +optional
	Revision int64 `json:"revision" protobuf:"3"`
}

type ControllerRevisionList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ControllerRevision `json:"items" protobuf:"2"`
}
