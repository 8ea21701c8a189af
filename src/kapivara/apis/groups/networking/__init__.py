"""The group networking.k8s.io: Ingress, NetworkPolicy, IPAddress and ServiceCIDR.

Folders
- `v1/`: the types of the group networking, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `references.py`: validates references to objects of any kind
- `ingress_class_rules.py`: validates IngressClasses
- `ingress_class.py`: IngressClass as a built-in kind
- `ingress_rules.py`: validates Ingresses
- `ingress.py`: Ingress as a built-in kind
- `network_policy_rules.py`: validates NetworkPolicies
- `network_policy.py`: NetworkPolicy as a built-in kind
- `service_cidr_rules.py`: validates ServiceCIDRs and IPAddresses
- `service_cidr.py`: ServiceCIDR as a built-in kind
- `ip_address.py`: IPAddress as a built-in kind
"""
