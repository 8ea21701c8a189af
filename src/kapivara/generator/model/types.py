"""The types of API packages, independent of the source language: front ends make them, all other modules read them.

The model follows Go's type checker: a typedef of a typedef has the literal type as `underlying`, a typedef of a struct
is a struct with the same members. The written right-hand side is kept in `written`. Types are compared by identity;
their text is the one that messages show.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from kapivara.values.record import record

META: Final = "k8s.io/apimachinery/pkg/apis/meta/v1"
"""The Go package of ObjectMeta, Time and the other types that all kinds share."""


class TypeKind(StrEnum):
    """The kind of a type; the value is the word that messages use."""

    BUILTIN = "Builtin"
    STRUCT = "Struct"
    ALIAS = "Alias"  # a type definition whose underlying type is not a struct
    SLICE = "Slice"
    MAP = "Map"
    POINTER = "Pointer"
    ARRAY = "Array"
    INTERFACE = "Interface"
    CHAN = "Chan"
    FUNC = "Func"
    UNSUPPORTED = "Unsupported"


@record(order=True)
class Position:
    """A place in a source file; lines and columns start at 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@record
class CommentLine:
    """One line of a comment, without its marker; `place` is the place of the text's first character."""

    text: str
    place: Position


Comments = tuple[CommentLine, ...]


@record
class TypeName:
    """The path of a package and a name in it; builtin and unnamed types have an empty path."""

    package: str
    name: str

    def __str__(self) -> str:
        return f"{self.package}.{self.name}" if self.package else self.name


@record
class JsonName:
    """The JSON name of a field. Upstream: gengo/v2/parser/tags/json.go LookupJSON."""

    given: bool = False
    """Whether the field's json tag contains the name."""
    name: str = ""
    """The name; if the tag has none, the field's Go name. Empty for `-` and for embedded fields without a name."""
    omit_empty: bool = False
    inline: bool = False
    ignored: bool = False
    """The tag is `-`: JSON omits the field."""


class Member:
    """One field of a struct."""

    __slots__ = ("comments", "embedded", "exported", "json", "name", "place", "tag", "type")

    def __init__(
        self,
        name: str,
        kind: Type,
        json: JsonName,
        place: Position,
        *,
        embedded: bool,
        comments: Comments,
        tag: str = "",
    ):
        self.name = name
        self.type = kind
        self.json = json
        self.place = place
        self.embedded = embedded
        self.comments = comments
        self.tag = tag
        """The Go tag of the field, without quotes."""
        self.exported = not name[:1].islower()
        """Whether the field is exported from its package."""

    def __str__(self) -> str:
        return f"{self.name} {self.type}"


class Type:
    """A type, named or literal. Front ends fill in the attributes of its kind."""

    __slots__ = (
        *("comments", "detached", "elem", "key", "kind", "length", "members"),
        *("name", "native", "overridden", "place", "underlying", "written"),
    )

    def __init__(self, name: TypeName, kind: TypeKind, place: Position | None = None):
        self.name = name
        self.kind = kind
        self.place = place
        self.comments: Comments = ()
        """The doc comment."""
        self.detached: Comments = ()
        """The comment block above the doc comment, with a blank line between."""
        self.elem: Type | None = None
        """The type of the items of a list, map or array, or the type to which a pointer points."""
        self.key: Type | None = None
        self.length = 0
        self.underlying: Type | None = None
        """The literal type under a type definition (kind ALIAS)."""
        self.written: Type | None = None
        """The right-hand side of a type definition as written: the next link of the chain of typedefs."""
        self.members: list[Member] = []
        self.overridden = False
        """Whether this type is a copy of another one, with the overrides of one field; it has the same name."""
        self.native: Type | None = None
        """The native type of a typedef or pointer, cached by `natives`."""

    def __str__(self) -> str:
        return str(self.name)

    def __repr__(self) -> str:
        return f"Type({self})"

    def chain(self) -> Iterator[Type]:
        """Yields the typedefs from which this type is defined, nearest first."""
        seen = {id(self)}
        link = self.written
        while link is not None and id(link) not in seen:
            seen.add(id(link))
            yield link
            link = link.written


class Constant:
    """One constant of a named type."""

    __slots__ = ("comments", "name", "place", "type", "value")

    def __init__(
        self, name: TypeName, kind: Type, value: str | int | bool | float, place: Position, comments: Comments
    ):
        self.name = name
        self.type = kind
        self.value = value
        self.place = place
        self.comments = comments


@record
class Function:
    """A function of a package; hand-written validation functions are found by name and signature."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    """The names and types, as written."""
    results: tuple[str, ...]
    place: Position


class Package:
    """One package: its types, constants and functions, in the order of the files."""

    __slots__ = ("constants", "files", "functions", "group", "markers", "name", "path", "types", "version")

    def __init__(self, path: str, name: str):
        self.path = path
        self.name = name
        self.files: list[str] = []
        self.markers: Comments = ()
        """All comments of doc.go, which contain the package-level tags."""
        self.group = ""
        """The API group of its kinds; empty where no comment declares it."""
        self.version = ""
        """The API version of its kinds; empty where it is the name of the package."""
        self.types: dict[str, Type] = {}
        self.constants: list[Constant] = []
        self.functions: dict[str, Function] = {}


class Universe:
    """All packages that were read, by path."""

    __slots__ = ("packages",)

    def __init__(self) -> None:
        self.packages: dict[str, Package] = {}

    def type(self, name: TypeName) -> Type | None:
        """Returns a named type; None where it is unknown."""
        package = self.packages.get(name.package)
        return None if package is None else package.types.get(name.name)


_BUILTINS = (
    *("string", "bool", "int", "int16", "int32", "int64"),
    *("uint", "uint16", "uint32", "uint64", "uintptr", "byte", "float", "float32", "float64"),
)
BUILTIN: dict[str, Type] = {name: Type(TypeName("", name), TypeKind.BUILTIN) for name in _BUILTINS}
"""The builtin types. Kept: the reference treats int8 and uint8 as byte."""
BUILTIN |= {"uint8": BUILTIN["byte"], "int8": BUILTIN["byte"]}
INVALID = Type(TypeName("", "invalid type"), TypeKind.UNSUPPORTED)
"""Replaces types that could not be read; the reason is among the errors."""
STRING = BUILTIN["string"]
BOOL = BUILTIN["bool"]
BYTE = BUILTIN["byte"]


def pointer_to(elem: Type) -> Type:
    """Returns the type of pointers to a type."""
    made = Type(TypeName("", f"*{elem}"), TypeKind.POINTER)
    made.elem = elem
    return made


def list_of(elem: Type) -> Type:
    """Returns the type of lists of a type."""
    made = Type(TypeName("", f"[]{elem}"), TypeKind.SLICE)
    made.elem = elem
    return made


def map_of(key: Type, elem: Type) -> Type:
    """Returns the type of maps from one type to another."""
    made = Type(TypeName("", f"map[{key}]{elem}"), TypeKind.MAP)
    made.key, made.elem = key, elem
    return made
