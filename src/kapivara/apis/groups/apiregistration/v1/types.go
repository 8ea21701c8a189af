// The types of apiregistration/v1.
package v1 // import "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type APIServiceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []APIService `json:"items" protobuf:"2"`
}

type ServiceReference struct {
	Namespace string `json:"namespace,omitempty" protobuf:"1"`
	Name      string `json:"name,omitempty" protobuf:"2"`
	Port      *int32 `json:"port,omitempty" protobuf:"3"`
}

type APIServiceSpec struct {
	Service               *ServiceReference `json:"service,omitempty" protobuf:"1"`
	Group                 string            `json:"group,omitempty" protobuf:"2"`
	Version               string            `json:"version,omitempty" protobuf:"3"`
	InsecureSkipTLSVerify bool              `json:"insecureSkipTLSVerify,omitempty" protobuf:"4"`
	// +listType=atomic
	CABundle             []byte `json:"caBundle,omitempty" protobuf:"5"`
	GroupPriorityMinimum int32  `json:"groupPriorityMinimum" protobuf:"7"`
	VersionPriority      int32  `json:"versionPriority" protobuf:"8"`
}

type ConditionStatus string

type APIServiceConditionType string

type APIServiceCondition struct {
	Type               APIServiceConditionType `json:"type" protobuf:"1"`
	Status             ConditionStatus         `json:"status" protobuf:"2"`
	LastTransitionTime metav1.Time             `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string                  `json:"reason,omitempty" protobuf:"4"`
	Message            string                  `json:"message,omitempty" protobuf:"5"`
}

type APIServiceStatus struct {
	// +listType=map
	// +listMapKey=type
	Conditions []APIServiceCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"1"`
}

type APIService struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              APIServiceSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            APIServiceStatus `json:"status,omitempty" protobuf:"3"`
}
