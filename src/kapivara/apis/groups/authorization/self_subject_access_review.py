"""SelfSubjectAccessReview as a built-in kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.groups.authorization.access_review import AccessReviewKind
from kapivara.authorization.user_info import UserInfo

if TYPE_CHECKING:
    from kapivara.apis.groups.authorization.v1.zz_generated_types import SubjectAccessReviewSpec


class SelfSubjectAccessReviewKind(AccessReviewKind):
    """A request to decide whether the client may do something."""

    of_self = True

    def subject(self, spec: SubjectAccessReviewSpec) -> UserInfo:  # noqa: ARG002  it is ignored
        """Returns the user of the request."""
        return self.surroundings.user


KIND = SelfSubjectAccessReviewKind
