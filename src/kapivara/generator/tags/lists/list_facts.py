"""Facts about lists from tags: their ownership, and the identity of their items.

The handlers of listType, listMapKey, unique and customUnique (list_types.py) store them; eachVal, item, update and the
iteration of element types read them, in deferred rules, after all tags of a field have been read.
Upstream: code-generator/cmd/validation-gen/validators/list.go listMetadata (1.37).
"""

from __future__ import annotations

from enum import StrEnum

from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import BOOL, STRING, Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Correlation
from kapivara.generator.tags.contract.handler import Context, Scope, Session


class Semantic(StrEnum):
    """The identity of list items; the value is the word that messages use."""

    UNKNOWN = ""
    ATOMIC = "atomic"  # items have no identity
    SET = "set"  # the whole value
    MAP = "map"  # the keys


class ListFacts:
    """The facts about one list; handlers fill them in."""

    __slots__ = ("custom_unique", "keys", "level", "owned", "semantic", "shared")

    def __init__(self) -> None:
        self.semantic = Semantic.UNKNOWN
        self.keys: list[Member] = []
        """The key fields of the items, in the order of the listMapKey tags."""
        self.owned = False
        """Whether there is a listType."""
        self.shared = False
        """Whether it is a set or a map, whose items may have different owners."""
        self.custom_unique = False
        """Whether hand-written code checks for duplicates."""
        self.level = ""

    @property
    def correlation(self) -> Correlation:
        """How items are paired with old items."""
        if self.semantic is Semantic.MAP:
            return Correlation("map", tuple(self.keys))
        return Correlation("set" if self.semantic is Semantic.SET else "none")

    @property
    def key_names(self) -> tuple[tuple[str, str | int | bool | None], ...]:
        """The JSON names of the keys, each with the value of a missing key."""
        return tuple([(each.json.name, _zero(each.type)) for each in self.keys])

    def check(self) -> None:
        """Checks that the tags of the list fit together; raises TagError."""
        if self.keys and self.semantic is not Semantic.MAP:
            raise TagError("found listMapKey without listType=map or unique=map", hint="add +k8s:listType=map")
        if self.semantic is Semantic.MAP and not self.keys:
            hint = "add +k8s:listMapKey=<json name> for each key field"
            raise TagError("found listType=map or unique=map without listMapKey", hint=hint)
        if not self.owned:
            choices = "use listType=atomic, listType=set, or listType=map"
            hint = "add +k8s:listType=atomic beside +k8s:unique"
            raise TagError(f"listType must be specified - {choices}", hint=hint)


def _zero(key: Type) -> str | int | bool | None:
    if key.kind is TypeKind.POINTER:
        return None
    native = native_type(key)
    return "" if native is STRING else False if native is BOOL else 0


class ListMetadata:
    """The facts about all lists of a run (state of a `Session`), by the path of a field or the name of a type."""

    def __init__(self) -> None:
        self._by_place: dict[str, ListFacts] = {}
        self._done: set[str] = set()

    def at(self, path: str) -> ListFacts:
        """Returns the facts about a place, to be filled in."""
        facts = self._by_place.get(path)
        if facts is None:
            facts = self._by_place[path] = ListFacts()
        return facts

    def get(self, path: str) -> ListFacts | None:
        """Returns the facts about exactly this place; None where there are none."""
        return self._by_place.get(path)

    def find(self, path: str, kind: Type) -> ListFacts | None:
        """Returns the facts about a place, or else about its type; `kind` is the outermost type of the list."""
        return self._by_place.get(path) or self._of_type(kind)

    def of(self, context: Context) -> ListFacts | None:
        """Returns the facts about a list; raises TagError for facts about both a field and its type."""
        own = self._by_place.get(context.path)
        if context.scope is not Scope.FIELD:
            return own
        typed = self._of_type(context.type)
        if own is not None and typed is not None:
            hint = f"leave the list tags to the type {context.type.name.name}"
            raise TagError(f"found list metadata for both a field and its type: {context.path}", hint=hint)
        return typed or own

    def _of_type(self, kind: Type) -> ListFacts | None:
        return self._by_place.get(str(kind)) if kind.name.package else None  # other types have no tags

    def finish(self, path: str) -> bool:
        """Returns True on the first call for a list, whose caller makes its rules; False afterwards."""
        fresh = path not in self._done
        self._done.add(path)
        return fresh


def correlation_of(session: Session, path: str, kind: Type) -> Correlation:
    """Returns how items of a list are paired with old items; call it after all tags of the list were read (deferred).

    `path` names the field or type with the list, `kind` is its outermost type: the typedef, not its underlying type.
    Upstream: validators/each.go getListValidations (1.37).
    """
    facts = session.state(ListMetadata).find(path, kind)
    return Correlation() if facts is None else facts.correlation
