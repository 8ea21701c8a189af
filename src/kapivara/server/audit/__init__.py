"""The audit log: the user, the action, the authorization and the response of requests, as events of audit.k8s.io/v1."""
