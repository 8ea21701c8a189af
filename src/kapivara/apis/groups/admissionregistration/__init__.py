"""The kinds of the group admissionregistration.k8s.io: admission policies, their bindings and webhooks."""
