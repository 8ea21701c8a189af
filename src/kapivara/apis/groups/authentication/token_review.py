"""TokenReview as a built-in kind, which authenticates a token.

Upstream: pkg/registry/authentication/tokenreview/storage.go; apiserver/pkg/authentication/request/bearertoken (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.kinds.unstored_kind import UnstoredKind
from kapivara.meta import ApiError, bad_request_status
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.authentication.v1.zz_generated_types import TokenReview, UserInfo

AUDIENCE: Final = "https://kubernetes.default.svc"
"""The audience of tokens: the server itself."""


class TokenReviewKind(UnstoredKind):
    """A request to authenticate a token."""

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  nothing is written
        """Returns the user of the token. Kept: fields of the sent status remain if the server sets no value."""
        review = cast("TokenReview", obj)
        spec, status = review["spec"], review["status"]
        if not spec.get("token"):
            raise ApiError(bad_request_status("token is required for TokenReview in authentication"))
        status.pop("authenticated", None)
        wanted = spec.get("audiences", [AUDIENCE])
        user, audiences = self._find(spec["token"])
        common = [each for each in wanted if each in audiences]
        if user is None or not common:
            status["error"] = "invalid bearer token"
        else:
            status["authenticated"] = True
            status["user"] = user
            status["audiences"] = common
        return obj

    def _find(self, token: str) -> tuple[UserInfo | None, list[str]]:
        """Returns the user of a token and its audiences; None and an empty list if it is not valid."""
        user = self.surroundings.authenticate(token)
        if user is not None:
            return cast("UserInfo", user.to_json()), [AUDIENCE]
        from kapivara.apis.machinery.server import account_review  # few tokens need it

        claims = account_review.read_claims(token, self.surroundings)
        if claims is None or not account_review.are_held(claims, self.surroundings):
            return None, []
        return cast("UserInfo", account_review.account_of(claims).to_json()), claims["aud"]


KIND = TokenReviewKind
