"""Shapes: the Go types of built-in kinds as data.

A shape describes a Go type: its JSON, its name in messages, its empty value, and whether that is printed.
`codec.typed.decoding` decodes values by shapes; `apis` declares the kinds. Shapes are immutable. They are plain
classes, because dataclasses would cost every start of a command 4 ms. Upstream: the json tags of types.go files, and
encoding/json's rules for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from kapivara.values import JsonObject, JsonValue

ScalarKind: TypeAlias = Literal["string", "bool", "int", "float"]
_ANY_VALUE: Final[Mapping[str, JsonValue]] = MappingProxyType({})


class Scalar:
    """A string, boolean or number; `low` and `high` bound integers, `enum` holds the documented values."""

    __slots__ = ("enum", "go_name", "high", "kind", "low")

    def __init__(self, go_name: str, kind: ScalarKind, low: int = 0, high: int = 0, enum: tuple[str, ...] = ()):
        self.go_name: Final[str] = go_name
        self.kind: Final = kind
        self.low: Final = low
        self.high: Final = high
        self.enum: Final = enum

    def named(self, go_name: str, enum: tuple[str, ...] = ()) -> Scalar:
        """Returns the scalar under another type name, such as `v1.ResourceScope`."""
        return Scalar(go_name, self.kind, self.low, self.high, enum)

    def empty(self) -> JsonValue:
        """Returns the empty value."""
        return "" if self.kind == "string" else False if self.kind == "bool" else 0


class Bytes:
    """Raw bytes, base64 in JSON."""

    __slots__ = ("go_name",)

    def __init__(self, go_name: str = "[]uint8"):
        self.go_name: Final[str] = go_name

    def empty(self) -> JsonValue:
        """Returns the empty value."""
        return None


class _Collection:
    """The common part of lists and maps: one shape for all items, which may be given by a function.

    With `pointers`, items are pointers, so null stays null instead of becoming the item's empty value. `wrapped` is for
    protobuf: the collection is a message of its own, which can be empty or missing.
    """

    __slots__ = ("_later", "go_name", "item", "pointers", "wrapped")
    item: Shape

    def __init__(self, item: Shape | Callable[[], Shape], go_name: str, pointers: bool, wrapped: bool = False):
        if callable(item):  # the slot stays empty until first use
            self._later = item
        else:
            self.item = item
        self.go_name: Final[str] = go_name
        self.pointers: Final = pointers
        self.wrapped: Final = wrapped

    def __getattr__(self, name: str) -> Shape:
        if name != "item":
            raise AttributeError(name)
        self.item = made = self._later()
        return made


class ListOf(_Collection):
    """A list of one shape; a recursive list takes a function that returns the shape, and needs a name."""

    __slots__ = ()

    def __init__(
        self, item: Shape | Callable[[], Shape], go_name: str = "", *, pointers: bool = False, wrapped: bool = False
    ):
        super().__init__(item, go_name or f"[]{_item_name(item, pointers)}", pointers, wrapped)

    def empty(self) -> JsonValue:
        """Returns the empty value."""
        return None


class MapOf(_Collection):
    """A map from strings to one shape; a recursive map takes a function that returns the shape, and needs a name.

    `folder` is the folder that declares a named type, for `described`.
    """

    __slots__ = ("folder",)

    def __init__(
        self, item: Shape | Callable[[], Shape], go_name: str = "", *, pointers: bool = False, folder: str = ""
    ):
        super().__init__(item, go_name or f"map[string]{_item_name(item, pointers)}", pointers)
        self.folder: Final = folder

    def empty(self) -> JsonValue:
        """Returns the empty value."""
        return None


class Custom:
    """A type with its own JSON decoding: `read` takes a value, including null, and returns its normal form, as printed.

    `read` raises `MismatchError` or `DecodeError`; either ends the decoding, like an error of UnmarshalJSON. `exact`
    returns the value in memory, if it has more than the printed form. `same` compares two values, if equality of their
    printed forms is not enough; `show` returns the form for messages, if it is not the normal form; `zero` is the
    printed empty value. Values of a `verbatim` type may differ despite equal JSON, by the order of keys. A type that
    reads numbers `by_spelling` gets their text if a float has fewer digits. `holds` returns the shape of a value, if it
    is one of several. `folder` is the folder that declares the type, for `described`; `schema` is its OpenAPI schema
    without the description. `message` is the path of its wire form, such as `codec.protobuf.own_messages.TIME`; a
    trailing `()` means a function of the folder's package.
    """

    __slots__ = (
        *("by_spelling", "exact", "folder", "go_name", "holds", "message"),
        *("read", "same", "schema", "show", "verbatim", "zero"),
    )

    def __init__(
        self,
        go_name: str,
        read: Callable[[JsonValue], JsonValue],
        *,
        exact: Callable[[JsonValue], JsonValue] | None = None,
        same: Callable[[JsonValue, JsonValue], bool] | None = None,
        show: Callable[[JsonValue], JsonValue] | None = None,
        zero: str | int | None = None,
        verbatim: bool = False,
        by_spelling: bool = False,
        holds: Callable[[JsonValue], Shape | None] | None = None,
        folder: str = "",
        schema: Mapping[str, JsonValue] = _ANY_VALUE,
        message: str = "",
    ):
        self.go_name: Final[str] = go_name
        self.folder: Final = folder
        self.message: Final = message
        self.schema: Final = schema
        self.holds: Final = holds
        self.read: Final = read
        self.exact: Final = exact or read
        self.same: Final = same or self._prints_alike
        self.show: Final = show or read
        self.zero: Final = zero
        self.verbatim: Final = verbatim
        self.by_spelling: Final = by_spelling

    def _prints_alike(self, one: JsonValue, other: JsonValue) -> bool:
        return bool(self.read(one) == self.read(other))

    def empty(self) -> JsonValue:
        """Returns the empty value."""
        return self.zero


class Struct:
    """A struct with named fields; `fields` may be a function, for recursive types.

    `folder` is the folder that declares the type, for `described`.
    """

    __slots__ = ("_fields", "_tables", "_verbatim", "folder", "go_name", "name")

    def __init__(
        self, go_name: str, fields: tuple[Field, ...] | Callable[[], tuple[Field, ...] | Tables], *, folder: str = ""
    ):
        self.go_name: Final[str] = go_name
        self.name: Final = go_name.rpartition(".")[2]
        self.folder: Final = folder
        self._fields = fields
        self._tables: Tables | None = None
        self._verbatim: bool | None = None

    @property
    def verbatim(self) -> bool:
        """Whether values of the struct may differ despite equal JSON; computed on first use."""
        if self._verbatim is None:
            self._verbatim = _holds_verbatim(self)
        return self._verbatim

    @property
    def tables(self) -> Tables:
        """The fields, arranged for decoding; computed on first use."""
        if self._tables is None:
            made = self._fields() if callable(self._fields) else self._fields
            self._tables = made if isinstance(made, Tables) else Tables(made)
        return self._tables

    def empty(self) -> JsonValue:
        """Returns the printed form of an empty struct."""
        return {each.name: each.empty() for each in self.tables.always}


Shape: TypeAlias = Scalar | Bytes | ListOf | MapOf | Custom | Struct


class Field:
    """One field of a struct.

    `pointer` fields distinguish null from empty; `omit_empty` ones are not printed if empty; `embedded` is the Go path
    of the embedded structs that contain it, for messages. `parents` are the embedded pointers among them, outermost
    first, each as its Go path: a pointer is set if any field inside is given. `number` is the protobuf field number.
    `words` are further parts of the declaration, such as `list=map` and `keys=type`; see `said`. `home` is the embedded
    struct that declares the field, if any.
    """

    __slots__ = ("embedded", "home", "name", "number", "omit_empty", "parents", "pointer", "shape", "words")

    def __init__(
        self,
        name: str,
        shape: Shape,
        *,
        pointer: bool = False,
        omit_empty: bool = False,
        embedded: tuple[str, ...] = (),
        parents: tuple[str, ...] = (),
        number: int = 0,
        words: tuple[str, ...] = (),
        home: Struct | None = None,
    ):
        self.name: Final = name
        self.shape: Final = shape
        self.pointer: Final = pointer
        self.omit_empty: Final = omit_empty
        self.embedded: Final = embedded
        self.parents: Final = parents
        self.number: Final = number
        self.words: Final = words
        self.home: Final = home

    def said(self, word: str) -> str:
        """Returns the value of a word of the declaration, such as `map` for `list`; empty if it is missing.

        `list` and `map` are the merge types of lists and maps, `keys` the keys of items, `patch` and `mergekey` the
        same for strategic merge patches, `default` the default as JSON.
        """
        found = next((each for each in self.words if each.startswith(f"{word}=")), "")
        return found.partition("=")[2]

    @property
    def go_name(self) -> str:
        """The Go name of the field: the declared one, or the JSON name with a capital letter."""
        return self.said("go") or self.name[:1].upper() + self.name[1:]

    @property
    def required(self) -> bool:
        """Whether the field must be given: declared as required, or neither omitted if empty nor optional."""
        return "required" in self.words or ("omitempty" not in self.words and "optional" not in self.words)

    def empty(self) -> JsonValue:
        """Returns the printed value of a missing field that is not omitted."""
        return None if self.pointer else self.shape.empty()


class Tables:
    """A struct's fields: by name, those whose type alone needs checking, and those printed even if empty.

    `inside` holds the fields of embedded pointers, some of which are printed if others are given. `words` are further
    parts of the struct's declaration: `map=atomic` merges it as one value, `union` makes it a union.
    """

    __slots__ = ("always", "by_name", "fields", "inside", "plain", "words")

    def __init__(self, fields: tuple[Field, ...], words: tuple[str, ...] = ()):
        self.fields: Final = fields
        self.words: Final = words
        self.by_name: Final = {each.name: each for each in fields}
        self.plain: Final = {each.name: kind for each in fields if (kind := _plain_type(each.shape)) is not None}
        self.always: Final = tuple(each for each in fields if not (each.omit_empty or each.parents))
        self.inside: Final = tuple(each for each in fields if each.parents)

    @property
    def atomic(self) -> bool:
        """Whether the struct merges as one value."""
        return "map=atomic" in self.words

    def printed(self, given: JsonObject) -> tuple[Field, ...]:
        """Returns the fields that are printed even if empty, for the given fields."""
        if not self.inside:
            return self.always
        held = {parent for each in self.inside if each.name in given for parent in each.parents}
        return (*self.always, *(each for each in self.inside if not each.omit_empty and each.parents[-1] in held))


def _holds_verbatim(struct: Struct) -> bool:
    """Returns True if a struct contains a verbatim type at any depth."""
    waiting: list[Shape] = [struct]
    seen: set[int] = set()
    while waiting:
        shape = waiting.pop()
        if id(shape) in seen:
            continue
        seen.add(id(shape))
        if isinstance(shape, Struct):
            waiting += [each.shape for each in shape.tables.by_name.values()]
        elif isinstance(shape, ListOf | MapOf):
            waiting.append(shape.item)
        elif isinstance(shape, Custom) and shape.verbatim:
            return True
    return False


def _item_name(item: Shape | Callable[[], Shape], pointers: bool) -> str:
    if callable(item):
        raise TypeError("a collection whose items are found later needs a name")
    return f"*{item.go_name}" if pointers else item.go_name


def _plain_type(shape: Shape) -> type | None:
    """The Python type whose values a shape accepts without further checks; None if there is none."""
    if not isinstance(shape, Scalar):
        return None
    if shape.kind == "string":
        return str
    if shape.kind == "bool":
        return bool
    return int if shape.kind == "int" and shape.high == INT64.high else None


def _as_it_is(value: JsonValue) -> JsonValue:
    return value


ANYTHING: Final = Custom("interface {}", _as_it_is)
STRING: Final = Scalar("string", "string")
BOOL: Final = Scalar("bool", "bool")
INT: Final = Scalar("int", "int", -(2**63), 2**63 - 1)
INT8: Final = Scalar("int8", "int", -(2**7), 2**7 - 1)
INT16: Final = Scalar("int16", "int", -(2**15), 2**15 - 1)
INT32: Final = Scalar("int32", "int", -(2**31), 2**31 - 1)
INT64: Final = Scalar("int64", "int", -(2**63), 2**63 - 1)
UINT: Final = Scalar("uint", "int", 0, 2**64 - 1)
UINT8: Final = Scalar("uint8", "int", 0, 255)
UINT16: Final = Scalar("uint16", "int", 0, 2**16 - 1)
UINT32: Final = Scalar("uint32", "int", 0, 2**32 - 1)
UINT64: Final = Scalar("uint64", "int", 0, 2**64 - 1)
UINTPTR: Final = UINT64.named("uintptr")
FLOAT32: Final = Scalar("float32", "float")
FLOAT64: Final = Scalar("float64", "float")
BYTES: Final = Bytes()
STRINGS: Final = ListOf(STRING)


def always(name: str, shape: Shape) -> Field:
    """Declares a field that is printed even if empty."""
    return Field(name, shape)


def optional(name: str, shape: Shape) -> Field:
    """Declares a field that is omitted if empty; a struct never is, because Go prints it."""
    return Field(name, shape, omit_empty=not isinstance(shape, Struct))


def pointer(name: str, shape: Shape) -> Field:
    """Declares a field that is omitted if missing; empty values are kept."""
    return Field(name, shape, pointer=True, omit_empty=True)


def embed(struct: Struct) -> tuple[Field, ...]:
    """Returns the fields of an embedded struct as fields of the embedding one."""
    go_field = struct.name
    return tuple(
        Field(
            each.name,
            each.shape,
            pointer=each.pointer,
            omit_empty=each.omit_empty,
            embedded=(go_field, *each.embedded),
            parents=tuple(f"{go_field}.{parent}" for parent in each.parents),
            number=each.number,
            words=each.words,
            home=each.home or struct,
        )
        for each in struct.tables.fields
    )
