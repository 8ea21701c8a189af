// The types of flowcontrol/v1.
package v1 // import "k8s.io/api/flowcontrol/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +k8s:supportsSubresource="/status"
type FlowSchema struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   FlowSchemaSpec   `json:"spec,omitempty" protobuf:"2"`
	Status FlowSchemaStatus `json:"status,omitempty" protobuf:"3"`
}

type FlowSchemaList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []FlowSchema `json:"items" protobuf:"2"`
}

type FlowSchemaSpec struct {
	// +required
	PriorityLevelConfiguration PriorityLevelConfigurationReference `json:"priorityLevelConfiguration" protobuf:"1"`
	// +optional
	MatchingPrecedence  int32                    `json:"matchingPrecedence" protobuf:"2"`
	DistinguisherMethod *FlowDistinguisherMethod `json:"distinguisherMethod,omitempty" protobuf:"3"`
	// +listType=atomic
	Rules []PolicyRulesWithSubjects `json:"rules,omitempty" protobuf:"4"`
}

type FlowDistinguisherMethodType string

type FlowDistinguisherMethod struct {
	// +required
	Type FlowDistinguisherMethodType `json:"type" protobuf:"1"`
}

type PriorityLevelConfigurationReference struct {
	// +required
	Name string `json:"name" protobuf:"1"`
}

type PolicyRulesWithSubjects struct {
	// +listType=atomic
	// +required
	Subjects []Subject `json:"subjects" protobuf:"1"`
	// +listType=atomic
	ResourceRules []ResourcePolicyRule `json:"resourceRules,omitempty" protobuf:"2"`
	// +listType=atomic
	NonResourceRules []NonResourcePolicyRule `json:"nonResourceRules,omitempty" protobuf:"3"`
}

// +union
type Subject struct {
	// +required
	// +unionDiscriminator
	Kind SubjectKind `json:"kind" protobuf:"1"`
	// +optional
	User *UserSubject `json:"user,omitempty" protobuf:"2"`
	// +optional
	Group *GroupSubject `json:"group,omitempty" protobuf:"3"`
	// +optional
	ServiceAccount *ServiceAccountSubject `json:"serviceAccount,omitempty" protobuf:"4"`
}

type SubjectKind string

type UserSubject struct {
	// +required
	Name string `json:"name" protobuf:"1"`
}

type GroupSubject struct {
	// +required
	Name string `json:"name" protobuf:"1"`
}

type ServiceAccountSubject struct {
	// +required
	Namespace string `json:"namespace" protobuf:"1"`
	// +required
	Name string `json:"name" protobuf:"2"`
}

type ResourcePolicyRule struct {
	// +listType=set
	// +required
	Verbs []string `json:"verbs" protobuf:"1"`
	// +listType=set
	// +required
	APIGroups []string `json:"apiGroups" protobuf:"2"`
	// +listType=set
	// +required
	Resources    []string `json:"resources" protobuf:"3"`
	ClusterScope bool     `json:"clusterScope,omitempty" protobuf:"4"`
	// +optional
	// +listType=set
	Namespaces []string `json:"namespaces" protobuf:"5"`
}

type NonResourcePolicyRule struct {
	// +listType=set
	// +required
	Verbs []string `json:"verbs" protobuf:"1"`
	// +listType=set
	// +required
	NonResourceURLs []string `json:"nonResourceURLs" protobuf:"6"`
}

type FlowSchemaStatus struct {
	// +listType=map
	// +listMapKey=type
	Conditions []FlowSchemaCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"1"`
}

type FlowSchemaCondition struct {
	// +required
	Type               FlowSchemaConditionType `json:"type,omitempty" protobuf:"1"`
	Status             ConditionStatus         `json:"status,omitempty" protobuf:"2"`
	LastTransitionTime metav1.Time             `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string                  `json:"reason,omitempty" protobuf:"4"`
	Message            string                  `json:"message,omitempty" protobuf:"5"`
}

type FlowSchemaConditionType string

// +k8s:supportsSubresource="/status"
type PriorityLevelConfiguration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   PriorityLevelConfigurationSpec   `json:"spec,omitempty" protobuf:"2"`
	Status PriorityLevelConfigurationStatus `json:"status,omitempty" protobuf:"3"`
}

type PriorityLevelConfigurationList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []PriorityLevelConfiguration `json:"items" protobuf:"2"`
}

// +union
type PriorityLevelConfigurationSpec struct {
	// +required
	// +unionDiscriminator
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:modeDiscriminator
	Type PriorityLevelEnablement `json:"type" protobuf:"1"`
	// +optional
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:ifMode("Limited")=+k8s:required
	Limited *LimitedPriorityLevelConfiguration `json:"limited,omitempty" protobuf:"2"`
	// +optional
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:ifMode("Exempt")=+k8s:optional
	Exempt *ExemptPriorityLevelConfiguration `json:"exempt,omitempty" protobuf:"3"`
}

type PriorityLevelEnablement string

type LimitedPriorityLevelConfiguration struct {
	// +optional
	NominalConcurrencyShares *int32 `json:"nominalConcurrencyShares" protobuf:"1"`
	// +required
	LimitResponse         LimitResponse `json:"limitResponse,omitempty" protobuf:"2"`
	LendablePercent       *int32        `json:"lendablePercent,omitempty" protobuf:"3"`
	BorrowingLimitPercent *int32        `json:"borrowingLimitPercent,omitempty" protobuf:"4"`
}

type ExemptPriorityLevelConfiguration struct {
	NominalConcurrencyShares *int32 `json:"nominalConcurrencyShares,omitempty" protobuf:"1"`
	LendablePercent          *int32 `json:"lendablePercent,omitempty" protobuf:"2"`
}

// +union
type LimitResponse struct {
	// +required
	// +unionDiscriminator
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:modeDiscriminator
	Type LimitResponseType `json:"type" protobuf:"1"`
	// +optional
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:ifMode("Queue")=+k8s:required
	Queuing *QueuingConfiguration `json:"queuing,omitempty" protobuf:"2"`
}

type LimitResponseType string

type QueuingConfiguration struct {
	// +optional
	Queues int32 `json:"queues" protobuf:"1"`
	// +optional
	HandSize int32 `json:"handSize" protobuf:"2"`
	// +optional
	QueueLengthLimit int32 `json:"queueLengthLimit" protobuf:"3"`
}

type PriorityLevelConfigurationConditionType string

type PriorityLevelConfigurationStatus struct {
	// +listType=map
	// +listMapKey=type
	Conditions []PriorityLevelConfigurationCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"1"`
}

type PriorityLevelConfigurationCondition struct {
	// +required
	Type               PriorityLevelConfigurationConditionType `json:"type,omitempty" protobuf:"1"`
	Status             ConditionStatus                         `json:"status,omitempty" protobuf:"2"`
	LastTransitionTime metav1.Time                             `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string                                  `json:"reason,omitempty" protobuf:"4"`
	Message            string                                  `json:"message,omitempty" protobuf:"5"`
}

type ConditionStatus string
