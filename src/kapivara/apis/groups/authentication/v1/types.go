// The types of authentication/v1.
package v1 // import "k8s.io/api/authentication/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// +k8s:supportsSubresource="/status"
type TokenReview struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   TokenReviewSpec   `json:"spec" protobuf:"2"`
	Status TokenReviewStatus `json:"status,omitempty" protobuf:"3"`
}

type TokenReviewSpec struct {
	// +required
	Token string `json:"token,omitempty" protobuf:"1"`
	// +listType=atomic
	Audiences []string `json:"audiences,omitempty" protobuf:"2"`
}

type TokenReviewStatus struct {
	Authenticated bool     `json:"authenticated,omitempty" protobuf:"1"`
	User          UserInfo `json:"user,omitempty" protobuf:"2"`
	// +listType=atomic
	Audiences []string `json:"audiences,omitempty" protobuf:"4"`
	Error     string   `json:"error,omitempty" protobuf:"3"`
}

type UserInfo struct {
	Username string `json:"username,omitempty" protobuf:"1"`
	UID      string `json:"uid,omitempty" protobuf:"2"`
	// +listType=atomic
	Groups []string              `json:"groups,omitempty" protobuf:"3"`
	Extra  map[string]ExtraValue `json:"extra,omitempty" protobuf:"4"`
}

// +protobuf.nullable=true
type ExtraValue []string

// +protobuf.nullable=true
type AttestationValue []string

type TokenRequest struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +optional
	Spec   TokenRequestSpec   `json:"spec" protobuf:"2"`
	Status TokenRequestStatus `json:"status,omitempty" protobuf:"3"`
}

type TokenRequestSpec struct {
	// +optional
	// +listType=atomic
	Audiences []string `json:"audiences" protobuf:"1"`
	// +optional
	ExpirationSeconds *int64 `json:"expirationSeconds" protobuf:"4"`
	// +optional
	BoundObjectRef *BoundObjectReference       `json:"boundObjectRef" protobuf:"3"`
	Attestations   map[string]AttestationValue `json:"attestations,omitempty" protobuf:"5"`
}

type TokenRequestStatus struct {
	// +optional
	Token string `json:"token" protobuf:"1"`
	// +optional
	ExpirationTimestamp metav1.Time `json:"expirationTimestamp" protobuf:"2"`
}

type BoundObjectReference struct {
	Kind       string    `json:"kind,omitempty" protobuf:"1"`
	APIVersion string    `json:"apiVersion,omitempty" protobuf:"2"`
	Name       string    `json:"name,omitempty" protobuf:"3"`
	UID        types.UID `json:"uid,omitempty" protobuf:"4"`
}

// +k8s:supportsSubresource="/status"
type SelfSubjectReview struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Status            SelfSubjectReviewStatus `json:"status,omitempty" protobuf:"2"`
}

type SelfSubjectReviewStatus struct {
	UserInfo UserInfo `json:"userInfo,omitempty" protobuf:"1"`
}
