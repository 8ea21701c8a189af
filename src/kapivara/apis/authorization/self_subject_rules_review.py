"""SelfSubjectRulesReview as a built-in kind: what may I do? In kapivara, everything.

Upstream: pkg/registry/authorization/selfsubjectrulesreview/rest.go;
apiserver/pkg/authorization/authorizerfactory/builtin.go alwaysAllowAuthorizer RulesFor (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.unstored_kind import UnstoredKind
from kapivara.meta import ApiError, bad_request_status
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.authorization.v1.zz_generated_types import SelfSubjectRulesReview


class SelfSubjectRulesReviewKind(UnstoredKind):
    """The kind by which one asks for all that one may do in a namespace."""

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  nothing is written
        """Lists what may be done; kept: what was asked is not told any more."""
        if not cast("SelfSubjectRulesReview", obj)["spec"].get("namespace"):
            raise ApiError(bad_request_status("no namespace on request"))
        answer = cast("SelfSubjectRulesReview", self.codec.blank())
        answer["status"] = {
            "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}],
            "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}],
            "incomplete": False,
        }
        return cast("JsonObject", answer)


KIND = SelfSubjectRulesReviewKind
