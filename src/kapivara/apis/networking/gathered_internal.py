"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "NetworkPolicy": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {networking.NetworkPolicySpec}
""",
    "NetworkPolicySpec": """\
PodSelector podSelector null
Ingress ingress []{networking.NetworkPolicyIngressRule}
Egress egress []{networking.NetworkPolicyEgressRule}
PolicyTypes policyTypes null
""",
    "NetworkPolicyIngressRule": """\
Ports ports []{networking.NetworkPolicyPort}
From from []{networking.NetworkPolicyPeer}
""",
    "NetworkPolicyEgressRule": """\
Ports ports []{networking.NetworkPolicyPort}
To to []{networking.NetworkPolicyPeer}
""",
    "NetworkPolicyPort": """\
Protocol protocol null
Port port null
EndPort endPort null
""",
    "IPBlock": """\
CIDR cidr ""
Except except null
""",
    "NetworkPolicyPeer": """\
PodSelector podSelector null
NamespaceSelector namespaceSelector null
IPBlock ipBlock *{networking.IPBlock}
""",
    "NetworkPolicyList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{networking.NetworkPolicy}
""",
    "Ingress": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {networking.IngressSpec}
Status status {networking.IngressStatus}
""",
    "IngressList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{networking.Ingress}
""",
    "IngressSpec": """\
IngressClassName ingressClassName null
DefaultBackend defaultBackend *{networking.IngressBackend}
TLS tls []{networking.IngressTLS}
Rules rules []{networking.IngressRule}
""",
    "IngressClass": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {networking.IngressClassSpec}
""",
    "IngressClassSpec": """\
Controller controller ""
Parameters parameters *{networking.IngressClassParametersReference}
""",
    "IngressClassParametersReference": """\
APIGroup apiGroup null
Kind kind ""
Name name ""
Scope scope null
Namespace namespace null
""",
    "IngressClassList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{networking.IngressClass}
""",
    "IngressTLS": """\
Hosts hosts null
SecretName secretName ""
""",
    "IngressStatus": """\
LoadBalancer loadBalancer {networking.IngressLoadBalancerStatus}
""",
    "IngressLoadBalancerStatus": """\
Ingress ingress []{networking.IngressLoadBalancerIngress}
""",
    "IngressLoadBalancerIngress": """\
IP ip ""
Hostname hostname ""
Ports ports []{networking.IngressPortStatus}
""",
    "IngressPortStatus": """\
Port port 0
Protocol protocol ""
Error error null
""",
    "IngressRule": """\
Host host ""
+IngressRuleValue - {networking.IngressRuleValue}
""",
    "IngressRuleValue": """\
HTTP http *{networking.HTTPIngressRuleValue}
""",
    "HTTPIngressRuleValue": """\
Paths paths []{networking.HTTPIngressPath}
""",
    "HTTPIngressPath": """\
Path path ""
PathType pathType null
Backend backend {networking.IngressBackend}
""",
    "IngressBackend": """\
Service service *{networking.IngressServiceBackend}
Resource resource *{core.TypedLocalObjectReference}
""",
    "IngressServiceBackend": """\
Name name ""
Port port {networking.ServiceBackendPort}
""",
    "ServiceBackendPort": """\
Name name ""
Number number 0
""",
    "IPAddress": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {networking.IPAddressSpec}
""",
    "IPAddressSpec": """\
ParentRef parentRef *{networking.ParentReference}
""",
    "ParentReference": """\
Group group ""
Resource resource ""
Namespace namespace ""
Name name ""
""",
    "IPAddressList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{networking.IPAddress}
""",
    "ServiceCIDR": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {networking.ServiceCIDRSpec}
Status status {networking.ServiceCIDRStatus}
""",
    "ServiceCIDRSpec": """\
CIDRs cidrs null
""",
    "ServiceCIDRStatus": """\
Conditions conditions null
""",
    "ServiceCIDRList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{networking.ServiceCIDR}
""",
}
