// The types of admissionregistration/v1.
package v1 // import "k8s.io/api/admissionregistration/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Rule struct {
	// +listType=atomic
	APIGroups []string `json:"apiGroups,omitempty" protobuf:"1"`
	// +listType=atomic
	APIVersions []string `json:"apiVersions,omitempty" protobuf:"2"`
	// +listType=atomic
	Resources []string   `json:"resources,omitempty" protobuf:"3"`
	Scope     *ScopeType `json:"scope,omitempty" protobuf:"4"`
}

// +enum
type ScopeType string

const (
	ClusterScope    ScopeType = "Cluster"
	NamespacedScope ScopeType = "Namespaced"
	AllScopes       ScopeType = "*"
)

// +enum
type FailurePolicyType string

const (
	Ignore FailurePolicyType = "Ignore"
	Fail   FailurePolicyType = "Fail"
)

type ParameterNotFoundActionType string

// +enum
type MatchPolicyType string

const (
	Exact      MatchPolicyType = "Exact"
	Equivalent MatchPolicyType = "Equivalent"
)

// +enum
type SideEffectClass string

const (
	SideEffectClassUnknown      SideEffectClass = "Unknown"
	SideEffectClassNone         SideEffectClass = "None"
	SideEffectClassSome         SideEffectClass = "Some"
	SideEffectClassNoneOnDryRun SideEffectClass = "NoneOnDryRun"
)

// +k8s:supportsSubresource="/status"
type ValidatingAdmissionPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              ValidatingAdmissionPolicySpec   `json:"spec,omitempty" protobuf:"2"`
	Status            ValidatingAdmissionPolicyStatus `json:"status,omitempty" protobuf:"3"`
}

type ValidatingAdmissionPolicyStatus struct {
	ObservedGeneration int64         `json:"observedGeneration,omitempty" protobuf:"1"`
	TypeChecking       *TypeChecking `json:"typeChecking,omitempty" protobuf:"2"`
	// +listType=map
	// +listMapKey=type
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:listType=map
	// +k8s:alpha(since: "1.37")=+k8s:listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty" protobuf:"3"`
}

type ValidatingAdmissionPolicyConditionType string

type TypeChecking struct {
	// +listType=atomic
	ExpressionWarnings []ExpressionWarning `json:"expressionWarnings,omitempty" protobuf:"1"`
}

type ExpressionWarning struct {
	FieldRef string `json:"fieldRef" protobuf:"2"`
	Warning  string `json:"warning" protobuf:"3"`
}

type ValidatingAdmissionPolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ValidatingAdmissionPolicy `json:"items" protobuf:"2"`
}

type ValidatingAdmissionPolicySpec struct {
	ParamKind        *ParamKind      `json:"paramKind,omitempty" protobuf:"1"`
	MatchConstraints *MatchResources `json:"matchConstraints,omitempty" protobuf:"2"`
	// +listType=atomic
	Validations   []Validation       `json:"validations,omitempty" protobuf:"3"`
	FailurePolicy *FailurePolicyType `json:"failurePolicy,omitempty" protobuf:"4"`
	// +listType=atomic
	AuditAnnotations []AuditAnnotation `json:"auditAnnotations,omitempty" protobuf:"5"`
	// +listType=map
	// +listMapKey=name
	MatchConditions []MatchCondition `json:"matchConditions,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"6"`
	// +listType=map
	// +listMapKey=name
	Variables []Variable `json:"variables,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"7"`
}

// +structType=atomic
type ParamKind struct {
	APIVersion string `json:"apiVersion,omitempty" protobuf:"1"`
	Kind       string `json:"kind,omitempty" protobuf:"2"`
}

type Validation struct {
	Expression        string               `json:"expression" protobuf:"1"`
	Message           string               `json:"message,omitempty" protobuf:"2"`
	Reason            *metav1.StatusReason `json:"reason,omitempty" protobuf:"3"`
	MessageExpression string               `json:"messageExpression,omitempty" protobuf:"4"`
}

// +structType=atomic
type Variable struct {
	Name       string `json:"name" protobuf:"1"`
	Expression string `json:"expression" protobuf:"2"`
}

type AuditAnnotation struct {
	Key             string `json:"key" protobuf:"1"`
	ValueExpression string `json:"valueExpression" protobuf:"2"`
}

type ValidatingAdmissionPolicyBinding struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec ValidatingAdmissionPolicyBindingSpec `json:"spec,omitempty" protobuf:"2"`
}

type ValidatingAdmissionPolicyBindingList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ValidatingAdmissionPolicyBinding `json:"items" protobuf:"2"`
}

type ValidatingAdmissionPolicyBindingSpec struct {
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	PolicyName     string          `json:"policyName,omitempty" protobuf:"1"`
	ParamRef       *ParamRef       `json:"paramRef,omitempty" protobuf:"2"`
	MatchResources *MatchResources `json:"matchResources,omitempty" protobuf:"3"`
	// +listType=set
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	ValidationActions []ValidationAction `json:"validationActions,omitempty" protobuf:"4"`
}

// +structType=atomic
type ParamRef struct {
	Name                    string                       `json:"name,omitempty" protobuf:"1"`
	Namespace               string                       `json:"namespace,omitempty" protobuf:"2"`
	Selector                *metav1.LabelSelector        `json:"selector,omitempty" protobuf:"3"`
	ParameterNotFoundAction *ParameterNotFoundActionType `json:"parameterNotFoundAction,omitempty" protobuf:"4"`
}

// +structType=atomic
type MatchResources struct {
	NamespaceSelector *metav1.LabelSelector `json:"namespaceSelector,omitempty" protobuf:"1"`
	ObjectSelector    *metav1.LabelSelector `json:"objectSelector,omitempty" protobuf:"2"`
	// +listType=atomic
	ResourceRules []NamedRuleWithOperations `json:"resourceRules,omitempty" protobuf:"3"`
	// +listType=atomic
	ExcludeResourceRules []NamedRuleWithOperations `json:"excludeResourceRules,omitempty" protobuf:"4"`
	MatchPolicy          *MatchPolicyType          `json:"matchPolicy,omitempty" protobuf:"7"`
}

// +enum
type ValidationAction string

const (
	Deny  ValidationAction = "Deny"
	Warn  ValidationAction = "Warn"
	Audit ValidationAction = "Audit"
)

// +structType=atomic
type NamedRuleWithOperations struct {
	// +listType=atomic
	ResourceNames      []string `json:"resourceNames,omitempty" protobuf:"1"`
	RuleWithOperations `json:",inline" protobuf:"2"`
}

type ValidatingWebhookConfiguration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=name
	Webhooks []ValidatingWebhook `json:"webhooks,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"2"`
}

type ValidatingWebhookConfigurationList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ValidatingWebhookConfiguration `json:"items" protobuf:"2"`
}

type MutatingWebhookConfiguration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=name
	Webhooks []MutatingWebhook `json:"webhooks,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"2"`
}

type MutatingWebhookConfigurationList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []MutatingWebhookConfiguration `json:"items" protobuf:"2"`
}

type ValidatingWebhook struct {
	Name         string              `json:"name" protobuf:"1"`
	ClientConfig WebhookClientConfig `json:"clientConfig" protobuf:"2"`
	// +listType=atomic
	Rules             []RuleWithOperations  `json:"rules,omitempty" protobuf:"3"`
	FailurePolicy     *FailurePolicyType    `json:"failurePolicy,omitempty" protobuf:"4"`
	MatchPolicy       *MatchPolicyType      `json:"matchPolicy,omitempty" protobuf:"9"`
	NamespaceSelector *metav1.LabelSelector `json:"namespaceSelector,omitempty" protobuf:"5"`
	ObjectSelector    *metav1.LabelSelector `json:"objectSelector,omitempty" protobuf:"10"`
	SideEffects       *SideEffectClass      `json:"sideEffects" protobuf:"6"`
	TimeoutSeconds    *int32                `json:"timeoutSeconds,omitempty" protobuf:"7"`
	// +listType=atomic
	AdmissionReviewVersions []string `json:"admissionReviewVersions" protobuf:"8"`
	// +listType=map
	// +listMapKey=name
	MatchConditions []MatchCondition `json:"matchConditions,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"11"`
}

type MutatingWebhook struct {
	Name         string              `json:"name" protobuf:"1"`
	ClientConfig WebhookClientConfig `json:"clientConfig" protobuf:"2"`
	// +listType=atomic
	Rules             []RuleWithOperations  `json:"rules,omitempty" protobuf:"3"`
	FailurePolicy     *FailurePolicyType    `json:"failurePolicy,omitempty" protobuf:"4"`
	MatchPolicy       *MatchPolicyType      `json:"matchPolicy,omitempty" protobuf:"9"`
	NamespaceSelector *metav1.LabelSelector `json:"namespaceSelector,omitempty" protobuf:"5"`
	ObjectSelector    *metav1.LabelSelector `json:"objectSelector,omitempty" protobuf:"11"`
	SideEffects       *SideEffectClass      `json:"sideEffects" protobuf:"6"`
	TimeoutSeconds    *int32                `json:"timeoutSeconds,omitempty" protobuf:"7"`
	// +listType=atomic
	AdmissionReviewVersions []string                `json:"admissionReviewVersions" protobuf:"8"`
	ReinvocationPolicy      *ReinvocationPolicyType `json:"reinvocationPolicy,omitempty" protobuf:"10"`
	// +listType=map
	// +listMapKey=name
	MatchConditions []MatchCondition `json:"matchConditions,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"12"`
}

type MutatingAdmissionPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              MutatingAdmissionPolicySpec `json:"spec,omitempty" protobuf:"2"`
}

type MutatingAdmissionPolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []MutatingAdmissionPolicy `json:"items" protobuf:"2"`
}

type MutatingAdmissionPolicySpec struct {
	ParamKind        *ParamKind      `json:"paramKind,omitempty" protobuf:"1"`
	MatchConstraints *MatchResources `json:"matchConstraints,omitempty" protobuf:"2"`
	// +listType=atomic
	Variables []Variable `json:"variables,omitempty" protobuf:"3"`
	// +listType=atomic
	Mutations     []Mutation         `json:"mutations,omitempty" protobuf:"4"`
	FailurePolicy *FailurePolicyType `json:"failurePolicy,omitempty" protobuf:"5"`
	// +listType=map
	// +listMapKey=name
	MatchConditions    []MatchCondition       `json:"matchConditions,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"6"`
	ReinvocationPolicy ReinvocationPolicyType `json:"reinvocationPolicy,omitempty" protobuf:"7"`
}

type Mutation struct {
	// +unionDiscriminator
	PatchType          PatchType           `json:"patchType" protobuf:"2"`
	ApplyConfiguration *ApplyConfiguration `json:"applyConfiguration,omitempty" protobuf:"3"`
	JSONPatch          *JSONPatch          `json:"jsonPatch,omitempty" protobuf:"4"`
}

// +enum
type PatchType string

const (
	PatchTypeApplyConfiguration PatchType = "ApplyConfiguration"
	PatchTypeJSONPatch          PatchType = "JSONPatch"
)

type ApplyConfiguration struct {
	Expression string `json:"expression,omitempty" protobuf:"1"`
}

type JSONPatch struct {
	Expression string `json:"expression,omitempty" protobuf:"1"`
}

type MutatingAdmissionPolicyBinding struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              MutatingAdmissionPolicyBindingSpec `json:"spec,omitempty" protobuf:"2"`
}

type MutatingAdmissionPolicyBindingList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []MutatingAdmissionPolicyBinding `json:"items" protobuf:"2"`
}

type MutatingAdmissionPolicyBindingSpec struct {
	PolicyName     string          `json:"policyName,omitempty" protobuf:"1"`
	ParamRef       *ParamRef       `json:"paramRef,omitempty" protobuf:"2"`
	MatchResources *MatchResources `json:"matchResources,omitempty" protobuf:"3"`
}

// +enum
type ReinvocationPolicyType string

const (
	NeverReinvocationPolicy    ReinvocationPolicyType = "Never"
	IfNeededReinvocationPolicy ReinvocationPolicyType = "IfNeeded"
)

type RuleWithOperations struct {
	// +listType=atomic
	Operations []OperationType `json:"operations,omitempty" protobuf:"1"`
	Rule       `json:",inline" protobuf:"2"`
}

// +enum
type OperationType string

const (
	OperationAll OperationType = "*"
	Create       OperationType = "CREATE"
	Update       OperationType = "UPDATE"
	Delete       OperationType = "DELETE"
	Connect      OperationType = "CONNECT"
)

type WebhookClientConfig struct {
	URL      *string           `json:"url,omitempty" protobuf:"3"`
	Service  *ServiceReference `json:"service,omitempty" protobuf:"1"`
	CABundle []byte            `json:"caBundle,omitempty" protobuf:"2"`
}

type ServiceReference struct {
	Namespace string  `json:"namespace" protobuf:"1"`
	Name      string  `json:"name" protobuf:"2"`
	Path      *string `json:"path,omitempty" protobuf:"3"`
	Port      *int32  `json:"port,omitempty" protobuf:"4"`
}

type MatchCondition struct {
	Name       string `json:"name" protobuf:"1"`
	Expression string `json:"expression" protobuf:"2"`
}
