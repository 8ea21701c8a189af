"""Subresources by which something else is created that ends up in an object, or ends it: a binding, an eviction.

Upstream: apiserver/pkg/registry/rest/rest.go NamedCreater (1.37).
"""

from __future__ import annotations

from kapivara.apis.subresource import Subresource
from kapivara.meta import ApiError, Status, bad_request_status
from kapivara.values import JsonObject


class Created(Subresource):
    """A way by which an object of the kind that it `shows` is created."""

    __slots__ = ()

    has_table = False

    def check(self, sent: JsonObject, name: str) -> None:
        """Ends the request where what was sent is not meant for the object of that name."""
        if sent["metadata"].get("name", "") != name:
            problem = f"name in URL does not match name in {self.shows.kind} object"
            raise ApiError(bad_request_status(problem))

    def answer(self, obj: JsonObject) -> JsonObject:  # noqa: ARG002  whatever became of it
        """Says that it was done."""
        return Status(201, status="Success").to_json()
