"""What a tag handler is: one object that knows where a tag may stand, what it takes, what it asks for, how to use it.

Generator, linter and documentation read the same object. Handlers keep no state: what tags of one run tell each
other (lists' keys, members of unions) lives in the `Session`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeVar

from kapivara.generator.model import Comments, Constant, Member, Type, Universe
from kapivara.generator.plan import FunctionCall, Rules
from kapivara.generator.tags.schema_form import SchemaForm, Subject, UnsaidError
from kapivara.generator.tags.tag import Tag, ValueType
from kapivara.values.record import record

_S = TypeVar("_S")


class Scope(StrEnum):
    """Where a tag stands; the value is the word that messages use."""

    TYPE = "type definitions"
    FIELD = "struct fields"
    LIST_VALUE = "list values"
    MAP_KEY = "map keys"
    MAP_VALUE = "map values"
    CONSTANT = "constant values"


ANY_VALUE = frozenset((Scope.TYPE, Scope.FIELD, Scope.LIST_VALUE, Scope.MAP_KEY, Scope.MAP_VALUE))


class Stability(StrEnum):
    """How far a tag may be relied on."""

    ALPHA = "Alpha"
    BETA = "Beta"
    STABLE = "Stable"

    @property
    def rank(self) -> int:
        """The place in the order of the levels."""
        return list(Stability).index(self)


@record
class ArgDoc:
    """One argument that a tag takes; a positional one has no name."""

    name: str
    type: ValueType
    required: bool = False
    description: str = ""
    """What stands for it in a usage line, such as `<field-json-name>`."""
    docs: str = ""
    default: str = ""
    replaces_payload: bool = False
    """Where the argument is given, the tag needs no payload."""
    upstream: bool = True
    """Whether v1.37 knows the argument; the others are the KEP's."""


@record
class PayloadDoc:
    """One kind of payload."""

    description: str
    docs: str


class Extractor(Protocol):
    """From comments to tags, from tags to rules; handlers of tags that hold other tags use it."""

    def read_tags(self, comments: Comments) -> list[Tag]:
        """Reads the known tags of a comment, sorted by name; raises TagError."""

    def rules_of(self, comments: Comments, context: Context) -> Rules:
        """Reads the tags of a comment and asks what they stand for, not to be changed; raises TagError."""

    def extract_rules(self, context: Context, *tags: Tag) -> Rules:
        """Asks the handlers of tags what they stand for; raises TagError."""


class Session:
    """One run of the generator: what it reads, and what tags have told so far."""

    def __init__(
        self,
        universe: Universe,
        included: frozenset[str],
        extractor: Extractor,
        generated_in: Mapping[str, str] = MappingProxyType({}),
        *,
        describes: bool = False,
    ):
        self.universe = universe
        self.included = included
        """The packages whose types are looked into."""
        self.extractor = extractor
        self.generated_in = generated_in
        """The packages that validation is generated into, by those of the types, where it is not their own."""
        self.describes = describes
        """Whether schemas are made, which tell defaults themselves, and no validators."""
        self._states: dict[type[Any], Any] = {}

    def looks_into(self, kind: Type) -> bool:
        """Returns whether a type can be looked into: its package is included, and its declaration was read."""
        return not kind.name.package or (kind.name.package in self.included and kind.place is not None)

    def state(self, kind: type[_S]) -> _S:
        """Returns the one object of a class in which handlers of a family keep what they know."""
        state: _S | None = self._states.get(kind)
        if state is None:
            state = self._states[kind] = kind()
        return state


@record
class ListTerm:
    """One key of an item selector."""

    field: str
    value: str | int | bool


@record
class TaggedConstant:
    """A constant with its tags."""

    constant: Constant
    tags: tuple[Tag, ...]


@record(eq=False)
class Context:
    """Where a tag is used. Paths are texts such as `example.com/v1.Root.a[(vals)]`; they name places, never code."""

    session: Session
    scope: Scope
    type: Type
    """The type at hand: a field's type, an item's type; it may be a pointer, a typedef or both."""
    path: str
    member: Member | None = None
    selector: tuple[ListTerm, ...] | None = None
    """For list values: the selecting keys; empty: all items."""
    parent_path: str = ""
    parent_type: Type | None = None
    constants: tuple[TaggedConstant, ...] = ()
    level: str = ""
    outer: Context | None = None
    """The context of the tag around, where a tag is used inside another one that leads elsewhere."""


class TagHandler(ABC):
    """One tag with all its answers; subclasses set the attributes and say what the tag asks for."""

    name: ClassVar[str]
    scopes: ClassVar[frozenset[Scope]]
    stability: ClassVar[Stability]
    args: ClassVar[tuple[ArgDoc, ...]] = ()
    payload: ClassVar[ValueType] = ValueType.NONE
    payload_required: ClassVar[bool] = False
    raw: ClassVar[bool] = False
    """Whether all that follows the `=` is the payload, as it stands."""
    takes_words: ClassVar[bool] = False
    """Whether several payloads may stand in one tag, with commas between them, as KEP-5073 writes them."""
    accepts_unknown_args: ClassVar[bool] = False
    description: ClassVar[str]
    docs: ClassVar[str] = ""
    warning: ClassVar[str] = ""
    usage: ClassVar[str] = ""
    payloads: ClassVar[tuple[PayloadDoc, ...]] = ()
    examples: ClassVar[tuple[str, ...]]
    """Uses of the tag, each a whole tag line such as `+k8s:maxLength=63`."""
    upstream: ClassVar[bool] = True
    """Whether v1.37 knows the tag; the others are a KEP's."""
    kep: ClassVar[str] = "KEP-5073"
    """Where the tag comes from that v1.37 does not know."""
    instead: ClassVar[str] = ""
    """The tag's name in v1.37, where it was renamed."""
    simple: ClassVar[bool] = False
    """Whether the tag, without arguments, asks for the same wherever one comment stands on one type.

    Where it holds another tag, the answer is for maps.
    """
    schema_docs: ClassVar[str] = ""
    """What published schemas say in its place; empty where they say nothing."""

    @abstractmethod
    def plan(self, context: Context, tag: Tag) -> Rules:
        """Says what the tag asks for here; raises TagError where it cannot be used so."""

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  tags look at both
        """Says how a schema says what one of its calls asks for; raises UnsaidError where none can."""
        raise UnsaidError("schemas have no words for it")


def child_path(path: str, name: str) -> str:
    """Steps into a field of a path that names a place in the sources."""
    return f"{path}.{name}" if path else name


def key_path(path: str, key: str) -> str:
    """Steps into values or keys of a path that names a place in the sources."""
    return f"{path}[{key}]"
