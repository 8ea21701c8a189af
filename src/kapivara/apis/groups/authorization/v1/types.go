// The types of authorization/v1.
package v1 // import "k8s.io/api/authorization/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +k8s:supportsSubresource="/status"
type SubjectAccessReview struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              SubjectAccessReviewSpec   `json:"spec" protobuf:"2"`
	Status            SubjectAccessReviewStatus `json:"status,omitempty" protobuf:"3"`
}

// +k8s:supportsSubresource="/status"
type SelfSubjectAccessReview struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              SelfSubjectAccessReviewSpec `json:"spec" protobuf:"2"`
	Status            SubjectAccessReviewStatus   `json:"status,omitempty" protobuf:"3"`
}

// +k8s:supportsSubresource="/status"
type LocalSubjectAccessReview struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              SubjectAccessReviewSpec   `json:"spec" protobuf:"2"`
	Status            SubjectAccessReviewStatus `json:"status,omitempty" protobuf:"3"`
}

type ResourceAttributes struct {
	Namespace     string                   `json:"namespace,omitempty" protobuf:"1"`
	Verb          string                   `json:"verb,omitempty" protobuf:"2"`
	Group         string                   `json:"group,omitempty" protobuf:"3"`
	Version       string                   `json:"version,omitempty" protobuf:"4"`
	Resource      string                   `json:"resource,omitempty" protobuf:"5"`
	Subresource   string                   `json:"subresource,omitempty" protobuf:"6"`
	Name          string                   `json:"name,omitempty" protobuf:"7"`
	FieldSelector *FieldSelectorAttributes `json:"fieldSelector,omitempty" protobuf:"8"`
	LabelSelector *LabelSelectorAttributes `json:"labelSelector,omitempty" protobuf:"9"`
}

type LabelSelectorAttributes struct {
	RawSelector string `json:"rawSelector,omitempty" protobuf:"1"`
	// +listType=atomic
	Requirements []metav1.LabelSelectorRequirement `json:"requirements,omitempty" protobuf:"2"`
}

type FieldSelectorAttributes struct {
	RawSelector string `json:"rawSelector,omitempty" protobuf:"1"`
	// +listType=atomic
	Requirements []metav1.FieldSelectorRequirement `json:"requirements,omitempty" protobuf:"2"`
}

type NonResourceAttributes struct {
	Path string `json:"path,omitempty" protobuf:"1"`
	Verb string `json:"verb,omitempty" protobuf:"2"`
}

type SubjectAccessReviewSpec struct {
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:unionMember
	ResourceAttributes *ResourceAttributes `json:"resourceAttributes,omitempty" protobuf:"1"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:unionMember
	NonResourceAttributes *NonResourceAttributes `json:"nonResourceAttributes,omitempty" protobuf:"2"`
	User                  string                 `json:"user,omitempty" protobuf:"3"`
	// +listType=atomic
	Groups []string              `json:"groups,omitempty" protobuf:"4"`
	Extra  map[string]ExtraValue `json:"extra,omitempty" protobuf:"5"`
	UID    string                `json:"uid,omitempty" protobuf:"6"`
}

// +protobuf.nullable=true
type ExtraValue []string

type SelfSubjectAccessReviewSpec struct {
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:unionMember
	ResourceAttributes *ResourceAttributes `json:"resourceAttributes,omitempty" protobuf:"1"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:unionMember
	NonResourceAttributes *NonResourceAttributes `json:"nonResourceAttributes,omitempty" protobuf:"2"`
}

type SubjectAccessReviewStatus struct {
	Allowed         bool   `json:"allowed" protobuf:"1"`
	Denied          bool   `json:"denied,omitempty" protobuf:"4"`
	Reason          string `json:"reason,omitempty" protobuf:"2"`
	EvaluationError string `json:"evaluationError,omitempty" protobuf:"3"`
}

// +k8s:supportsSubresource="/status"
type SelfSubjectRulesReview struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              SelfSubjectRulesReviewSpec `json:"spec" protobuf:"2"`
	Status            SubjectRulesReviewStatus   `json:"status,omitempty" protobuf:"3"`
}

type SelfSubjectRulesReviewSpec struct {
	Namespace string `json:"namespace,omitempty" protobuf:"1"`
}

type SubjectRulesReviewStatus struct {
	// +listType=atomic
	ResourceRules []ResourceRule `json:"resourceRules" protobuf:"1"`
	// +listType=atomic
	NonResourceRules []NonResourceRule `json:"nonResourceRules" protobuf:"2"`
	Incomplete       bool              `json:"incomplete" protobuf:"3"`
	EvaluationError  string            `json:"evaluationError,omitempty" protobuf:"4"`
}

type ResourceRule struct {
	// +listType=atomic
	Verbs []string `json:"verbs" protobuf:"1"`
	// +listType=atomic
	APIGroups []string `json:"apiGroups,omitempty" protobuf:"2"`
	// +listType=atomic
	Resources []string `json:"resources,omitempty" protobuf:"3"`
	// +listType=atomic
	ResourceNames []string `json:"resourceNames,omitempty" protobuf:"4"`
}

type NonResourceRule struct {
	// +listType=atomic
	Verbs []string `json:"verbs" protobuf:"1"`
	// +listType=atomic
	NonResourceURLs []string `json:"nonResourceURLs,omitempty" protobuf:"2"`
}
