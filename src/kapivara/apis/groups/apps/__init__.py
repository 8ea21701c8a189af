"""The group apps: workloads.

Pod templates are validated in `shared/pods`.

Folders
- `v1/`: the types of the group apps, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `number_annotations.py`: annotations that hold a number
- `replicated_pods.py`: selector and template of Deployments and ReplicaSets
- `controller_revision_rules.py`: validates ControllerRevisions
- `controller_revision.py`: ControllerRevision as a built-in kind
- `daemon_set_rules.py`: validates DaemonSets
- `daemon_set.py`: DaemonSet as a built-in kind
- `deployment_rules.py`: validates Deployments
- `deployment.py`: Deployment as a built-in kind
- `replica_set_rules.py`: validates ReplicaSets
- `replica_set.py`: ReplicaSet as a built-in kind
- `stateful_set_rules.py`: validates StatefulSets; update strategies of StatefulSets
- `stateful_set.py`: StatefulSet as a built-in kind
"""
