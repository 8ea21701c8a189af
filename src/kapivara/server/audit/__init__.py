"""The audit log: who asked what, by which right, and how it was answered, as events of audit.k8s.io/v1."""
