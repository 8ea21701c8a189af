"""What tags tell about lists: who owns them, what makes their items the same. Kept for the tags that ask later.

The handlers of listType, listMapKey, unique and customUnique (list_types.py) write it down; eachVal, item, update and
the iteration of element types read it, in deferred rules, when all tags of a field have been seen.
Upstream: code-generator/cmd/validation-gen/validators/list.go listMetadata (1.37).
"""

from __future__ import annotations

from enum import StrEnum

from kapivara.generator.author_error import TagError
from kapivara.generator.model import BOOL, STRING, Member, Type, TypeKind
from kapivara.generator.natives import native_type
from kapivara.generator.plan import Correlation
from kapivara.generator.tags.handler import Context, Scope, Session


class Semantic(StrEnum):
    """What makes two items of a list the same; the value is the word that messages use."""

    UNKNOWN = ""
    ATOMIC = "atomic"  # nothing does
    SET = "set"  # their whole value
    MAP = "map"  # their keys


class ListFacts:
    """What is known about one list; handlers fill it in."""

    __slots__ = ("custom_unique", "keys", "level", "owned", "semantic", "shared")

    def __init__(self) -> None:
        self.semantic = Semantic.UNKNOWN
        self.keys: list[Member] = []
        """The fields of the items that listMapKey names, in that order."""
        self.owned = False
        """Whether there is a listType."""
        self.shared = False
        """Whether that is a set or a map, whose items may have different owners."""
        self.custom_unique = False
        """Whether hand-written code looks for duplicates."""
        self.level = ""

    @property
    def correlation(self) -> Correlation:
        """How items find their old selves."""
        if self.semantic is Semantic.MAP:
            return Correlation("map", tuple(self.keys))
        return Correlation("set" if self.semantic is Semantic.SET else "none")

    @property
    def key_names(self) -> tuple[tuple[str, str | int | bool | None], ...]:
        """The JSON names of the keys, each with the value that it has where none is given."""
        return tuple([(each.json.name, _zero(each.type)) for each in self.keys])

    def check(self) -> None:
        """Checks that the tags of the list go together; raises TagError."""
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
        """Returns the facts about a place, to be filled in; there are none at first."""
        facts = self._by_place.get(path)
        if facts is None:
            facts = self._by_place[path] = ListFacts()
        return facts

    def get(self, path: str) -> ListFacts | None:
        """Returns what was told about just this place; None where nothing was."""
        return self._by_place.get(path)

    def find(self, path: str, kind: Type) -> ListFacts | None:
        """Returns what was told about a place, or else about its type; `kind` is the topmost type of the list."""
        return self._by_place.get(path) or self._of_type(kind)

    def of(self, context: Context) -> ListFacts | None:
        """Returns what was told about a list; refuses facts about both a field and its type."""
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
        """Returns whether the rules of a list are still to be made; only the first who asks hears yes."""
        fresh = path not in self._done
        self._done.add(path)
        return fresh


def correlation_of(session: Session, path: str, kind: Type) -> Correlation:
    """Says how items of a list find their old selves; ask when all tags of the list have been read (deferred).

    `path` names the field or type that holds the list, `kind` is its topmost type: the typedef, not what is under it.
    Upstream: validators/each.go getListValidations (1.37).
    """
    facts = session.state(ListMetadata).find(path, kind)
    return Correlation() if facts is None else facts.correlation
