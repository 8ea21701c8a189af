// The types of networking/v1.
package v1 // import "k8s.io/api/networking/v1"

import (
	"k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type NetworkPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              NetworkPolicySpec `json:"spec,omitempty" protobuf:"2"`
}

// +enum
type PolicyType string

const (
	PolicyTypeIngress PolicyType = "Ingress"
	PolicyTypeEgress  PolicyType = "Egress"
)

type NetworkPolicySpec struct {
	// +optional
	PodSelector metav1.LabelSelector `json:"podSelector" protobuf:"1"`
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	Ingress []NetworkPolicyIngressRule `json:"ingress,omitempty" protobuf:"2"`
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	Egress []NetworkPolicyEgressRule `json:"egress,omitempty" protobuf:"3"`
	// +listType=atomic
	PolicyTypes []PolicyType `json:"policyTypes,omitempty" protobuf:"4"`
}

type NetworkPolicyIngressRule struct {
	// +listType=atomic
	Ports []NetworkPolicyPort `json:"ports,omitempty" protobuf:"1"`
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	From []NetworkPolicyPeer `json:"from,omitempty" protobuf:"2"`
}

type NetworkPolicyEgressRule struct {
	// +listType=atomic
	Ports []NetworkPolicyPort `json:"ports,omitempty" protobuf:"1"`
	// +listType=atomic
	// +k8s:beta(since: "1.37")=+k8s:optional
	To []NetworkPolicyPeer `json:"to,omitempty" protobuf:"2"`
}

type NetworkPolicyPort struct {
	Protocol *v1.Protocol        `json:"protocol,omitempty" protobuf:"1"`
	Port     *intstr.IntOrString `json:"port,omitempty" protobuf:"2"`
	EndPort  *int32              `json:"endPort,omitempty" protobuf:"3"`
}

type IPBlock struct {
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	CIDR string `json:"cidr" protobuf:"1"`
	// +listType=atomic
	Except []string `json:"except,omitempty" protobuf:"2"`
}

type NetworkPolicyPeer struct {
	PodSelector       *metav1.LabelSelector `json:"podSelector,omitempty" protobuf:"1"`
	NamespaceSelector *metav1.LabelSelector `json:"namespaceSelector,omitempty" protobuf:"2"`
	// +k8s:beta(since: "1.37")=+k8s:optional
	IPBlock *IPBlock `json:"ipBlock,omitempty" protobuf:"3"`
}

type NetworkPolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []NetworkPolicy `json:"items" protobuf:"2"`
}

// +k8s:supportsSubresource="/status"
type Ingress struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              IngressSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            IngressStatus `json:"status,omitempty" protobuf:"3"`
}

type IngressList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Ingress `json:"items" protobuf:"2"`
}

type IngressSpec struct {
	IngressClassName *string         `json:"ingressClassName,omitempty" protobuf:"4"`
	DefaultBackend   *IngressBackend `json:"defaultBackend,omitempty" protobuf:"1"`
	// +listType=atomic
	TLS []IngressTLS `json:"tls,omitempty" protobuf:"2"`
	// +listType=atomic
	Rules []IngressRule `json:"rules,omitempty" protobuf:"3"`
}

type IngressTLS struct {
	// +listType=atomic
	Hosts      []string `json:"hosts,omitempty" protobuf:"1"`
	SecretName string   `json:"secretName,omitempty" protobuf:"2"`
}

type IngressStatus struct {
	LoadBalancer IngressLoadBalancerStatus `json:"loadBalancer,omitempty" protobuf:"1"`
}

type IngressLoadBalancerStatus struct {
	// +listType=atomic
	Ingress []IngressLoadBalancerIngress `json:"ingress,omitempty" protobuf:"1"`
}

type IngressLoadBalancerIngress struct {
	IP       string `json:"ip,omitempty" protobuf:"1"`
	Hostname string `json:"hostname,omitempty" protobuf:"2"`
	// +listType=atomic
	Ports []IngressPortStatus `json:"ports,omitempty" protobuf:"4"`
}

type IngressPortStatus struct {
	Port     int32       `json:"port" protobuf:"1"`
	Protocol v1.Protocol `json:"protocol" protobuf:"2"`
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
	// +kubebuilder:validation:MaxLength=316
	Error *string `json:"error,omitempty" protobuf:"3"`
}

type IngressRule struct {
	Host string `json:"host,omitempty" protobuf:"1"`
	// +optional
	IngressRuleValue `json:",inline" protobuf:"2"`
}

type IngressRuleValue struct {
	HTTP *HTTPIngressRuleValue `json:"http,omitempty" protobuf:"1"`
}

type HTTPIngressRuleValue struct {
	// +listType=atomic
	Paths []HTTPIngressPath `json:"paths" protobuf:"1"`
}

// +enum
type PathType string

const (
	PathTypeExact                  PathType = "Exact"
	PathTypePrefix                 PathType = "Prefix"
	PathTypeImplementationSpecific PathType = "ImplementationSpecific"
)

type HTTPIngressPath struct {
	Path     string         `json:"path,omitempty" protobuf:"1"`
	PathType *PathType      `json:"pathType" protobuf:"3"`
	Backend  IngressBackend `json:"backend" protobuf:"2"`
}

type IngressBackend struct {
	Service  *IngressServiceBackend        `json:"service,omitempty" protobuf:"4"`
	Resource *v1.TypedLocalObjectReference `json:"resource,omitempty" protobuf:"3"`
}

type IngressServiceBackend struct {
	Name string             `json:"name" protobuf:"1"`
	Port ServiceBackendPort `json:"port,omitempty" protobuf:"2"`
}

// +structType=atomic
type ServiceBackendPort struct {
	Name   string `json:"name,omitempty" protobuf:"1"`
	Number int32  `json:"number,omitempty" protobuf:"2"`
}

type IngressClass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              IngressClassSpec `json:"spec,omitempty" protobuf:"2"`
}

type IngressClassSpec struct {
	Controller string `json:"controller,omitempty" protobuf:"1"`
	// +k8s:beta(since: "1.37")=+k8s:optional
	Parameters *IngressClassParametersReference `json:"parameters,omitempty" protobuf:"2"`
}

type IngressClassParametersReference struct {
	APIGroup *string `json:"apiGroup,omitempty" protobuf:"1"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Kind string `json:"kind" protobuf:"2"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Name string `json:"name" protobuf:"3"`
	// +optional
	Scope     *string `json:"scope" protobuf:"4"`
	Namespace *string `json:"namespace,omitempty" protobuf:"5"`
}

type IngressClassList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []IngressClass `json:"items" protobuf:"2"`
}

type IPAddress struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec IPAddressSpec `json:"spec,omitempty" protobuf:"2"`
}

type IPAddressSpec struct {
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:immutable
	ParentRef *ParentReference `json:"parentRef,omitempty" protobuf:"1"`
}

type ParentReference struct {
	Group string `json:"group,omitempty" protobuf:"1"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Resource  string `json:"resource,omitempty" protobuf:"2"`
	Namespace string `json:"namespace,omitempty" protobuf:"3"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	Name string `json:"name,omitempty" protobuf:"4"`
}

type IPAddressList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []IPAddress `json:"items" protobuf:"2"`
}

// +k8s:supportsSubresource="/status"
type ServiceCIDR struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              ServiceCIDRSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            ServiceCIDRStatus `json:"status,omitempty" protobuf:"3"`
}

type ServiceCIDRSpec struct {
	// +listType=atomic
	CIDRs []string `json:"cidrs,omitempty" protobuf:"1"`
}

type ServiceCIDRStatus struct {
	// +listType=map
	// +listMapKey=type
	// +k8s:alpha(since: "1.37")=+k8s:eachVal=+k8s:opaqueType
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"1"`
}

type ServiceCIDRList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ServiceCIDR `json:"items" protobuf:"2"`
}
