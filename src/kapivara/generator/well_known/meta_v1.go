// Types of k8s.io/apimachinery/pkg/apis/meta/v1 in v1.37, with their fields in JSON and their validation tags.

package v1

import (
	"k8s.io/apimachinery/pkg/types"
	"time"
)

type Time struct {
	time.Time `protobuf:"-"`
}

type MicroTime struct {
	time.Time `protobuf:"-"`
}

type Timestamp struct {
	Seconds int64 `json:"seconds"`
	Nanos   int32 `json:"nanos"`
}

type Duration struct{ time.Duration }
type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

type ListMeta struct {
	SelfLink           string     `json:"selfLink,omitempty"`
	ResourceVersion    string     `json:"resourceVersion,omitempty"`
	Continue           string     `json:"continue,omitempty"`
	RemainingItemCount *int64     `json:"remainingItemCount,omitempty"`
	ShardInfo          *ShardInfo `json:"shardInfo,omitempty"`
}

type ShardInfo struct {
	Selector string `json:"selector"`
}

type ObjectMeta struct {
	Name         string `json:"name,omitempty"`
	GenerateName string `json:"generateName,omitempty"`
	Namespace    string `json:"namespace,omitempty"`
	SelfLink     string `json:"selfLink,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	UID             types.UID `json:"uid,omitempty"`
	ResourceVersion string    `json:"resourceVersion,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:minimum=0
	Generation int64 `json:"generation,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	CreationTimestamp Time `json:"creationTimestamp,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	DeletionTimestamp *Time `json:"deletionTimestamp,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	DeletionGracePeriodSeconds *int64            `json:"deletionGracePeriodSeconds,omitempty"`
	Labels                     map[string]string `json:"labels,omitempty"`
	Annotations                map[string]string `json:"annotations,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	OwnerReferences []OwnerReference `json:"ownerReferences,omitempty"`
	Finalizers      []string         `json:"finalizers,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	ManagedFields []ManagedFieldsEntry `json:"managedFields,omitempty"`
}

type OwnerReference struct {
	// +k8s:alpha(since: "1.37")=+k8s:required
	APIVersion string `json:"apiVersion"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	Kind string `json:"kind"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	Name string `json:"name"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	UID                types.UID `json:"uid"`
	Controller         *bool     `json:"controller,omitempty"`
	BlockOwnerDeletion *bool     `json:"blockOwnerDeletion,omitempty"`
}

// +k8s:alpha(since: "1.37")=+k8s:enum
type ManagedFieldsOperationType string

const (
	ManagedFieldsOperationApply  ManagedFieldsOperationType = "Apply"
	ManagedFieldsOperationUpdate ManagedFieldsOperationType = "Update"
)

type ManagedFieldsEntry struct {
	Manager string `json:"manager,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	Operation   ManagedFieldsOperationType `json:"operation,omitempty"`
	APIVersion  string                     `json:"apiVersion,omitempty"`
	Time        *Time                      `json:"time,omitempty"`
	FieldsType  string                     `json:"fieldsType,omitempty"`
	FieldsV1    *FieldsV1                  `json:"fieldsV1,omitempty"`
	Subresource string                     `json:"subresource,omitempty"`
}

type FieldsV1 struct {
	Raw []byte `json:"-"`
}

type LabelSelector struct {
	MatchLabels      map[string]string          `json:"matchLabels,omitempty"`
	MatchExpressions []LabelSelectorRequirement `json:"matchExpressions,omitempty"`
}

type LabelSelectorRequirement struct {
	Key      string                `json:"key"`
	Operator LabelSelectorOperator `json:"operator"`
	Values   []string              `json:"values,omitempty"`
}

type LabelSelectorOperator string

type FieldSelectorRequirement struct {
	Key      string                `json:"key"`
	Operator FieldSelectorOperator `json:"operator"`
	Values   []string              `json:"values,omitempty"`
}

type FieldSelectorOperator string

// +k8s:alpha(since: "1.37")=+k8s:enum
type ConditionStatus string

const (
	ConditionTrue    ConditionStatus = "True"
	ConditionFalse   ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)

type Condition struct {
	// +k8s:alpha(since: "1.37")=+k8s:required
	Type string `json:"type"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	Status ConditionStatus `json:"status"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// +k8s:alpha(since: "1.37")=+k8s:customValidation
	LastTransitionTime Time `json:"lastTransitionTime"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	// +k8s:alpha(since: "1.37")=+k8s:maxBytes=1024
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

type GroupKind struct {
	Group string `json:"group"`
	Kind  string `json:"kind"`
}

type GroupResource struct {
	Group    string `json:"group"`
	Resource string `json:"resource"`
}

type GroupVersion struct {
	Group   string `json:"group"`
	Version string `json:"version"`
}

type GroupVersionKind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

type GroupVersionResource struct {
	Group    string `json:"group"`
	Version  string `json:"version"`
	Resource string `json:"resource"`
}

type Verbs []string
type StatusReason string
type CauseType string
type DeletionPropagation string
