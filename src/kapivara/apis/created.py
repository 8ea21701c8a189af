"""Subresources by which something else is created that ends up in an object, or ends it: a binding, an eviction.

Upstream: apiserver/pkg/registry/rest/rest.go NamedCreater (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.apis.api_resource import ApiResource
from kapivara.apis.body import Body, Read, UndecodableError
from kapivara.apis.subresource import Subresource
from kapivara.meta import ApiError, GroupVersionKind, Status, bad_request_status
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.codec import Codec
    from kapivara.apis.kind import Kind


class Created(Subresource):
    """A way by which an object of the kind that it `shows` is created; it is read as any object of that kind."""

    __slots__ = ("_codec",)

    has_table = False

    def __init__(self, of: Kind, name: str, verbs: Sequence[str], shows: GroupVersionKind | None = None):
        super().__init__(of, name, verbs, shows)
        self._codec: Codec | None = None

    @property
    def codec(self) -> Codec:
        """What reads objects of the kind; made when it is first asked for."""
        if self._codec is None:
            from kapivara.apis.kind import Kind  # which knows of subresources itself

            name = self.shows.kind.lower()
            api = ApiResource(
                self.shows, f"{self.shows.kind}List", f"{name}s", name, namespaced=True, verbs=("create",)
            )
            self._codec = Kind(api, self.of.surroundings).codec
        return self._codec

    def decode(self, body: Body) -> Read:
        """Reads a body as an object of the kind."""
        return self.codec.decode(body)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Words the refusal of a body that could not be decoded."""
        return self.codec.undecodable_text(error, body)

    def check(self, sent: JsonObject, name: str) -> None:
        """Ends the request where what was sent is not meant for the object of that name."""
        if sent["metadata"].get("name", "") != name:
            problem = f"name in URL does not match name in {self.shows.kind} object"
            raise ApiError(bad_request_status(problem))

    def answer(self, obj: JsonObject) -> JsonObject:  # noqa: ARG002  whatever became of it
        """Says that it was done."""
        return Status(201, status="Success").to_json()
