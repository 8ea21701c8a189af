"""SelfSubjectAccessReview as a built-in kind: may I do this?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.authorization.access_review import AccessReviewKind
from kapivara.authorization.user_info import UserInfo

if TYPE_CHECKING:
    from kapivara.apis.authorization.v1.zz_generated_types import SubjectAccessReviewSpec


class SelfSubjectAccessReviewKind(AccessReviewKind):
    """The kind by which one asks for what one may do oneself."""

    of_self = True

    def subject(self, spec: SubjectAccessReviewSpec) -> UserInfo:  # noqa: ARG002  whatever is asked
        """Returns who asks."""
        return self.surroundings.user


KIND = SelfSubjectAccessReviewKind
