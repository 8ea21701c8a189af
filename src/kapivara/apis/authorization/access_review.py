"""SubjectAccessReview, LocalSubjectAccessReview and SelfSubjectAccessReview as built-in kinds: may somebody do this?

kapivara lets everybody in do everything, and says so.
Upstream: pkg/registry/authorization/{subjectaccessreview,localsubjectaccessreview,selfsubjectaccessreview}/rest.go;
apiserver/pkg/authorization/authorizerfactory/builtin.go alwaysAllowAuthorizer (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.unstored_kind import UnstoredKind
from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.authorization.v1.zz_generated_types import SubjectAccessReview


class AccessReviewKind(UnstoredKind):
    """A kind by which one asks for what somebody may do."""

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  nothing is written
        """Allows it."""
        cast("SubjectAccessReview", obj)["status"] = {"allowed": True}
        return obj

    def kind_in_errors(self, obj: JsonObject) -> GroupVersionKind:  # noqa: ARG002
        """Kept: errors name no kind, for the server has forgotten it by then."""
        return GroupVersionKind(self.gvk.group, self.gvk.version, "")


KIND = AccessReviewKind
