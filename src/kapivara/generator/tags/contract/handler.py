"""The interface of tag handlers: one object per tag with its scopes, arguments, rules and documentation.

Generator, linter and documentation use the same object. Handlers have no state: data that tags of one run share (keys
of lists, members of unions) is in the `Session`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeVar

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.types import Comments, Constant, Member, Type, Universe
from kapivara.generator.plan.rule_calls import FunctionCall, Rules
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, UnsaidError
from kapivara.values.record import record

_S = TypeVar("_S")


class Scope(StrEnum):
    """The kind of declaration with the tag; the value is the word that messages use."""

    TYPE = "type definitions"
    FIELD = "struct fields"
    LIST_VALUE = "list values"
    MAP_KEY = "map keys"
    MAP_VALUE = "map values"
    CONSTANT = "constant values"


ANY_VALUE = frozenset((Scope.TYPE, Scope.FIELD, Scope.LIST_VALUE, Scope.MAP_KEY, Scope.MAP_VALUE))


class Stability(StrEnum):
    """The stability level of a tag."""

    ALPHA = "Alpha"
    BETA = "Beta"
    STABLE = "Stable"

    @property
    def rank(self) -> int:
        """The position in the order of the levels."""
        return list(Stability).index(self)


@record
class ArgDoc:
    """One argument of a tag; a positional one has an empty name."""

    name: str
    type: ValueType
    required: bool = False
    description: str = ""
    """Its placeholder in a usage line, such as `<field-json-name>`."""
    docs: str = ""
    default: str = ""
    replaces_payload: bool = False
    """Whether a tag with this argument needs no payload."""
    upstream: bool = True
    """Whether v1.37 knows the argument; others come from the KEP."""


@record
class PayloadDoc:
    """One kind of payload."""

    description: str
    docs: str


class Extractor(Protocol):
    """Converts comments to tags, and tags to rules; handlers of tags around other tags use it."""

    def read_tags(self, comments: Comments) -> list[Tag]:
        """Returns the known tags of a comment, sorted by name; raises TagError."""

    def rules_of(self, comments: Comments, context: Context) -> Rules:
        """Returns the rules of a comment's tags, which the caller must not change; raises TagError."""

    def extract_rules(self, context: Context, *tags: Tag) -> Rules:
        """Calls the handlers of tags and returns their rules; raises TagError."""


class Session:
    """One run of the generator: its packages, and the data that tags have collected so far."""

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
        """The packages whose types are visited."""
        self.extractor = extractor
        self.generated_in = generated_in
        """The target packages of validation, by packages of types; without those that are their own target."""
        self.describes = describes
        """Whether the run makes schemas, which contain defaults, instead of validators."""
        self._states: dict[type[Any], Any] = {}

    def looks_into(self, kind: Type) -> bool:
        """Returns whether a type can be visited: its package is included, and its declaration was read."""
        return not kind.name.package or (kind.name.package in self.included and kind.place is not None)

    def state(self, kind: type[_S]) -> _S:
        """Returns the object of a class that stores the data of a family of handlers; creates it on first use."""
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
    """The use of a tag. Paths are texts such as `example.com/v1.Root.a[(vals)]`; they name places, never code."""

    session: Session
    scope: Scope
    type: Type
    """The type to which the tag applies: of a field, of an item; it may be a pointer, a typedef or both."""
    path: str
    member: Member | None = None
    selector: tuple[ListTerm, ...] | None = None
    """For list values: the selecting keys; empty: all items."""
    parent_path: str = ""
    parent_type: Type | None = None
    constants: tuple[TaggedConstant, ...] = ()
    level: str = ""
    outer: Context | None = None
    """The context of the surrounding tag, where a tag is used inside one that leads to another value."""


class TagHandler(ABC):
    """One tag; subclasses set the attributes and implement the rules of the tag."""

    name: ClassVar[str]
    scopes: ClassVar[frozenset[Scope]]
    stability: ClassVar[Stability]
    args: ClassVar[tuple[ArgDoc, ...]] = ()
    payload: ClassVar[ValueType] = ValueType.NONE
    payload_required: ClassVar[bool] = False
    raw: ClassVar[bool] = False
    """Whether the raw text after the `=` is the payload."""
    takes_words: ClassVar[bool] = False
    """Whether one tag may have several payloads separated by commas, as in KEP-5073."""
    accepts_unknown_args: ClassVar[bool] = False
    description: ClassVar[str]
    docs: ClassVar[str] = ""
    warning: ClassVar[str] = ""
    usage: ClassVar[str] = ""
    payloads: ClassVar[tuple[PayloadDoc, ...]] = ()
    examples: ClassVar[tuple[str, ...]]
    """Uses of the tag, each a whole tag line such as `+k8s:maxLength=63`."""
    upstream: ClassVar[bool] = True
    """Whether v1.37 knows the tag; others come from a KEP."""
    kep: ClassVar[str] = "KEP-5073"
    """The KEP of a tag that v1.37 does not know."""
    instead: ClassVar[str] = ""
    """The tag's name in v1.37, if that is different."""
    simple: ClassVar[bool] = False
    """Whether the tag, without arguments, has the same rules wherever one comment is on one type.

    For a tag around another tag, this refers to maps.
    """
    schema_docs: ClassVar[str] = ""
    """The equivalent in published schemas; empty where they have none."""

    @abstractmethod
    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rules of the tag in a context; raises TagError where it cannot be used there."""

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  tags use both
        """Returns the schema form of one of the tag's calls; raises UnsaidError where schemas cannot express it."""
        raise UnsaidError("schemas cannot express it")


def child_path(path: str, name: str) -> str:
    """Appends a field to a path that names a place in the sources."""
    return f"{path}.{name}" if path else name


def key_path(path: str, key: str) -> str:
    """Appends values or keys to a path that names a place in the sources."""
    return f"{path}[{key}]"
