"""Users, and whether their roles allow a request.

Steps:

- `modes.py`: the authorization modes
- `user_info.py`: a user: name, UID, groups and extra attributes
- `access.py`: a request for a decision, the decision, and the Status of a denied request
- `policy_tables.py`: indexes roles and bindings by their subjects
- `role_based.py`: decides by roles and bindings, and caches the rules of a user until a role or a binding changes
- `escalation.py`: finds the permissions of a role that its writer does not have

Entry point: `role_based.RoleBasedAuthorizer`.
"""
