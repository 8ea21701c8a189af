"""The types of API packages, whatever language they are written in: what the front ends make and all else reads.

The model says what Go's type checker would say: a typedef of a typedef has the literal type underneath, a typedef of
a struct is a struct with the same members. What was written in between is kept in `written`. Types are compared by
identity; their text is the one that messages show.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from kapivara.values.record import record


class TypeKind(StrEnum):
    """What a type is made of; the value is the word that messages use."""

    BUILTIN = "Builtin"
    STRUCT = "Struct"
    ALIAS = "Alias"  # a type definition whose underlying type is no struct
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
    """Where something stands in a source file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@record
class CommentLine:
    """One line of a comment, without its marker; `place` is that of the text's first character."""

    text: str
    place: Position


Comments = tuple[CommentLine, ...]


@record
class TypeName:
    """A package's path and a name in it; builtin and unnamed types have no package."""

    package: str
    name: str

    def __str__(self) -> str:
        return f"{self.package}.{self.name}" if self.package else self.name


@record
class JsonName:
    """What a field is called in JSON. Upstream: gengo/v2/parser/tags/json.go LookupJSON."""

    given: bool = False
    """Whether the name stands in the field's json tag."""
    name: str = ""
    """The name; where the tag has none, the field's own. Empty for `-` and for embedded fields that are not named."""
    omit_empty: bool = False
    inline: bool = False
    ignored: bool = False
    """The tag is `-`: the field has no place in JSON."""


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
        """Go's tag of the field, without its quotes."""
        self.exported = not name[:1].islower()
        """Whether the field can be seen from outside its package."""

    def __str__(self) -> str:
        return f"{self.name} {self.type}"


class Type:
    """A type: named or literal. Front ends fill in what belongs to its kind."""

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
        """What a list, map, array or pointer holds."""
        self.key: Type | None = None
        self.length = 0
        self.underlying: Type | None = None
        """The literal type under a type definition (kind ALIAS)."""
        self.written: Type | None = None
        """The right-hand side of a type definition as it is written: the next link of the chain of typedefs."""
        self.members: list[Member] = []
        self.overridden = False
        """Whether this is another type as one field overrides it, under the name of that type."""
        self.native: Type | None = None
        """What a typedef or pointer comes down to, once `natives` was asked."""

    def __str__(self) -> str:
        return str(self.name)

    def __repr__(self) -> str:
        return f"Type({self})"

    def chain(self) -> Iterator[Type]:
        """Walks the typedefs that this one is defined from, nearest first."""
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
    """A function of a package: hand-written validation is found by name and signature."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    """Names and types as they are written."""
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
        """All comments of doc.go, where package-level tags stand."""
        self.group = ""
        """The API group of its kinds, where a comment of any file says it."""
        self.version = ""
        """Their API version, where it is not the name of the package."""
        self.types: dict[str, Type] = {}
        self.constants: list[Constant] = []
        self.functions: dict[str, Function] = {}


class Universe:
    """All packages that were read, by path."""

    __slots__ = ("packages",)

    def __init__(self) -> None:
        self.packages: dict[str, Package] = {}

    def type(self, name: TypeName) -> Type | None:
        """Finds a named type."""
        package = self.packages.get(name.package)
        return None if package is None else package.types.get(name.name)


_BUILTINS = (
    *("string", "bool", "int", "int16", "int32", "int64"),
    *("uint", "uint16", "uint32", "uint64", "uintptr", "byte", "float", "float32", "float64"),
)
BUILTIN: dict[str, Type] = {name: Type(TypeName("", name), TypeKind.BUILTIN) for name in _BUILTINS}
"""The builtin types. Kept: the reference takes int8 and uint8 for byte."""
BUILTIN |= {"uint8": BUILTIN["byte"], "int8": BUILTIN["byte"]}
INVALID = Type(TypeName("", "invalid type"), TypeKind.UNSUPPORTED)
"""Stands for types that could not be understood; the reason is among the errors."""
STRING = BUILTIN["string"]
BOOL = BUILTIN["bool"]
BYTE = BUILTIN["byte"]


def pointer_to(elem: Type) -> Type:
    """Makes the type of pointers to a type."""
    made = Type(TypeName("", f"*{elem}"), TypeKind.POINTER)
    made.elem = elem
    return made


def list_of(elem: Type) -> Type:
    """Makes the type of lists of a type."""
    made = Type(TypeName("", f"[]{elem}"), TypeKind.SLICE)
    made.elem = elem
    return made


def map_of(key: Type, elem: Type) -> Type:
    """Makes the type of maps from one type to another."""
    made = Type(TypeName("", f"map[{key}]{elem}"), TypeKind.MAP)
    made.key, made.elem = key, elem
    return made
