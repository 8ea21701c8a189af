"""Runs admission plugins, which change or reject a write before it is stored.

The set and the order of plugins are those of kube-apiserver's defaults. Each plugin has one file.

Steps:

- `catalog.py`: lists the plugins in the server's order, with the resources of each
- `chain.py`: calls the enabled plugins of a server
- `plugin.py`: the base class of plugins, and the attributes of a write
- `reinvocation.py`: records which plugins and policies run a second time after a change
- `namespace_lifecycle.py`: plugin NamespaceLifecycle: rejects objects in absent or terminating namespaces
- `limit_ranger.py`: plugin LimitRanger: applies the defaults and bounds of LimitRanges
- `taint_nodes_by_condition.py`: plugin TaintNodesByCondition: taints new nodes as not ready
- `default_class.py`: finds the default class among classes that are marked as default
- `default_ingress_class.py`: plugin DefaultIngressClass: sets the class of new ingresses
- `pods/`: plugins for pods
- `volumes/`: plugins for persistent volumes and their claims
- `certificates/`: plugins for certificate requests and trust bundles
- `pod_security/`: plugin PodSecurity: the pod security standards
- `resource_quota/`: plugin ResourceQuota: limits the total of a namespace
- `policies/`: plugins for ValidatingAdmissionPolicy and MutatingAdmissionPolicy

Entry point: `chain.AdmissionChain`.
"""
