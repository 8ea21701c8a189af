// The types of certificates/v1.
package v1 // import "k8s.io/api/certificates/v1"

import (
	"k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/approval"
type CertificateSigningRequest struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              CertificateSigningRequestSpec   `json:"spec" protobuf:"2"`
	Status            CertificateSigningRequestStatus `json:"status,omitempty" protobuf:"3"`
}

type CertificateSigningRequestSpec struct {
	Request           []byte `json:"request" protobuf:"1"`
	SignerName        string `json:"signerName" protobuf:"7"`
	ExpirationSeconds *int32 `json:"expirationSeconds,omitempty" protobuf:"8"`
	// +listType=atomic
	Usages   []KeyUsage `json:"usages,omitempty" protobuf:"5"`
	Username string     `json:"username,omitempty" protobuf:"2"`
	UID      string     `json:"uid,omitempty" protobuf:"3"`
	// +listType=atomic
	Groups []string              `json:"groups,omitempty" protobuf:"4"`
	Extra  map[string]ExtraValue `json:"extra,omitempty" protobuf:"6"`
}

// +protobuf.nullable=true
type ExtraValue []string

type CertificateSigningRequestStatus struct {
	// +listType=map
	// +listMapKey=type
	// +k8s:beta(since: "1.37")=+k8s:listType=map
	// +k8s:beta(since: "1.37")=+k8s:listMapKey=type
	// +k8s:beta(since: "1.37")=+k8s:customUnique
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember
	// +k8s:beta(since: "1.37")=+k8s:item(type: "Denied")=+k8s:zeroOrOneOfMember
	Conditions  []CertificateSigningRequestCondition `json:"conditions,omitempty" protobuf:"1"`
	Certificate []byte                               `json:"certificate,omitempty" protobuf:"2"`
}

type RequestConditionType string

type CertificateSigningRequestCondition struct {
	Type               RequestConditionType `json:"type" protobuf:"1"`
	Status             v1.ConditionStatus   `json:"status" protobuf:"6"`
	Reason             string               `json:"reason,omitempty" protobuf:"2"`
	Message            string               `json:"message,omitempty" protobuf:"3"`
	LastUpdateTime     metav1.Time          `json:"lastUpdateTime,omitempty" protobuf:"4"`
	LastTransitionTime metav1.Time          `json:"lastTransitionTime,omitempty" protobuf:"5"`
}

type CertificateSigningRequestList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []CertificateSigningRequest `json:"items" protobuf:"2"`
}

// +enum
type KeyUsage string

const (
	UsageSigning           KeyUsage = "signing"
	UsageDigitalSignature  KeyUsage = "digital signature"
	UsageContentCommitment KeyUsage = "content commitment"
	UsageKeyEncipherment   KeyUsage = "key encipherment"
	UsageKeyAgreement      KeyUsage = "key agreement"
	UsageDataEncipherment  KeyUsage = "data encipherment"
	UsageCertSign          KeyUsage = "cert sign"
	UsageCRLSign           KeyUsage = "crl sign"
	UsageEncipherOnly      KeyUsage = "encipher only"
	UsageDecipherOnly      KeyUsage = "decipher only"
	UsageAny               KeyUsage = "any"
	UsageServerAuth        KeyUsage = "server auth"
	UsageClientAuth        KeyUsage = "client auth"
	UsageCodeSigning       KeyUsage = "code signing"
	UsageEmailProtection   KeyUsage = "email protection"
	UsageSMIME             KeyUsage = "s/mime"
	UsageIPsecEndSystem    KeyUsage = "ipsec end system"
	UsageIPsecTunnel       KeyUsage = "ipsec tunnel"
	UsageIPsecUser         KeyUsage = "ipsec user"
	UsageTimestamping      KeyUsage = "timestamping"
	UsageOCSPSigning       KeyUsage = "ocsp signing"
	UsageMicrosoftSGC      KeyUsage = "microsoft sgc"
	UsageNetscapeSGC       KeyUsage = "netscape sgc"
)

type ClusterTrustBundle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              ClusterTrustBundleSpec `json:"spec" protobuf:"2"`
}

type ClusterTrustBundleSpec struct {
	// +k8s:alpha(since:"1.37")=+k8s:optional
	// +k8s:alpha(since:"1.37")=+k8s:immutable
	SignerName  string `json:"signerName,omitempty" protobuf:"1"`
	TrustBundle string `json:"trustBundle" protobuf:"2"`
}

type ClusterTrustBundleList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ClusterTrustBundle `json:"items" protobuf:"2"`
}

// +k8s:supportsSubresource="/status"
type PodCertificateRequest struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   PodCertificateRequestSpec   `json:"spec" protobuf:"2"`
	Status PodCertificateRequestStatus `json:"status,omitempty" protobuf:"3"`
}

type PodCertificateRequestSpec struct {
	// +required
	SignerName string `json:"signerName" protobuf:"1"`
	// +required
	PodName string `json:"podName" protobuf:"2"`
	// +required
	PodUID types.UID `json:"podUID" protobuf:"3"`
	// +required
	ServiceAccountName string `json:"serviceAccountName" protobuf:"4"`
	// +required
	ServiceAccountUID types.UID `json:"serviceAccountUID" protobuf:"5"`
	// +required
	NodeName types.NodeName `json:"nodeName" protobuf:"6"`
	// +required
	NodeUID types.UID `json:"nodeUID" protobuf:"7"`
	// +default=86400
	MaxExpirationSeconds *int32 `json:"maxExpirationSeconds,omitempty" protobuf:"8"`
	// +required
	StubPKCS10Request         []byte            `json:"stubPKCS10Request" protobuf:"12"`
	UnverifiedUserAnnotations map[string]string `json:"unverifiedUserAnnotations,omitempty" protobuf:"11"`
}

type PodCertificateRequestStatus struct {
	// +listType=map
	// +listMapKey=type
	// +k8s:alpha(since: "1.37")=+k8s:listType=map
	// +k8s:alpha(since: "1.37")=+k8s:listMapKey=type
	// +k8s:alpha(since: "1.37")=+k8s:optional
	Conditions       []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"1"`
	CertificateChain string             `json:"certificateChain,omitempty" protobuf:"2"`
	NotBefore        *metav1.Time       `json:"notBefore,omitempty" protobuf:"4"`
	BeginRefreshAt   *metav1.Time       `json:"beginRefreshAt,omitempty" protobuf:"5"`
	NotAfter         *metav1.Time       `json:"notAfter,omitempty" protobuf:"6"`
}

type PodCertificateRequestList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []PodCertificateRequest `json:"items" protobuf:"2"`
}
