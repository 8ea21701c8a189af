"""The kinds of the group apps: Deployment, ReplicaSet, StatefulSet, DaemonSet and ControllerRevision."""
