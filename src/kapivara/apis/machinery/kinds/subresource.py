"""Reads and writes of an object, or of one of its subresources, such as status and scale.

A write always stores the whole object: `decode` reads the body, `put` merges it into the stored object, `prepare`
resets the fields that this write may not change, and `answer` returns the response. A subresource with only POST, such
as the `binding` of a pod, works in the same way: the created object is merged into the stored one.
Upstream: apiserver/pkg/registry/rest/rest.go Storage, and the REST types of each kind's storage.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.body import Body, Read, UndecodableError
from kapivara.codec.errors import CannotError
from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.apis.machinery.validation.verdict import Verdict
    from kapivara.patch.managers.managed_fields import Entry
    from kapivara.patch.merging.field_set import Fields


class Subresource:
    """A subresource of a kind; this base class, with an empty name, is the kind's main resource.

    A subresource may have a kind of its own (`shows`), such as Scale: `show` converts an object to that kind, its shown
    form, and `put` merges a changed shown form into the object.
    """

    __slots__ = ("_shown_kind", "name", "of", "shows", "shows_whole", "verbs")

    connects = False
    """True if requests connect to a target, such as a kubelet, and neither read nor change the object."""
    preconditions = False
    """True if the uid and resourceVersion of the created object are preconditions on the parent object."""
    ends = False
    """True if a POST deletes the parent object, such as an eviction."""
    responds = False
    """True if the created object is not stored, but returned with results of the server, such as a token."""
    unconverted = ""
    """The reason why an applied object cannot be converted to its version; empty if it can."""
    has_table = True
    """True if it can be returned as a Table, as in the reference server."""

    def __init__(self, of: Kind, name: str, verbs: Sequence[str], shows: GroupVersionKind | None = None):
        self.of = of
        self.name = name
        self.verbs = frozenset(verbs)
        self.shows = shows or of.gvk
        """The kind of the shown form."""
        self._shown_kind = of if shows is None else None
        self.shows_whole = type(self).show is Subresource.show and type(self).answer is Subresource.answer
        """True if the shown form is the object itself."""

    @property
    def shown_kind(self) -> Kind:
        """The kind of the shown form, with its codec and merge rules."""
        if self._shown_kind is None:
            from kapivara.apis.machinery.kinds.shown_kind import shown_kind  # kinds import this module

            self._shown_kind = shown_kind(self.shows, self.of.surroundings)
        return self._shown_kind

    @property
    def go_package(self) -> str:
        """The Go package of the shown kind, for error texts; empty if it has no Go type."""
        return self.shown_kind.go_package

    def decode(self, body: Body) -> Read:
        """Decodes a request body; raises UndecodableError. The caller may change the returned object."""
        return self.shown_kind.codec.decode(body)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Returns the error text for a body that could not be decoded."""
        return self.shown_kind.codec.undecodable_text(error, body)

    def show(self, obj: JsonObject, *, reading: bool = True) -> JsonObject:  # noqa: ARG002  an object hides nothing
        """Returns the shown form of an object: for a response, or for a patch or apply if `reading` is False."""
        return obj

    @property
    def table(self) -> TableLayout:
        """The Table columns of the shown form."""
        return self.of.table

    def printed(self, shown: JsonObject) -> JsonObject:
        """Returns the shown form with its fields in the order in which the server prints them."""
        return self.shown_kind.codec.printed(shown)

    def answer(self, obj: JsonObject) -> JsonObject:
        """Returns the response to a write that stored an object."""
        return obj

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError if the object in a POST is invalid, or has another name than the parent object."""

    def respond(self, sent: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  few subresources respond
        """Returns the response to a POST that stores nothing (`responds`): the sent object with the server's results.

        `old` is the parent object. Raises ApiError if the sent object is invalid.
        """
        return sent

    def verdict(self, shown: JsonObject, old: JsonObject) -> Verdict | None:  # noqa: ARG002  validated as a whole
        """Validates a changed shown form before `put`; returns None if the form has no validation rules of its own."""
        return None

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  a whole object needs no old one
        """Merges a changed shown form into the old object; returns the new object."""
        return shown

    def put_applied(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Merges the shown form after an apply into the old object, like `put`, but with its managed fields."""
        return self.put(shown, old)

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Resets the fields of the new object that this write may not change to their old values, in place."""
        self.of.prepare_for_update(new, old)

    def admit_end(self, obj: JsonObject, *, dry_run: bool) -> str | None:  # noqa: ARG002  most objects may be deleted
        """Raises ApiError if a POST that `ends` the object, such as an eviction, may not delete it now.

        Returns the resourceVersion to require as a precondition of the deletion, or None.
        """
        return None

    @property
    def reset_fields(self) -> Fields:
        """The fields that this write resets to their old values, and for which it records no manager."""
        return self.of.reset_fields

    def connect(self, namespace: str, name: str, query: Mapping[str, Sequence[str]]) -> None:  # noqa: ARG002
        """Connects a request to the target of a subresource that `connects`; raises ApiError if there is none."""
        raise CannotError(f"connect to {self.of.gvr.resource}/{self.name}")

    @property
    def creates_on_update(self) -> bool:
        """True if a PUT creates a missing object."""
        return not self.name and self.of.create_on_update

    @property
    def creates_on_apply(self) -> bool:
        """True if an apply creates a missing object."""
        return not self.name

    def track(self, new: JsonObject, old: JsonObject, author: Entry) -> bool:  # noqa: ARG002  no managers of its own
        """Updates the managed fields of the new object for a write by `author`, if the subresource does so itself.

        Otherwise returns False; then the caller compares the whole objects and updates them.
        """
        return False


class StatusSubresource(Subresource):
    """The status subresource: a write changes only the status and some metadata."""

    __slots__ = ()

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Resets the fields of the new object that a status update may not change to their old values, in place."""
        self.of.prepare_for_status_update(new, old)

    @property
    def reset_fields(self) -> Fields:
        """The fields that a status update resets, and for which it records no manager."""
        return self.of.status_reset_fields

    @property
    def creates_on_update(self) -> bool:
        """True if the kind creates objects on update. Kept: this includes updates of the status."""
        return self.of.create_on_update

    @property
    def creates_on_apply(self) -> bool:
        """True if the kind creates objects on update; for others, applying the status of a missing object fails."""
        return self.of.create_on_update
