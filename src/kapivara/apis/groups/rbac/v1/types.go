// The types of rbac/v1.
package v1 // import "k8s.io/api/rbac/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type PolicyRule struct {
	// +listType=atomic
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Verbs []string `json:"verbs" protobuf:"1"`
	// +listType=atomic
	APIGroups []string `json:"apiGroups,omitempty" protobuf:"2"`
	// +listType=atomic
	Resources []string `json:"resources,omitempty" protobuf:"3"`
	// +listType=atomic
	ResourceNames []string `json:"resourceNames,omitempty" protobuf:"4"`
	// +listType=atomic
	NonResourceURLs []string `json:"nonResourceURLs,omitempty" protobuf:"5"`
}

// +structType=atomic
type Subject struct {
	// +required
	Kind     string `json:"kind" protobuf:"1"`
	APIGroup string `json:"apiGroup,omitempty" protobuf:"2"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Name      string `json:"name" protobuf:"3"`
	Namespace string `json:"namespace,omitempty" protobuf:"4"`
}

// +structType=atomic
type RoleRef struct {
	// +optional
	APIGroup string `json:"apiGroup" protobuf:"1"`
	// +required
	Kind string `json:"kind" protobuf:"2"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Name string `json:"name" protobuf:"3"`
}

type Role struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +optional
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	Rules []PolicyRule `json:"rules" protobuf:"2"`
}

type RoleBinding struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	Subjects []Subject `json:"subjects,omitempty" protobuf:"2"`
	// +required
	// +k8s:alpha(since:"1.37")=+k8s:immutable
	RoleRef RoleRef `json:"roleRef" protobuf:"3"`
}

type RoleBindingList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []RoleBinding `json:"items" protobuf:"2"`
}

type RoleList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Role `json:"items" protobuf:"2"`
}

type ClusterRole struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +optional
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	Rules           []PolicyRule     `json:"rules" protobuf:"2"`
	AggregationRule *AggregationRule `json:"aggregationRule,omitempty" protobuf:"3"`
}

type AggregationRule struct {
	// +listType=atomic
	ClusterRoleSelectors []metav1.LabelSelector `json:"clusterRoleSelectors,omitempty" protobuf:"1"`
}

type ClusterRoleBinding struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	Subjects []Subject `json:"subjects,omitempty" protobuf:"2"`
	// +required
	// +k8s:alpha(since:"1.37")=+k8s:immutable
	RoleRef RoleRef `json:"roleRef" protobuf:"3"`
}

type ClusterRoleBindingList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ClusterRoleBinding `json:"items" protobuf:"2"`
}

type ClusterRoleList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ClusterRole `json:"items" protobuf:"2"`
}
