"""Users, and whether their roles allow a request.

`user_info.py` describes a user, `access.py` a request for a decision, the decision and the server's error message.
`policy_tables.py` indexes roles and bindings by their subjects, and `role_based.py` decides by them; it caches the
rules of a user in a namespace until a role or a binding changes. `escalation.py` finds the rights of a role that its
writer does not have.
"""
