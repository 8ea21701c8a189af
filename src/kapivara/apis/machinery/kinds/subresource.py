"""The access to an object: as a whole, or through a subresource, which shows and changes a part.

Every write handles the whole object: the body is `decode`d, `put` into the stored object, and `prepare`d, so that only
the subresource's part changes; `answer` returns the response. A subresource that only creates, such as the `binding` of
a pod, works alike: the created object is put into the stored one.
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
    """The access to the objects of a kind; the base class, with an empty name, gives access to the whole object.

    A subresource that `shows` another kind converts objects to that kind in `show` and back in `put`.
    """

    __slots__ = ("_shown_kind", "name", "of", "shows", "shows_whole", "verbs")

    connects = False
    """True if it connects to something beyond the object, and neither shows nor changes the object."""
    preconditions = False
    """True if the uid and resourceVersion of the created object are preconditions on the parent object."""
    ends = False
    """True if the parent object is deleted after the creation."""
    responds = False
    """True if the created object is not stored, but returned with the server's response in it."""
    unconverted = ""
    """The reason why an apply through it cannot be converted to its version; empty if it can."""
    has_table = True
    """True if it can be shown as a Table, as in the reference server."""

    def __init__(self, of: Kind, name: str, verbs: Sequence[str], shows: GroupVersionKind | None = None):
        self.of = of
        self.name = name
        self.verbs = frozenset(verbs)
        self.shows = shows or of.gvk
        """The kind that is shown."""
        self._shown_kind = of if shows is None else None
        self.shows_whole = type(self).show is Subresource.show and type(self).answer is Subresource.answer
        """True if the object is shown unchanged."""

    @property
    def shown_kind(self) -> Kind:
        """The kind that is shown, with its codec and merge rules."""
        if self._shown_kind is None:
            from kapivara.apis.machinery.kinds.shown_kind import shown_kind  # kinds import this module

            self._shown_kind = shown_kind(self.shows, self.of.surroundings)
        return self._shown_kind

    @property
    def go_package(self) -> str:
        """The package of the shown Go type, for error texts; empty if it has none."""
        return self.shown_kind.go_package

    def decode(self, body: Body) -> Read:
        """Reads a body; raises UndecodableError. The caller owns the object."""
        return self.shown_kind.codec.decode(body)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Returns the error text for a body that could not be decoded."""
        return self.shown_kind.codec.undecodable_text(error, body)

    def show(self, obj: JsonObject, *, reading: bool = True) -> JsonObject:  # noqa: ARG002  an object hides nothing
        """Returns the shown form of an object; `reading` is False if it is read for a change."""
        return obj

    @property
    def table(self) -> TableLayout:
        """The Table columns of the shown form."""
        return self.of.table

    def printed(self, shown: JsonObject) -> JsonObject:
        """Returns the shown form with its fields in the order in which the server prints them."""
        return self.shown_kind.codec.printed(shown)

    def answer(self, obj: JsonObject) -> JsonObject:
        """Returns the shown form of an object after a write."""
        return obj

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError if a sent object does not name the parent object, or is not valid."""

    def respond(self, sent: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  few subresources respond
        """Returns the sent object with the server's response, if it `responds`.

        Raises ApiError if the object is not valid.
        """
        return sent

    def judge(self, shown: JsonObject, old: JsonObject) -> Verdict | None:  # noqa: ARG002  validated as a whole
        """Validates a changed form before it is put into the object; None if it has no rules of its own."""
        return None

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  a whole object needs no old one
        """Returns the old object, changed as the shown form requires."""
        return shown

    def put_applied(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the old object, changed as the result of an apply to its shown form requires.

        Unlike the argument of `put`, `shown` holds the managed fields.
        """
        return self.put(shown, old)

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Copies the fields that this write may not change from the old object, in place."""
        self.of.prepare_for_update(new, old)

    def admit_end(self, obj: JsonObject, *, dry_run: bool) -> str | None:  # noqa: ARG002  most objects may be deleted
        """Raises ApiError if a creation may not delete the object.

        Returns the version that the object must have, if any.
        """
        return None

    @property
    def reset_fields(self) -> Fields:
        """The fields that this write never changes, and for which it records no manager."""
        return self.of.reset_fields

    def connect(self, namespace: str, name: str, query: Mapping[str, Sequence[str]]) -> None:  # noqa: ARG002
        """Connects to the target of a subresource that `connects`; raises ApiError if there is none."""
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
        """Records the manager who changed an object through it.

        Returns False if the caller must compare the whole objects.
        """
        return False


class StatusSubresource(Subresource):
    """The status of an object: a write changes only the status and some metadata."""

    __slots__ = ()

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Copies the fields that a status update may not change from the old object."""
        self.of.prepare_for_status_update(new, old)

    @property
    def reset_fields(self) -> Fields:
        """The fields for which a status update records no manager."""
        return self.of.status_reset_fields

    @property
    def creates_on_update(self) -> bool:
        """True if the kind creates objects on update. Kept: this includes updates of the status."""
        return self.of.create_on_update

    @property
    def creates_on_apply(self) -> bool:
        """True if the kind creates objects on update: with other kinds, applying a status requires the object."""
        return self.of.create_on_update
