"""Admission plugins for pods, one file for each plugin.

Steps:

- `service_account.py`: plugin ServiceAccount: sets the account of a pod and mounts its token
- `service_account_secrets.py`: checks the secrets that a pod may reference
- `priority.py`: plugin Priority: sets the priority of a pod from its PriorityClass
- `default_toleration_seconds.py`: plugin DefaultTolerationSeconds: tolerates unready nodes for five minutes
- `runtime_class.py`: plugin RuntimeClass: applies overhead and scheduling of the RuntimeClass;
  merges the tolerations of a pod and its RuntimeClass
- `bound_pods.py`: finds the node of a pod, and changes of pods that are bound to a node
- `topology_labels.py`: plugin PodTopologyLabels: copies topology labels from the node
- `node_declared_feature_validator.py`: plugin NodeDeclaredFeatureValidator: rejects changes that the node lacks
- `resize_validator.py`: plugin PodResizeValidator: rejects a resize beyond the capacity of the node

Entry point: `PLUGIN` of each plugin's module, listed in `admission.catalog`.
"""
