// The kinds of the core group, and types that other groups share with it.
package v1 // import "k8s.io/api/core/v1"

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Holds the objects of other kinds, so that their names need to differ only within it.
// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/finalize"
type Namespace struct {
	metav1.TypeMeta `json:",inline"`
	// The metadata of this object.
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// What is wanted of the namespace.
	Spec NamespaceSpec `json:"spec,omitempty" protobuf:"2"`
	// What the server has found out about it.
	Status NamespaceStatus `json:"status,omitempty" protobuf:"3"`
}

// A list of namespaces.
type NamespaceList struct {
	metav1.TypeMeta `json:",inline"`
	// Which state was listed, and whether there is more.
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// The namespaces, as far as this part of the list goes.
	Items []Namespace `json:"items" protobuf:"2"`
}

// What is wanted of a namespace.
type NamespaceSpec struct {
	// Who still has something to do before the namespace may be removed; only the subresource finalize changes
	// them.
	// +listType=atomic
	Finalizers []FinalizerName `json:"finalizers,omitempty" protobuf:"1"`
}

// What the server has found out about a namespace.
type NamespaceStatus struct {
	// Where the namespace is in its life: Active, or Terminating once it is being deleted.
	Phase NamespacePhase `json:"phase,omitempty" protobuf:"1"`
	// What is known about its deletion, where that does not end.
	// +listType=map
	// +listMapKey=type
	Conditions []NamespaceCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"2"`
}

// One thing that is known about the state of a namespace.
type NamespaceCondition struct {
	// What is told, in one word, such as NamespaceContentRemaining.
	Type NamespaceConditionType `json:"type" protobuf:"1"`
	// Whether it holds: True, False or Unknown.
	Status ConditionStatus `json:"status" protobuf:"2"`
	// When status last changed.
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty" protobuf:"4"`
	// Why status is what it is, in one word for programs.
	Reason string `json:"reason,omitempty" protobuf:"5"`
	// The same for people to read.
	Message string `json:"message,omitempty" protobuf:"6"`
}

// Where a namespace is in its life.
// +enum
type NamespacePhase string

const (
	NamespaceActive      NamespacePhase = "Active"
	NamespaceTerminating NamespacePhase = "Terminating"
)

// What a condition of a namespace tells.
type NamespaceConditionType string

// +structType=atomic
type ObjectReference struct {
	Kind            string    `json:"kind,omitempty" protobuf:"1"`
	Namespace       string    `json:"namespace,omitempty" protobuf:"2"`
	Name            string    `json:"name,omitempty" protobuf:"3"`
	UID             types.UID `json:"uid,omitempty" protobuf:"4"`
	APIVersion      string    `json:"apiVersion,omitempty" protobuf:"5"`
	ResourceVersion string    `json:"resourceVersion,omitempty" protobuf:"6"`
	FieldPath       string    `json:"fieldPath,omitempty" protobuf:"7"`
}

// +structType=atomic
type LocalObjectReference struct {
	// +default=""
	Name string `json:"name,omitempty" protobuf:"1"`
}

// +structType=atomic
type TypedLocalObjectReference struct {
	// +optional
	APIGroup *string `json:"apiGroup" protobuf:"1"`
	Kind     string  `json:"kind" protobuf:"2"`
	Name     string  `json:"name" protobuf:"3"`
}

type TypedObjectReference struct {
	// +optional
	APIGroup  *string `json:"apiGroup" protobuf:"1"`
	Kind      string  `json:"kind" protobuf:"2"`
	Name      string  `json:"name" protobuf:"3"`
	Namespace *string `json:"namespace,omitempty" protobuf:"4"`
}

// +structType=atomic
type SecretReference struct {
	Name      string `json:"name,omitempty" protobuf:"1"`
	Namespace string `json:"namespace,omitempty" protobuf:"2"`
}

// +structType=atomic
type SecretKeySelector struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	Key                  string `json:"key" protobuf:"2"`
	Optional             *bool  `json:"optional,omitempty" protobuf:"3"`
}

// +structType=atomic
type ConfigMapKeySelector struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	Key                  string `json:"key" protobuf:"2"`
	Optional             *bool  `json:"optional,omitempty" protobuf:"3"`
}

type ResourceClaim struct {
	Name    string `json:"name" protobuf:"1"`
	Request string `json:"request,omitempty" protobuf:"2"`
}

type ResourceRequirements struct {
	Limits   ResourceList `json:"limits,omitempty" protobuf:"1"`
	Requests ResourceList `json:"requests,omitempty" protobuf:"2"`
	// +listType=map
	// +listMapKey=name
	Claims []ResourceClaim `json:"claims,omitempty" protobuf:"3"`
}

type Toleration struct {
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:format=k8s-label-key
	Key               string             `json:"key,omitempty" protobuf:"1"`
	Operator          TolerationOperator `json:"operator,omitempty" protobuf:"2"`
	Value             string             `json:"value,omitempty" protobuf:"3"`
	Effect            TaintEffect        `json:"effect,omitempty" protobuf:"4"`
	TolerationSeconds *int64             `json:"tolerationSeconds,omitempty" protobuf:"5"`
}

// +structType=atomic
type NodeSelector struct {
	// +listType=atomic
	NodeSelectorTerms []NodeSelectorTerm `json:"nodeSelectorTerms" protobuf:"1"`
}

// +structType=atomic
type NodeSelectorTerm struct {
	// +listType=atomic
	MatchExpressions []NodeSelectorRequirement `json:"matchExpressions,omitempty" protobuf:"1"`
	// +listType=atomic
	MatchFields []NodeSelectorRequirement `json:"matchFields,omitempty" protobuf:"2"`
}

type NodeSelectorRequirement struct {
	Key      string               `json:"key" protobuf:"1"`
	Operator NodeSelectorOperator `json:"operator" protobuf:"2"`
	// +listType=atomic
	Values []string `json:"values,omitempty" protobuf:"3"`
}

type ResourceName string

type ResourceList map[ResourceName]resource.Quantity

type ConditionStatus string

const (
	ConditionTrue    ConditionStatus = "True"
	ConditionFalse   ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)

type NodeSelectorOperator string
type TolerationOperator string
type TaintEffect string
type Protocol string
type URIScheme string
type PullPolicy string
type RestartPolicy string
type DNSPolicy string
type PodPhase string
type PodConditionType string
type NodeConditionType string
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
