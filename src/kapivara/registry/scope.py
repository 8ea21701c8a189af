"""What the pipeline must know of a resource at one version: the seam between its steps and the kinds.

Two things stand behind it: custom resources (`custom_resource.py`) and built-in kinds (`built_in.py`). A subresource
is a view of the same resource (`View`): the whole object for `status`, a Scale for `scale`.
Upstream: apiserver/pkg/endpoints/handlers/rest.go RequestScope (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Protocol

from kapivara.field import Operation
from kapivara.meta import GroupResource, GroupVersionKind, GroupVersionResource
from kapivara.registry.body import Body
from kapivara.registry.verdict import Verdict
from kapivara.storage import Precondition
from kapivara.values import Absent, JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.patch.field_set import Fields
    from kapivara.patch.merge_type import MergeType


@record
class Read:
    """A body as an object: the kind it says it is, and what strict decoding has against it, in the server's words."""

    obj: JsonObject
    kind: GroupVersionKind
    strict_errors: tuple[str, ...] = ()


@record
class Proposal:
    """An object as it is to be stored, where the preconditions hold at that moment."""

    obj: JsonObject
    preconditions: tuple[Precondition, ...] = ()


class UndecodableError(Exception):
    """A body that is no object of the kind; `found` is what it says it is, None where that cannot be told.

    `untyped` tells that it was read all the same: as an object of whatever kind it says it is.
    """

    def __init__(self, problem: str, found: GroupVersionKind | None = None, *, untyped: bool = False):
        super().__init__(problem)
        self.problem = problem
        self.found = found
        self.untyped = untyped


class View(Protocol):
    """How a resource looks through the resource itself or through one of its subresources."""

    @property
    def kind(self) -> GroupVersionKind:
        """The kind of what is seen."""
        ...

    def decode(self, body: Body) -> Read:
        """Reads a body; raises UndecodableError. The object is the caller's own."""
        ...

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Words the refusal of a body that could not be decoded."""
        ...

    def show(self, obj: JsonObject, *, reading: bool = True) -> JsonObject:
        """Returns what is seen of an object; `reading` is false where it is only shown to be changed."""
        ...

    def printed(self, shown: JsonObject) -> JsonObject:
        """Returns what is seen with its fields in the order in which the server prints them."""
        ...

    def answer(self, obj: JsonObject) -> JsonObject:
        """Returns what is seen of an object that was just written."""
        ...

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the object that a changed view of the old one asks for."""
        ...


class Scope(Protocol):
    """One resource at one version."""

    @property
    def resource(self) -> GroupVersionResource:
        """The resource as URLs name it."""
        ...

    @property
    def group_resource(self) -> GroupResource:
        """The resource without its version."""
        ...

    @property
    def kind(self) -> GroupVersionKind:
        """The kind of its objects."""
        ...

    @property
    def list_kind(self) -> str:
        """The kind of lists of them."""
        ...

    @property
    def namespaced(self) -> bool:
        """Whether objects live in namespaces."""
        ...

    @property
    def unconditional_update(self) -> bool:
        """Whether an update may come without a resourceVersion."""
        ...

    @property
    def custom(self) -> bool:
        """Whether a CustomResourceDefinition made this resource; the server treats those differently in places."""
        ...

    @property
    def costly(self) -> bool:
        """Whether a write may take long, however small its body is."""
        ...

    def view(self, subresource: str) -> View | None:
        """Returns the view that a subresource (or none, the empty text) gives; None where there is no such one."""
        ...

    def to_storage(self, obj: JsonObject) -> bytes:
        """Encodes an object as it is stored: in the storage version, without its resourceVersion."""
        ...

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object, which is the caller's own, at this scope's version, as today's schema reads it."""
        ...

    def check_creation(self, name: str) -> None:
        """Ends the request where nothing may be created any more."""
        ...

    def propose(self, obj: JsonObject, *, is_new: bool) -> Proposal:
        """Returns an accepted object as it is to be stored now, and on what condition; leaves it as it is.

        Asked again where the condition did not hold. Ends the request where nothing may be created any more.
        """
        ...

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets what clients may not set on a new object, in place."""
        ...

    def prepare_for_update(self, new: JsonObject, old: JsonObject, subresource: str) -> None:
        """Carries over what this kind of update may not change, and counts the generation; in place."""
        ...

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> Verdict:
        """Judges a new object, or a new one against its old one."""
        ...

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns the warnings of an accepted write."""
        ...

    def group_kind_of(self, obj: JsonObject) -> GroupVersionKind:
        """Names the kind that errors about an object call it."""
        ...

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns what field selectors may ask of an object."""
        ...

    @property
    def field_labels(self) -> Collection[str] | None:
        """The fields that selectors may ask of objects; None for kinds that offer name and namespace only."""
        ...

    def canonicalize(self, obj: JsonObject) -> None:
        """Brings an accepted object into the form that is stored and shown, in place."""
        ...

    def begin_deletion(self, obj: JsonObject, now: str) -> bool:
        """Does what the first DELETE does to an object of a kind that holds on to it; False where the kind does not."""
        ...

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether nothing holds an object that is marked for deletion any more."""
        ...

    @property
    def own_type(self) -> MergeType:
        """How objects merge at this version."""
        ...

    def merge_type(self, api_version: str) -> MergeType | None:
        """Returns how objects merge at a version of theirs; None where writes at it are forgotten.

        Raises ApiVersionError where no object can be brought to that version.
        """
        ...

    def settle_applied(self, obj: JsonObject, *, new: bool) -> JsonObject:
        """Returns what an apply made of an object in its normal form, defaults filled in; raises UndecodableError."""
        ...

    def ignored_fields(self, subresource: str) -> Fields:
        """Returns the fields that a write through a subresource (or none) does not change whatever it says."""
        ...

    def blank(self) -> JsonObject:
        """Returns an object of the kind with nothing in it, as writes of new ones are compared with."""
        ...
