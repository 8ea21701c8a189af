"""The ways to an object: as a whole, or through a subresource, which shows and changes a part of it.

A write through any of them carries the whole object on: what is sent is `decode`d, `put` into the object that is
stored, and `prepare`d, so that nothing changes but what the way is for; `answer` is what the client gets back. So it is
with one that only creates, such as the `binding` of a pod: what is created ends up in the object.
Upstream: apiserver/pkg/registry/rest/rest.go Storage, and the REST types of each kind's storage.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.apis.body import Body, Read, UndecodableError
from kapivara.codec.errors import CannotError
from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind
    from kapivara.apis.table import TableLayout
    from kapivara.apis.verdict import Verdict
    from kapivara.patch.field_set import Fields
    from kapivara.patch.managed_fields import Entry


class Subresource:
    """A way to the objects of a kind; this one, without a name, is the whole object. A kind has one of each.

    One that `shows` another kind than that of its objects says how that is made of them, and put into them.
    """

    __slots__ = ("_shown_kind", "name", "of", "shows", "shows_whole", "verbs")

    connects = False
    """Whether it leads on to something beyond the object, of which it neither shows nor changes anything."""
    preconditions = False
    """Whether uid and resourceVersion of what is created through it are those that the object must have."""
    ends = False
    """Whether the object is deleted once what is created through it was put into it."""
    responds = False
    """Whether what is created through it is not put into the object, but sent back with the server's answer in it."""
    unconverted = ""
    """Why what an apply has changed of it cannot be brought to its version; empty where it can be."""
    has_table = True
    """Whether what is seen can be shown as a Table: of the reference server's storages, not all can."""

    def __init__(self, of: Kind, name: str, verbs: Sequence[str], shows: GroupVersionKind | None = None):
        self.of = of
        self.name = name
        self.verbs = frozenset(verbs)
        self.shows = shows or of.gvk
        """The kind of what is shown."""
        self._shown_kind = of if shows is None else None
        self.shows_whole = type(self).show is Subresource.show and type(self).answer is Subresource.answer
        """Whether the object is shown as it is."""

    @property
    def shown_kind(self) -> Kind:
        """The kind of what is shown, which reads and merges it."""
        if self._shown_kind is None:
            from kapivara.apis.shown_kind import shown_kind  # kinds import this module

            self._shown_kind = shown_kind(self.shows, self.of.surroundings)
        return self._shown_kind

    @property
    def go_package(self) -> str:
        """The package of the Go type of what is shown, as errors name it; empty where it has none."""
        return self.shown_kind.go_package

    def decode(self, body: Body) -> Read:
        """Reads a body; raises UndecodableError. The object is the caller's own."""
        return self.shown_kind.codec.decode(body)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Words the refusal of a body that could not be decoded."""
        return self.shown_kind.codec.undecodable_text(error, body)

    def show(self, obj: JsonObject, *, reading: bool = True) -> JsonObject:  # noqa: ARG002  a whole object hides nothing
        """Returns what is seen of an object; `reading` is false where it is only shown to be changed."""
        return obj

    @property
    def table(self) -> TableLayout:
        """The columns that what is seen of objects has in a Table."""
        return self.of.table

    def printed(self, shown: JsonObject) -> JsonObject:
        """Returns what is seen with its fields in the order in which the server prints them."""
        return self.shown_kind.codec.printed(shown)

    def answer(self, obj: JsonObject) -> JsonObject:
        """Returns what is seen of an object that was just written."""
        return obj

    def check(self, sent: JsonObject, name: str) -> None:
        """Ends a creation through it where what was sent is not meant for the object of that name, or not valid."""

    def respond(self, sent: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  few have anything to say
        """Returns what was sent with the server's answer in it, of one that `responds`; ends what is not valid."""
        return sent

    def judge(self, shown: JsonObject, old: JsonObject) -> Verdict | None:  # noqa: ARG002  an object is judged as a whole
        """Judges a changed view of an object by itself, before it is put into the object; None where nobody does."""
        return None

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  a whole object needs no old one
        """Returns the object that a changed view of the old one asks for."""
        return shown

    def put_applied(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the object that a view of the old one asks for to which a configuration was applied.

        Unlike one that was changed otherwise, it says who manages what of it.
        """
        return self.put(shown, old)

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Carries over from the old object what a write this way may not change, in place."""
        self.of.prepare_for_update(new, old)

    def admit_end(self, obj: JsonObject, *, dry_run: bool) -> str | None:  # noqa: ARG002  most let it go
        """Ends a creation that is to delete an object which has to stay; returns the version it must be at, if any."""
        return None

    @property
    def reset_fields(self) -> Fields:
        """The fields that a write this way does not change, whatever it says: nobody comes to manage them by it."""
        return self.of.reset_fields

    def connect(self, namespace: str, name: str, query: Mapping[str, Sequence[str]]) -> None:  # noqa: ARG002
        """Leads on to what one that `connects` is for; ends the request where there is nothing."""
        raise CannotError(f"connect to {self.of.gvr.resource}/{self.name}")

    @property
    def creates_on_update(self) -> bool:
        """Whether a PUT of what is not there creates the object."""
        return not self.name and self.of.create_on_update

    @property
    def creates_on_apply(self) -> bool:
        """Whether applying to what is not there creates the object."""
        return not self.name

    def track(self, new: JsonObject, old: JsonObject, author: Entry) -> bool:  # noqa: ARG002  nothing of its own
        """Records in an object who changed it this way; False where all of the object is to be compared for that."""
        return False


class StatusSubresource(Subresource):
    """The status of an object: the rest of it stays, but for its metadata."""

    __slots__ = ()

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps what a write of the status may not change."""
        self.of.prepare_for_status_update(new, old)

    @property
    def reset_fields(self) -> Fields:
        """The fields that nobody comes to manage by writing a status."""
        return self.of.status_reset_fields

    @property
    def creates_on_update(self) -> bool:
        """Whether the kind creates on updates; kept: it does so by way of the status, too."""
        return self.of.create_on_update

    @property
    def creates_on_apply(self) -> bool:
        """Whether the kind creates on updates: of others, a status that is applied needs its object."""
        return self.of.create_on_update
