"""The types of built-in kinds, from tables generated from their `types.go`; a shape is built on first use.

A table has one text per type (see `generator.idl.files`), so a package of hundreds of types costs no start-up time:
the table is loaded with the first value of one of its types, and only that type is parsed. Every type has exactly one
shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from kapivara.codec import shapes
from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct, Tables, embed

_INLINE = "-"
_SCALARS: Mapping[str, Scalar] = {
    each.go_name: each
    for each in (
        *(shapes.STRING, shapes.BOOL, shapes.INT, shapes.INT16, shapes.INT32, shapes.INT64),
        *(shapes.UINT, shapes.UINT16, shapes.UINT32, shapes.UINT64, shapes.FLOAT32, shapes.FLOAT64),
    )
} | {"byte": shapes.UINT8}


class Table:
    """The declarations of a package: its import path, a text for each type, and the types with validators.

    Only kinds with rules that the server enforces have validators (`generator/idl/validators.py`); rules of level alpha
    are never reported.
    """

    __slots__ = ("path", "types", "validated")

    def __init__(self, path: str, types: Mapping[str, str], validated: Sequence[str] = ()):
        self.path: Final = path
        self.types: Final = types
        self.validated: Final = validated


class DescribedTypes:
    """The types of one package. `folder` is the folder of its declarations, as in `apis.groups.core.v1`.

    `load` returns its table, and `find` the types of another folder.
    """

    def __init__(self, folder: str, load: Callable[[], Table], find: Callable[[str], DescribedTypes]):
        self.folder = folder
        self._load = load
        self._find = find
        self._loaded: Table | None = None
        self._known: dict[str, Shape] = {}

    @property
    def path(self) -> str:
        """The package's import path."""
        return self._table.path

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all types that the package declares."""
        return tuple(self._table.types)

    def go_name(self, name: str) -> str:
        """Returns the name of a type in messages: `v1.Namespace`."""
        return f"{self.folder.rpartition('.')[2]}.{name}"

    def struct(self, name: str) -> Struct:
        """Returns the shape of a struct; loads nothing until its fields are used."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = Struct(self.go_name(name), lambda: self._tables(name), folder=self.folder)
        if not isinstance(found, Struct):
            raise TypeError(f"{name} of {self.folder} is no struct")
        return found

    def shape(self, text: str) -> Shape:
        """Returns the shape of a type as its package names it: `Namespace`, `[]string`, `*meta.v1.Time`.

        The shape of a pointer is that of its target.
        """
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._make(text)
        return found

    def texts(self, name: str) -> Mapping[str, str]:
        """Returns the descriptions of a type and its fields; that of the type has the empty name."""
        texts: Mapping[str, Mapping[str, str]] = _generated(self.folder, "texts").TEXTS
        return texts.get(name, {})

    def tags(self, name: str) -> Mapping[str, tuple[str, ...]]:
        """Returns the validation tags of a type's fields, as written; those of the type have the empty name."""
        from importlib.util import find_spec  # only explanations need it

        if find_spec(f"kapivara.{self.folder}.zz_generated_tags") is None:
            return {}
        tags: Mapping[str, Mapping[str, tuple[str, ...]]] = _generated(self.folder, "tags").TAGS
        return tags.get(name, {})

    def rules(self, name: str) -> Mapping[str, Any]:
        """Returns the schema keywords from the tags of a type's fields, by field; those of the type have no name."""
        from importlib.util import find_spec  # only documents with rules need it

        if find_spec(f"kapivara.{self.folder}.zz_generated_rules") is None:
            return {}
        rules: Mapping[str, Mapping[str, Any]] = _generated(self.folder, "rules").RULES
        return rules.get(name, {})

    def has_validator(self, name: str) -> bool:
        """Returns True if a type has a validator in the folder's module `zz_generated_validations`."""
        return name in self._table.validated

    @property
    def _table(self) -> Table:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def _make(self, text: str) -> Shape:
        if text[0] == "*":
            return self.shape(text[1:])
        if text == "[]byte":
            return shapes.BYTES
        if text.startswith("[]"):
            return ListOf(self.shape(text[2:]), pointers=text[2] == "*")
        if text.startswith("map["):
            return self._map(text)
        if (said := self._table.types.get(text)) is not None:
            return self._declared(text, said)
        if ":" in text:
            name, _, scalar = text.partition(":")
            return _SCALARS[scalar].named(name)
        if "." in text:
            folder, _, name = text.rpartition(".")
            return self._find(folder).shape(name)
        return shapes.ANYTHING if text == "any" else _SCALARS[text]

    def _map(self, text: str) -> MapOf:
        key, _, item = text[4:].partition("]")
        shape, pointers = self.shape(item), item[0] == "*"
        name = f"map[{self.shape(key).go_name}]{'*' * pointers}{shape.go_name}"
        return MapOf(shape, name, pointers=pointers)

    def _declared(self, name: str, said: str) -> Shape:
        """Builds the shape of a type that the package declares."""
        if said.startswith("struct"):
            return self.struct(name)
        kind, *words = said.partition("\n")[0].split(" ")
        return self._own_json(kind[1:]) if kind[0] == "=" else self._named(self.shape(kind), self.go_name(name), words)

    def _named(self, shape: Shape, go_name: str, words: list[str]) -> Shape:
        """Returns the shape of a type defined from another type."""
        match shape:
            case Scalar():
                enum = next((word.removeprefix("enum=") for word in words if word.startswith("enum=")), "")
                return shape.named(go_name, tuple(map(_unpack, enum.split(","))) if enum else ())
            case Bytes():
                return Bytes(go_name)
            case ListOf():
                return ListOf(shape.item, go_name, pointers=shape.pointers, wrapped="message" in words)
            case MapOf():
                return MapOf(shape.item, go_name, pointers=shape.pointers, folder=self.folder)
        return shape

    def _own_json(self, place: str) -> Shape:
        """Finds the shape of a type with its own JSON decoding, or builds it for this package."""
        module, _, name = place.rpartition(".")
        found: Any = getattr(import_module(f"kapivara.{module}"), name.removesuffix("()"))
        shape: Shape = found(self) if name.endswith("()") else found
        return shape

    def members(self, name: str) -> tuple[Field, ...]:
        """Returns the declared fields of a struct; an embedded struct is a field without a name."""
        return tuple(map(self._member, self._table.types[name].splitlines()[1:]))

    def wire_form(self, name: str) -> Struct:
        """Returns the protobuf form of a type whose JSON has another form.

        Fields have their Go names, all are optional, and bytes stay bytes.
        """
        members = [
            Field(each.name, each.shape, pointer=True, omit_empty=True, number=each.number)
            for each in self.members(name)
        ]
        return Struct(self.go_name(name), tuple(members))

    def _tables(self, name: str) -> Tables:
        fields: list[Field] = []
        for each in self.members(name):
            fields += (each,) if each.name else embed(_embedded(each))
        return Tables(tuple(fields), tuple(self._table.types[name].partition("\n")[0].split(" ")[1:]))

    def _member(self, line: str) -> Field:
        number, name, kind, *words = line.split(" ")
        shape = self.shape(kind)
        pointer = kind[0] == "*"
        omitted = "omitempty" in words and (pointer or _may_be_empty(shape))
        return Field(
            "" if name == _INLINE else name,
            shape,
            pointer=pointer or "keepempty" in words,
            omit_empty=omitted or "omitzero" in words,
            number=int(number),
            words=tuple(words),
        )


def described(folder: str) -> DescribedTypes:
    """Returns the types declared in a folder, given as `apis.groups.core.v1`."""
    found = _described.get(folder)
    if found is None:
        found = _described[folder] = DescribedTypes(folder, lambda: load_table(folder), described)
    return found


def folder_of_types(group: str, version: str) -> str:
    """Returns the folder with the types of a group and version, for `described`."""
    return f"apis.groups.{group.partition('.')[0] or 'core'}.{version}"


_described: dict[str, DescribedTypes] = {}  # bounded by the number of folders


def load_table(folder: str) -> Table:
    """Returns the generated table of a folder."""
    table = _generated(folder, "table")
    return Table(table.PACKAGE, table.TYPES, table.VALIDATED)


def _generated(folder: str, what: str) -> Any:
    return import_module(f"kapivara.{folder}.zz_generated_{what}")


def pack(text: str) -> str:
    """Escapes the characters of a text that separate words in a table."""
    return text.replace("%", "%25").replace(" ", "%20").replace(",", "%2C")


def _unpack(text: str) -> str:
    return text.replace("%2C", ",").replace("%20", " ").replace("%25", "%")


def _embedded(member: Field) -> Struct:
    if not isinstance(member.shape, Struct):
        raise TypeError(f"{member.shape.go_name} is embedded, and no struct")
    return member.shape


def _may_be_empty(shape: Shape) -> bool:
    """Returns True if omitempty can omit a value of a shape: never for structs and their replacements."""
    return not isinstance(shape, Struct | Custom) or shape is shapes.ANYTHING
