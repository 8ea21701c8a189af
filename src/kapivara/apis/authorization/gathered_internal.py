"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "SubjectAccessReview": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {authorization.SubjectAccessReviewSpec}
Status status {authorization.SubjectAccessReviewStatus}
""",
    "SelfSubjectAccessReview": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {authorization.SelfSubjectAccessReviewSpec}
Status status {authorization.SubjectAccessReviewStatus}
""",
    "LocalSubjectAccessReview": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {authorization.SubjectAccessReviewSpec}
Status status {authorization.SubjectAccessReviewStatus}
""",
    "ResourceAttributes": """\
Namespace namespace ""
Verb verb ""
Group group ""
Version version ""
Resource resource ""
Subresource subresource ""
Name name ""
FieldSelector fieldSelector *{authorization.FieldSelectorAttributes}
LabelSelector labelSelector *{authorization.LabelSelectorAttributes}
""",
    "LabelSelectorAttributes": """\
RawSelector rawSelector ""
Requirements requirements null
""",
    "FieldSelectorAttributes": """\
RawSelector rawSelector ""
Requirements requirements null
""",
    "NonResourceAttributes": """\
Path path ""
Verb verb ""
""",
    "SubjectAccessReviewSpec": """\
ResourceAttributes resourceAttributes *{authorization.ResourceAttributes}
NonResourceAttributes nonResourceAttributes *{authorization.NonResourceAttributes}
User user ""
Groups groups null
Extra extra null
UID uid ""
""",
    "SelfSubjectAccessReviewSpec": """\
ResourceAttributes resourceAttributes *{authorization.ResourceAttributes}
NonResourceAttributes nonResourceAttributes *{authorization.NonResourceAttributes}
""",
    "SubjectAccessReviewStatus": """\
Allowed allowed false
Denied denied false
Reason reason ""
EvaluationError evaluationError ""
""",
    "SelfSubjectRulesReview": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {authorization.SelfSubjectRulesReviewSpec}
Status status {authorization.SubjectRulesReviewStatus}
""",
    "SelfSubjectRulesReviewSpec": """\
Namespace namespace ""
""",
    "SubjectRulesReviewStatus": """\
ResourceRules resourceRules []{authorization.ResourceRule}
NonResourceRules nonResourceRules []{authorization.NonResourceRule}
Incomplete incomplete false
EvaluationError evaluationError ""
""",
    "ResourceRule": """\
Verbs verbs null
APIGroups apiGroups null
Resources resources null
ResourceNames resourceNames null
""",
    "NonResourceRule": """\
Verbs verbs null
NonResourceURLs nonResourceURLs null
""",
}
