// The types of batch/v1.
package v1 // import "k8s.io/api/batch/v1"

import (
	corev1 "k8s.io/api/core/v1"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// +k8s:supportsSubresource="/status"
type Job struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              JobSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            JobStatus `json:"status,omitempty" protobuf:"3"`
}

type JobList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Job `json:"items" protobuf:"2"`
}

// +enum
type CompletionMode string

const (
	NonIndexedCompletion CompletionMode = "NonIndexed"
	IndexedCompletion    CompletionMode = "Indexed"
)

// +enum
type PodFailurePolicyAction string

const (
	PodFailurePolicyActionFailJob   PodFailurePolicyAction = "FailJob"
	PodFailurePolicyActionFailIndex PodFailurePolicyAction = "FailIndex"
	PodFailurePolicyActionIgnore    PodFailurePolicyAction = "Ignore"
	PodFailurePolicyActionCount     PodFailurePolicyAction = "Count"
)

// +enum
type PodFailurePolicyOnExitCodesOperator string

const (
	PodFailurePolicyOnExitCodesOpIn    PodFailurePolicyOnExitCodesOperator = "In"
	PodFailurePolicyOnExitCodesOpNotIn PodFailurePolicyOnExitCodesOperator = "NotIn"
)

// +enum
type PodReplacementPolicy string

const (
	TerminatingOrFailed PodReplacementPolicy = "TerminatingOrFailed"
	Failed              PodReplacementPolicy = "Failed"
)

type PodFailurePolicyOnExitCodesRequirement struct {
	ContainerName *string                             `json:"containerName,omitempty" protobuf:"1"`
	Operator      PodFailurePolicyOnExitCodesOperator `json:"operator" protobuf:"2"`
	// +listType=set
	Values []int32 `json:"values" protobuf:"3"`
}

type PodFailurePolicyOnPodConditionsPattern struct {
	Type corev1.PodConditionType `json:"type" protobuf:"1"`
	// +optional
	Status corev1.ConditionStatus `json:"status" protobuf:"2"`
}

type PodFailurePolicyRule struct {
	Action      PodFailurePolicyAction                  `json:"action" protobuf:"1"`
	OnExitCodes *PodFailurePolicyOnExitCodesRequirement `json:"onExitCodes,omitempty" protobuf:"2"`
	// +listType=atomic
	OnPodConditions []PodFailurePolicyOnPodConditionsPattern `json:"onPodConditions,omitempty" protobuf:"3"`
}

type PodFailurePolicy struct {
	// +listType=atomic
	Rules []PodFailurePolicyRule `json:"rules" protobuf:"1"`
}

type SuccessPolicy struct {
	// +listType=atomic
	Rules []SuccessPolicyRule `json:"rules" protobuf:"1"`
}

type SuccessPolicyRule struct {
	SucceededIndexes *string `json:"succeededIndexes,omitempty" protobuf:"1"`
	SucceededCount   *int32  `json:"succeededCount,omitempty" protobuf:"2"`
}

type JobSpec struct {
	Parallelism           *int32            `json:"parallelism,omitempty" protobuf:"1"`
	Completions           *int32            `json:"completions,omitempty" protobuf:"2"`
	ActiveDeadlineSeconds *int64            `json:"activeDeadlineSeconds,omitempty" protobuf:"3"`
	PodFailurePolicy      *PodFailurePolicy `json:"podFailurePolicy,omitempty" protobuf:"11"`
	SuccessPolicy         *SuccessPolicy    `json:"successPolicy,omitempty" protobuf:"16"`
	BackoffLimit          *int32            `json:"backoffLimit,omitempty" protobuf:"7"`
	BackoffLimitPerIndex  *int32            `json:"backoffLimitPerIndex,omitempty" protobuf:"12"`
	// +k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:dependentRequired("backoffLimitPerIndex")
	MaxFailedIndexes        *int32                 `json:"maxFailedIndexes,omitempty" protobuf:"13"`
	Selector                *metav1.LabelSelector  `json:"selector,omitempty" protobuf:"4"`
	ManualSelector          *bool                  `json:"manualSelector,omitempty" protobuf:"5"`
	Template                corev1.PodTemplateSpec `json:"template" protobuf:"6"`
	TTLSecondsAfterFinished *int32                 `json:"ttlSecondsAfterFinished,omitempty" protobuf:"8"`
	CompletionMode          *CompletionMode        `json:"completionMode,omitempty" protobuf:"9"`
	Suspend                 *bool                  `json:"suspend,omitempty" protobuf:"10"`
	PodReplacementPolicy    *PodReplacementPolicy  `json:"podReplacementPolicy,omitempty" protobuf:"14"`
	ManagedBy               *string                `json:"managedBy,omitempty" protobuf:"15"`
	// +featureGate=WorkloadWithJob
	// +k8s:ifDisabled(WorkloadWithJob)=+k8s:forbidden
	// +k8s:optional
	// +k8s:update=NoSet
	// +k8s:update=NoUnset
	Scheduling *JobSchedulingConfiguration `json:"scheduling,omitempty" protobuf:"17"`
}

type JobSchedulingConfiguration struct {
	// +k8s:optional
	// +k8s:update=NoSet
	// +k8s:update=NoUnset
	SchedulingPolicy *schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy `json:"schedulingPolicy,omitempty" protobuf:"1"`
	// +k8s:optional
	// +k8s:immutable
	SchedulingConstraints *schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints `json:"schedulingConstraints,omitempty" protobuf:"2"`
	// +k8s:optional
	// +k8s:immutable
	DisruptionMode *schedulingv1alpha3.WorkloadPodGroupDisruptionMode `json:"disruptionMode,omitempty" protobuf:"3"`
	// +listType=map
	// +listMapKey=name
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=4
	// +k8s:immutable
	ResourceClaims []schedulingv1alpha3.WorkloadPodGroupResourceClaim `json:"resourceClaims,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"4"`
}

type JobStatus struct {
	// +listType=atomic
	Conditions              []JobCondition           `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"1"`
	StartTime               *metav1.Time             `json:"startTime,omitempty" protobuf:"2"`
	CompletionTime          *metav1.Time             `json:"completionTime,omitempty" protobuf:"3"`
	Active                  int32                    `json:"active,omitempty" protobuf:"4"`
	Succeeded               int32                    `json:"succeeded,omitempty" protobuf:"5"`
	Failed                  int32                    `json:"failed,omitempty" protobuf:"6"`
	Terminating             *int32                   `json:"terminating,omitempty" protobuf:"11"`
	CompletedIndexes        string                   `json:"completedIndexes,omitempty" protobuf:"7"`
	FailedIndexes           *string                  `json:"failedIndexes,omitempty" protobuf:"10"`
	UncountedTerminatedPods *UncountedTerminatedPods `json:"uncountedTerminatedPods,omitempty" protobuf:"8"`
	Ready                   *int32                   `json:"ready,omitempty" protobuf:"9"`
}

type UncountedTerminatedPods struct {
	// +listType=set
	Succeeded []types.UID `json:"succeeded,omitempty" protobuf:"1"`
	// +listType=set
	Failed []types.UID `json:"failed,omitempty" protobuf:"2"`
}

type JobConditionType string

type JobCondition struct {
	Type               JobConditionType       `json:"type" protobuf:"1"`
	Status             corev1.ConditionStatus `json:"status" protobuf:"2"`
	LastProbeTime      metav1.Time            `json:"lastProbeTime,omitempty" protobuf:"3"`
	LastTransitionTime metav1.Time            `json:"lastTransitionTime,omitempty" protobuf:"4"`
	Reason             string                 `json:"reason,omitempty" protobuf:"5"`
	Message            string                 `json:"message,omitempty" protobuf:"6"`
}

type JobTemplateSpec struct {
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              JobSpec `json:"spec,omitempty" protobuf:"2"`
}

// +k8s:supportsSubresource="/status"
type CronJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   CronJobSpec   `json:"spec,omitempty" protobuf:"2"`
	Status CronJobStatus `json:"status,omitempty" protobuf:"3"`
}

type CronJobList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []CronJob `json:"items" protobuf:"2"`
}

type CronJobSpec struct {
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Schedule                   string            `json:"schedule" protobuf:"1"`
	TimeZone                   *string           `json:"timeZone,omitempty" protobuf:"8"`
	StartingDeadlineSeconds    *int64            `json:"startingDeadlineSeconds,omitempty" protobuf:"2"`
	ConcurrencyPolicy          ConcurrencyPolicy `json:"concurrencyPolicy,omitempty" protobuf:"3"`
	Suspend                    *bool             `json:"suspend,omitempty" protobuf:"4"`
	JobTemplate                JobTemplateSpec   `json:"jobTemplate" protobuf:"5"`
	SuccessfulJobsHistoryLimit *int32            `json:"successfulJobsHistoryLimit,omitempty" protobuf:"6"`
	FailedJobsHistoryLimit     *int32            `json:"failedJobsHistoryLimit,omitempty" protobuf:"7"`
}

// +enum
type ConcurrencyPolicy string

const (
	AllowConcurrent   ConcurrencyPolicy = "Allow"
	ForbidConcurrent  ConcurrencyPolicy = "Forbid"
	ReplaceConcurrent ConcurrencyPolicy = "Replace"
)

type CronJobStatus struct {
	// +listType=atomic
	Active             []corev1.ObjectReference `json:"active,omitempty" protobuf:"1"`
	LastScheduleTime   *metav1.Time             `json:"lastScheduleTime,omitempty" protobuf:"4"`
	LastSuccessfulTime *metav1.Time             `json:"lastSuccessfulTime,omitempty" protobuf:"5"`
}
