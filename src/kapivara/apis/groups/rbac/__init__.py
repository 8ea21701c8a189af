"""The group rbac.authorization.k8s.io: roles and bindings.

Requests are authorized in `authorization`.

Folders
- `v1/`: the types of the group rbac, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `role_rules.py`: validates Roles and ClusterRoles
- `role_binding_rules.py`: validates RoleBindings and ClusterRoleBindings
- `granting.py`: rejects rights that the user does not have
- `role.py`: Role and ClusterRole as built-in kinds
- `role_binding.py`: RoleBinding and ClusterRoleBinding as built-in kinds
- `gathered_roles.py`: the default roles, written by scripts/gather
- `gathered_bindings.py`: the default role bindings, written by scripts/gather
- `bootstrap.py`: the roles and bindings that every server creates at its start
"""
