"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "TokenReview": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {authentication.TokenReviewSpec}
Status status {authentication.TokenReviewStatus}
""",
    "TokenReviewSpec": """\
Token token ""
Audiences audiences null
""",
    "TokenReviewStatus": """\
Authenticated authenticated false
User user {authentication.UserInfo}
Audiences audiences null
Error error ""
""",
    "UserInfo": """\
Username username ""
UID uid ""
Groups groups null
Extra extra null
""",
    "TokenRequest": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {authentication.TokenRequestSpec}
Status status {authentication.TokenRequestStatus}
""",
    "TokenRequestSpec": """\
Audiences audiences null
ExpirationSeconds expirationSeconds 0
BoundObjectRef boundObjectRef *{authentication.BoundObjectReference}
Attestations attestations null
""",
    "TokenRequestStatus": """\
Token token ""
ExpirationTimestamp expirationTimestamp null
""",
    "BoundObjectReference": """\
Kind kind ""
APIVersion apiVersion ""
Name name ""
UID uid ""
""",
    "SelfSubjectReview": """\
+TypeMeta - null
+ObjectMeta metadata null
Status status {authentication.SelfSubjectReviewStatus}
""",
    "SelfSubjectReviewStatus": """\
UserInfo userInfo {authentication.UserInfo}
""",
}
