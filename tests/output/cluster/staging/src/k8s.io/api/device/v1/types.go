package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Device struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +k8s:optional
	Attributes map[string]DeviceAttribute `json:"attributes,omitempty"`
}

type DeviceAttribute struct {
	// +k8s:optional
	// +k8s:unionMember
	Text *string `json:"text,omitempty"`
	// +k8s:optional
	// +k8s:unionMember
	Number *int64 `json:"number,omitempty"`
}
