"""The vocabulary in which the types of built-in kinds are written down: shapes, as data.

A shape says what the server's Go type says: which JSON it takes, how it is called in messages, what its empty value
is and whether that is printed. `codec.typed` reads values by shapes; the kinds themselves are declared in `apis`.
Shapes never change once made. They are plain classes, because dataclasses would cost every start of a command 4 ms.
Upstream: the json tags of types.go files, and encoding/json's rules for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from kapivara.values import JsonObject, JsonValue

ScalarKind: TypeAlias = Literal["string", "bool", "int", "float"]
_ANY_VALUE: Final[Mapping[str, JsonValue]] = MappingProxyType({})


class Scalar:
    """A string, boolean or number; `low` and `high` bound integers, `enum` has the values that documents tell."""

    __slots__ = ("enum", "go_name", "high", "kind", "low")

    def __init__(self, go_name: str, kind: ScalarKind, low: int = 0, high: int = 0, enum: tuple[str, ...] = ()):
        self.go_name: Final[str] = go_name
        self.kind: Final = kind
        self.low: Final = low
        self.high: Final = high
        self.enum: Final = enum

    def named(self, go_name: str, enum: tuple[str, ...] = ()) -> Scalar:
        """Returns the same scalar under a type name of its own, such as `v1.ResourceScope`."""
        return Scalar(go_name, self.kind, self.low, self.high, enum)

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return "" if self.kind == "string" else False if self.kind == "bool" else 0


class Bytes:
    """Raw bytes, base64 in JSON."""

    __slots__ = ("go_name",)

    def __init__(self, go_name: str = "[]uint8"):
        self.go_name: Final[str] = go_name

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return None


class _Collection:
    """What lists and maps share: one shape for all items, which may be given by a function.

    `pointers` tells that items are pointers: null stays null instead of becoming the item's empty value. `wrapped` is
    for protocol buffers: what is so is a message of its own, which can be empty or missing.
    """

    __slots__ = ("_later", "go_name", "item", "pointers", "wrapped")
    item: Shape

    def __init__(self, item: Shape | Callable[[], Shape], go_name: str, pointers: bool, wrapped: bool = False):
        if callable(item):  # the slot stays empty until it is first asked for
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
    """A list of one shape; a function that returns it, for lists that hold themselves, needs a name beside it."""

    __slots__ = ()

    def __init__(
        self, item: Shape | Callable[[], Shape], go_name: str = "", *, pointers: bool = False, wrapped: bool = False
    ):
        super().__init__(item, go_name or f"[]{_item_name(item, pointers)}", pointers, wrapped)

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return None


class MapOf(_Collection):
    """A map from strings to one shape; a function that returns it, for maps that hold themselves, needs a name.

    `folder` is where the type is declared, if it has a name of its own, as `described` takes it.
    """

    __slots__ = ("folder",)

    def __init__(
        self, item: Shape | Callable[[], Shape], go_name: str = "", *, pointers: bool = False, folder: str = ""
    ):
        super().__init__(item, go_name or f"map[string]{_item_name(item, pointers)}", pointers)
        self.folder: Final = folder

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return None


class Custom:
    """A type with a reader of its own: a value (null included) in, its normal form out, which is what it prints.

    The reader raises `MismatchError` or `DecodeError`; either ends the decoding, as an UnmarshalJSON's error does.
    `exact` reads what memory holds where that is more than what is printed. `same` compares two values where equality
    of what they print is not what counts; `show` gives what messages show where that is not the normal form; `zero` is
    what the empty value prints. Of a `verbatim` type even values whose JSON is equal may differ: by the order of keys.
    One that reads numbers `by_spelling` is given their text where a float has fewer digits.
    `holds` tells the shape that a value has, where that is one of several. `folder` is where the type is declared,
    as `described` takes it, and `schema` what OpenAPI says of it, but for its description. `message` is where its form
    as a message of protocol buffers is found, as in `codec.protobuf.own_messages.TIME`; `()` behind it says that it is
    made for the package of the folder.
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
        """Returns the value that stands for "not given"."""
        return self.zero


class Struct:
    """A struct with named fields; `fields` may be a function, for types that hold themselves.

    `folder` is where the type is declared, as `described` takes it.
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
        """Whether values of the struct may differ though their JSON is equal; found out on first use."""
        if self._verbatim is None:
            self._verbatim = _holds_verbatim(self)
        return self._verbatim

    @property
    def tables(self) -> Tables:
        """The fields, arranged for reading; made on first use."""
        if self._tables is None:
            made = self._fields() if callable(self._fields) else self._fields
            self._tables = made if isinstance(made, Tables) else Tables(made)
        return self._tables

    def empty(self) -> JsonValue:
        """Returns what a struct with nothing in it prints."""
        return {each.name: each.empty() for each in self.tables.always}


Shape: TypeAlias = Scalar | Bytes | ListOf | MapOf | Custom | Struct


class Field:
    """One field of a struct.

    `pointer` fields tell null from empty; `omit_empty` ones are not printed when empty; `embedded` is the Go path of
    the embedded structs that it comes from, which messages show. `parents` are the embedded pointers among those,
    outermost first and each told by its Go path: one of them is set where any field inside it is given. `number` is
    that of protocol buffers. `words` are what else the declaration says, as `list=map` and `keys=type`; see `said`.
    `home` is the embedded struct that declares the field, where one does.
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
        """Returns what the declaration says behind a word, as `map` for `list`; empty where it says nothing.

        `list` and `map` tell how lists and maps merge, `keys` by which fields items are told apart, `patch` and
        `mergekey` the same for strategic merge patches, `default` the default as JSON.
        """
        found = next((each for each in self.words if each.startswith(f"{word}=")), "")
        return found.partition("=")[2]

    @property
    def go_name(self) -> str:
        """What Go calls the field: as JSON does, but for a capital letter, where the declaration says nothing else."""
        return self.said("go") or self.name[:1].upper() + self.name[1:]

    @property
    def required(self) -> bool:
        """Whether it has to be given: it says so, or is neither left out when empty nor said to be optional."""
        return "required" in self.words or ("omitempty" not in self.words and "optional" not in self.words)

    def empty(self) -> JsonValue:
        """Returns what is printed where the field is not given and not left out."""
        return None if self.pointer else self.shape.empty()


class Tables:
    """A struct's fields: by name, those whose right type needs no further look, those printed even when empty.

    `inside` holds the fields of embedded pointers, of which some are printed where others are given. `words` are what
    else the declaration of the struct says: `map=atomic` that it merges as one value, `union` that it is one.
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
        """Returns the fields that are printed even when empty, beside what is given."""
        if not self.inside:
            return self.always
        held = {parent for each in self.inside if each.name in given for parent in each.parents}
        return (*self.always, *(each for each in self.inside if not each.omit_empty and each.parents[-1] in held))


def _holds_verbatim(struct: Struct) -> bool:
    """Tells whether a struct holds a verbatim type, however deeply."""
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
    """The Python type all of whose values a shape takes as they are; None where there is none."""
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
    """Declares a field that is printed even when empty."""
    return Field(name, shape)


def optional(name: str, shape: Shape) -> Field:
    """Declares a field that is left out when empty (a struct never is: Go prints it)."""
    return Field(name, shape, omit_empty=not isinstance(shape, Struct))


def pointer(name: str, shape: Shape) -> Field:
    """Declares a field that may be absent altogether, and then is left out; empty values are kept."""
    return Field(name, shape, pointer=True, omit_empty=True)


def embed(struct: Struct) -> tuple[Field, ...]:
    """Declares the fields of an embedded struct as the embedding one's own."""
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
