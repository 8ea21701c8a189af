"""The group rbac."""
