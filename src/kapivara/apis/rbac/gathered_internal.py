"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "PolicyRule": """\
Verbs verbs null
APIGroups apiGroups null
Resources resources null
ResourceNames resourceNames null
NonResourceURLs nonResourceURLs null
""",
    "Subject": """\
Kind kind ""
APIGroup apiGroup ""
Name name ""
Namespace namespace ""
""",
    "RoleRef": """\
APIGroup apiGroup ""
Kind kind ""
Name name ""
""",
    "Role": """\
+TypeMeta - null
+ObjectMeta metadata null
Rules rules []{rbac.PolicyRule}
""",
    "RoleBinding": """\
+TypeMeta - null
+ObjectMeta metadata null
Subjects subjects []{rbac.Subject}
RoleRef roleRef {rbac.RoleRef}
""",
    "RoleBindingList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{rbac.RoleBinding}
""",
    "RoleList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{rbac.Role}
""",
    "ClusterRole": """\
+TypeMeta - null
+ObjectMeta metadata null
Rules rules []{rbac.PolicyRule}
AggregationRule aggregationRule *{rbac.AggregationRule}
""",
    "AggregationRule": """\
ClusterRoleSelectors clusterRoleSelectors null
""",
    "ClusterRoleBinding": """\
+TypeMeta - null
+ObjectMeta metadata null
Subjects subjects []{rbac.Subject}
RoleRef roleRef {rbac.RoleRef}
""",
    "ClusterRoleBindingList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{rbac.ClusterRoleBinding}
""",
    "ClusterRoleList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{rbac.ClusterRole}
""",
}
