"""Types of packages that nearly all API packages import, for those whose sources are not at hand.

They are given as Go declarations: what their kinds are, and their fields where those are seen in JSON. They carry no
tags. A type that is not listed is taken for a struct.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_META = """package v1
import (
	"time"
	"k8s.io/apimachinery/pkg/types"
)
type Time struct { time.Time `protobuf:"-"` }
type MicroTime struct { time.Time `protobuf:"-"` }
type Timestamp struct {
	Seconds int64 `json:"seconds"`
	Nanos int32 `json:"nanos"`
}
type Duration struct { time.Duration }
type TypeMeta struct {
	Kind string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}
type ListMeta struct {
	SelfLink string `json:"selfLink,omitempty"`
	ResourceVersion string `json:"resourceVersion,omitempty"`
	Continue string `json:"continue,omitempty"`
	RemainingItemCount *int64 `json:"remainingItemCount,omitempty"`
}
type ObjectMeta struct {
	Name string `json:"name,omitempty"`
	GenerateName string `json:"generateName,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	SelfLink string `json:"selfLink,omitempty"`
	UID types.UID `json:"uid,omitempty"`
	ResourceVersion string `json:"resourceVersion,omitempty"`
	Generation int64 `json:"generation,omitempty"`
	CreationTimestamp Time `json:"creationTimestamp,omitempty"`
	DeletionTimestamp *Time `json:"deletionTimestamp,omitempty"`
	DeletionGracePeriodSeconds *int64 `json:"deletionGracePeriodSeconds,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
	OwnerReferences []OwnerReference `json:"ownerReferences,omitempty"`
	Finalizers []string `json:"finalizers,omitempty"`
	ManagedFields []ManagedFieldsEntry `json:"managedFields,omitempty"`
}
type OwnerReference struct {
	APIVersion string `json:"apiVersion"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	UID types.UID `json:"uid"`
	Controller *bool `json:"controller,omitempty"`
	BlockOwnerDeletion *bool `json:"blockOwnerDeletion,omitempty"`
}
type ManagedFieldsOperationType string
type ManagedFieldsEntry struct {
	Manager string `json:"manager,omitempty"`
	Operation ManagedFieldsOperationType `json:"operation,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
	Time *Time `json:"time,omitempty"`
	FieldsType string `json:"fieldsType,omitempty"`
	FieldsV1 *FieldsV1 `json:"fieldsV1,omitempty"`
	Subresource string `json:"subresource,omitempty"`
}
type FieldsV1 struct { Raw []byte `json:"-"` }
type LabelSelector struct {
	MatchLabels map[string]string `json:"matchLabels,omitempty"`
	MatchExpressions []LabelSelectorRequirement `json:"matchExpressions,omitempty"`
}
type LabelSelectorRequirement struct {
	Key string `json:"key"`
	Operator LabelSelectorOperator `json:"operator"`
	Values []string `json:"values,omitempty"`
}
type LabelSelectorOperator string
type FieldSelectorRequirement struct {
	Key string `json:"key"`
	Operator FieldSelectorOperator `json:"operator"`
	Values []string `json:"values,omitempty"`
}
type FieldSelectorOperator string
type ConditionStatus string
const (
	ConditionTrue ConditionStatus = "True"
	ConditionFalse ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)
type Condition struct {
	Type string `json:"type"`
	Status ConditionStatus `json:"status"`
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	LastTransitionTime Time `json:"lastTransitionTime"`
	Reason string `json:"reason"`
	Message string `json:"message"`
}
type GroupKind struct {
	Group string `json:"group"`
	Kind string `json:"kind"`
}
type GroupResource struct {
	Group string `json:"group"`
	Resource string `json:"resource"`
}
type GroupVersion struct {
	Group string `json:"group"`
	Version string `json:"version"`
}
type GroupVersionKind struct {
	Group string `json:"group"`
	Version string `json:"version"`
	Kind string `json:"kind"`
}
type GroupVersionResource struct {
	Group string `json:"group"`
	Version string `json:"version"`
	Resource string `json:"resource"`
}
type Verbs []string
type StatusReason string
type CauseType string
type DeletionPropagation string
"""

_CORE = """package v1
import (
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
)
type ObjectReference struct {
	Kind string `json:"kind,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name string `json:"name,omitempty"`
	UID types.UID `json:"uid,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
	ResourceVersion string `json:"resourceVersion,omitempty"`
	FieldPath string `json:"fieldPath,omitempty"`
}
type LocalObjectReference struct { Name string `json:"name,omitempty"` }
type TypedLocalObjectReference struct {
	APIGroup *string `json:"apiGroup"`
	Kind string `json:"kind"`
	Name string `json:"name"`
}
type TypedObjectReference struct {
	APIGroup *string `json:"apiGroup"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	Namespace *string `json:"namespace,omitempty"`
}
type SecretReference struct {
	Name string `json:"name,omitempty"`
	Namespace string `json:"namespace,omitempty"`
}
type SecretKeySelector struct {
	LocalObjectReference `json:",inline"`
	Key string `json:"key"`
	Optional *bool `json:"optional,omitempty"`
}
type ConfigMapKeySelector struct {
	LocalObjectReference `json:",inline"`
	Key string `json:"key"`
	Optional *bool `json:"optional,omitempty"`
}
type ResourceName string
type ResourceList map[ResourceName]resource.Quantity
type ResourceClaim struct {
	Name string `json:"name"`
	Request string `json:"request,omitempty"`
}
type ResourceRequirements struct {
	Limits ResourceList `json:"limits,omitempty"`
	Requests ResourceList `json:"requests,omitempty"`
	Claims []ResourceClaim `json:"claims,omitempty"`
}
type Toleration struct {
	Key string `json:"key,omitempty"`
	Operator TolerationOperator `json:"operator,omitempty"`
	Value string `json:"value,omitempty"`
	Effect TaintEffect `json:"effect,omitempty"`
	TolerationSeconds *int64 `json:"tolerationSeconds,omitempty"`
}
type NodeSelector struct { NodeSelectorTerms []NodeSelectorTerm `json:"nodeSelectorTerms"` }
type NodeSelectorTerm struct {
	MatchExpressions []NodeSelectorRequirement `json:"matchExpressions,omitempty"`
	MatchFields []NodeSelectorRequirement `json:"matchFields,omitempty"`
}
type NodeSelectorRequirement struct {
	Key string `json:"key"`
	Operator NodeSelectorOperator `json:"operator"`
	Values []string `json:"values,omitempty"`
}
type NodeSelectorOperator string
type TolerationOperator string
type TaintEffect string
type ConditionStatus string
const (
	ConditionTrue ConditionStatus = "True"
	ConditionFalse ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)
type Protocol string
type URIScheme string
type PullPolicy string
type RestartPolicy string
type DNSPolicy string
type PodPhase string
type PodConditionType string
type NodeConditionType string
type NamespacePhase string
type ServiceType string
type ServiceAffinity string
type IPFamily string
type IPFamilyPolicy string
type SecretType string
type StorageMedium string
type MountPropagationMode string
type PreemptionPolicy string
type UnsatisfiableConstraintAction string
type PersistentVolumeAccessMode string
type PersistentVolumeMode string
type PersistentVolumeReclaimPolicy string
type PersistentVolumeClaimPhase string
type ResourceQuotaScope string
type FinalizerName string
type Capability string
"""

_SMALL = {
    "time": """package time
type Duration int64
type Month int
type Weekday int
type Location struct { name string }
type Time struct {
	wall uint64
	ext int64
	loc *Location
}
const (
	Nanosecond Duration = 1
	Microsecond = 1000 * Nanosecond
	Millisecond = 1000 * Microsecond
	Second = 1000 * Millisecond
	Minute = 60 * Second
	Hour = 60 * Minute
)
""",
    "encoding/json": "package json\ntype RawMessage []byte\ntype Number string\n",
    "net": "package net\ntype IP []byte\ntype IPMask []byte\n",
    "k8s.io/apimachinery/pkg/types": """package types
type UID string
type NodeName string
type PatchType string
type NamespacedName struct {
	Namespace string
	Name string
}
""",
    "k8s.io/apimachinery/pkg/api/resource": """package resource
type Format string
type Scale int32
type int64Amount struct {
	value int64
	scale Scale
}
type infDecAmount struct { Dec *int64 }
type Quantity struct {
	i int64Amount
	d infDecAmount
	s string
	Format
}
""",
    "k8s.io/apimachinery/pkg/util/intstr": """package intstr
type Type int64
type IntOrString struct {
	Type Type
	IntVal int32
	StrVal string
}
""",
    "k8s.io/apimachinery/pkg/runtime": """package runtime
type Object interface{}
type RawExtension struct {
	Raw []byte `json:"-"`
	Object Object `json:"-"`
}
type TypeMeta struct {
	APIVersion string `json:"apiVersion,omitempty"`
	Kind string `json:"kind,omitempty"`
}
type Unknown struct {
	TypeMeta `json:",inline"`
	Raw []byte `json:"raw,omitempty"`
	ContentEncoding string
	ContentType string
}
""",
    "k8s.io/apimachinery/pkg/runtime/schema": """package schema
type GroupKind struct {
	Group string
	Kind string
}
type GroupResource struct {
	Group string
	Resource string
}
type GroupVersion struct {
	Group string
	Version string
}
type GroupVersionKind struct {
	Group string
	Version string
	Kind string
}
type GroupVersionResource struct {
	Group string
	Version string
	Resource string
}
""",
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1": """package v1
type JSON struct { Raw []byte `json:"-"` }
""",
}

DECLARATIONS: Mapping[str, str] = MappingProxyType(
    {"k8s.io/apimachinery/pkg/apis/meta/v1": _META, "k8s.io/api/core/v1": _CORE, **_SMALL}
)
"""Go declarations by import path."""
