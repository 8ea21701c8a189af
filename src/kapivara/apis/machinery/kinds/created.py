"""Subresources whose objects are created to change or delete the parent object: bindings and evictions.

Upstream: apiserver/pkg/registry/rest/rest.go NamedCreater (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.meta import ApiError, Status, bad_request_status
from kapivara.values import JsonObject


class Created(Subresource):
    """A subresource whose POST creates an object of the kind that it `shows`."""

    __slots__ = ()

    has_table = False

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError if the sent object does not name the parent object."""
        if sent["metadata"].get("name", "") != name:
            problem = f"name in URL does not match name in {self.shows.kind} object"
            raise ApiError(bad_request_status(problem))

    def answer(self, obj: JsonObject) -> JsonObject:  # noqa: ARG002  the response does not depend on it
        """Returns a Status that reports success."""
        return Status(201, status="Success").to_json()
