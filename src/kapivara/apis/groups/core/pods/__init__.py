"""Pod and its subresources, PodTemplate and ReplicationController.

The rules of pods are in `shared/pods`.

Steps
- `status.py`: the parts of a status that updates keep
- `eviction.py`: the subresource `eviction`; checks and decrements the PodDisruptionBudget of a pod
- `binding.py`: Binding as a kind of its own
- `table.py`: the columns of Pods
- `pod.py`: Pod as a built-in kind; the subresource `binding`; the subresources `ephemeralcontainers` and `resize`
- `pod_template.py`: PodTemplate as a built-in kind
- `replication_controller_rules.py`: validates ReplicationControllers
- `replication_controller.py`: ReplicationController as a built-in kind

Entry point: `pod.KIND`.
"""
