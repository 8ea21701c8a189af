"""SelfSubjectReview as a built-in kind, which returns the user of the request.

Upstream: pkg/registry/authentication/selfsubjectreview/rest.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.unstored_kind import UnstoredKind
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.authentication.v1.zz_generated_types import SelfSubjectReview, UserInfo


class SelfSubjectReviewKind(UnstoredKind):
    """A request for the client's own user information."""

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  it is ignored
        """Returns the user of the request; ignores the sent object."""
        user = self.surroundings.user
        answer = cast("SelfSubjectReview", self.codec.blank())
        answer["metadata"] = {"creationTimestamp": self.surroundings.now()}
        answer["status"] = {"userInfo": cast("UserInfo", user.to_json())}
        return cast("JsonObject", answer)


KIND = SelfSubjectReviewKind
