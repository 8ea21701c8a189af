"""Decodes a value by its shape in one pass: the normal form, and every strict error in the order of the document.

`codec.typed.decoding` is the entry point; `codec.typed.repeated` handles documents with duplicate fields. Upstream:
sigs.k8s.io/json/internal/golang/encoding/json/decode.go.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import UINT8, Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.values import JsonObject, JsonValue
from kapivara.values.json_value import INT64_MAX, INT64_MIN, go_json_type
from kapivara.values.rendering import format_json_float

if TYPE_CHECKING:
    from kapivara.codec.typed.repeated import Spelling

_MAX_NOTES = 100  # the server keeps no more
_EXACT_DIGITS = 15  # a number of so many digits is exact as a float


class MismatchError(Exception):
    """A JSON value that its Go type does not accept.

    `owner` and `field` are the place in the server's words; `steps` is the path in the document, and `number` the value
    there if messages quote its spelling.
    """

    def __init__(self, word: str, go_type: str, owner: str = "", field: str = ""):
        super().__init__(word, go_type, owner, field)
        self.word = word
        self.go_type = go_type
        self.owner = owner
        self.field = field
        self.steps: tuple[str | int, ...] = ()
        self.number: float | None = None

    @classmethod
    def of_number(cls, number: float, go_type: str) -> MismatchError:
        """Returns the error for a number that its type cannot hold."""
        error = cls(f"number {format_json_float(number) if type(number) is float else number}", go_type)
        error.number = number
        return error

    @property
    def message(self) -> str:
        """The server's text."""
        place = f"Go struct field {self.owner}.{self.field}" if self.field else "Go value"
        return f"json: cannot unmarshal {self.word} into {place} of type {self.go_type}"

    def spelled(self, source: bytes) -> MismatchError:
        """Returns the error with the number as the document spells it."""
        if self.number is not None:
            from kapivara.codec.typed.repeated import Spelling

            if (text := Spelling(source).at(self.steps, self.number)) is not None:
                self.word = f"number {text}"
        return self


class Reader:
    """Decodes one value. Keeps the first mismatch and continues, because an error of a custom type has precedence."""

    def __init__(self, *, in_memory: bool = False, source: bytes | None = None):
        self._in_memory = in_memory  # keep unprinted values, too: an empty list is not nil
        self._source = source  # the JSON text, for the spelling of numbers
        self._spelling: Spelling | None = None
        self._owner = ""  # the struct of the current field
        self._stack: list[Field | int | str] = []  # fields, indices of lists, keys of maps
        self._saved: MismatchError | DecodeError | None = None
        self.notes: list[tuple[str, str]] = []  # "unknown field" or "duplicate field", and its path
        self.fault: tuple[str | int, ...] = ()
        """The path to the invalid value in the document, after an error."""

    def read(self, value: JsonValue, shape: Shape) -> JsonValue:
        """Returns the normal form of a value; raises MismatchError or DecodeError like the server."""
        try:
            normal = self._value(value, shape)
        except MismatchError as error:
            placed = self._placed(error)
            self.fault = placed.steps
            raise placed from None
        except DecodeError:
            self.fault = self._steps()
            raise
        if self._saved is not None:
            raise self._saved
        return normal

    def note(self, complaint: str, key: str) -> None:
        """Records a strict error about a key of the current object, unless it is known or there are too many."""
        if len(self.notes) < _MAX_NOTES:
            noted = (complaint, self._path(key))
            if noted not in self.notes:
                self.notes.append(noted)

    def _value(self, value: JsonValue, shape: Shape) -> JsonValue:
        match shape:
            case Struct():
                return self._struct(value, shape) if isinstance(value, dict) else self._mistyped(value, shape)
            case Scalar():
                return self._scalar(value, shape)
            case ListOf():
                return self._list(value, shape) if type(value) is list else self._mistyped(value, shape)
            case MapOf():
                return self._map(value, shape) if isinstance(value, dict) else self._mistyped(value, shape)
            case Custom():
                given = self._spelled(value) if shape.by_spelling and is_rounded(value) else value
                return shape.exact(given) if self._in_memory else shape.read(given)
            case Bytes():
                return self._bytes(value, shape)
            case _:
                assert_never(shape)

    def _struct(self, value: JsonObject, shape: Struct) -> JsonObject:
        """Decodes an object; accepts scalars of the right type, most of every document, at once."""
        tables = shape.tables
        by_name, plain = tables.by_name, tables.plain
        outer, self._owner = self._owner, shape.name
        normal: JsonObject = {}
        for key, item in value.items():
            field = by_name.get(key)
            if field is None:
                self.note("unknown field", key)
                continue
            if type(item) is not plain.get(key):
                if item is None and (field.pointer or not isinstance(field.shape, Custom)):
                    continue
                self._stack.append(field)
                item = self._value(item, field.shape)
                self._stack.pop()
            if item or field.pointer or not field.omit_empty or self._in_memory:
                normal[key] = item
        for field in tables.printed(value) if tables.inside else tables.always:
            if field.name not in normal:
                normal[field.name] = field.empty()
        self._owner = outer
        return normal

    def _list(self, value: list[JsonValue], shape: ListOf) -> list[JsonValue]:
        normal: list[JsonValue] = []
        stack, of = self._stack, shape.item
        if isinstance(of, Struct):
            return self._structs(value, shape, of)
        for position, item in enumerate(value):
            stack.append(position)
            normal.append(self._element(item, shape))
            stack.pop()
        return normal

    def _structs(self, value: list[JsonValue], shape: ListOf, of: Struct) -> list[JsonValue]:
        """Decodes a list of objects. Hot: it may hold a million empty objects, or other values.

        After a first mismatch, others of the same kind have no effect.
        """
        normal: list[JsonValue] = []
        stack, stays_empty = self._stack, not of.tables.inside and not of.tables.always
        for position, item in enumerate(value):
            if type(item) is dict:
                if item or not stays_empty:
                    stack.append(position)
                    normal.append(self._struct(item, of))
                    stack.pop()
                else:
                    normal.append({})
            elif self._saved is None or item is None or isinstance(item, dict):
                stack.append(position)
                normal.append(self._element(item, shape))
                stack.pop()
            else:
                normal.append(None)
        return normal

    def _map(self, value: JsonObject, shape: MapOf) -> JsonObject:
        normal = {}
        for key, item in value.items():
            self._stack.append(key)
            normal[key] = self._element(item, shape)
            self._stack.pop()
        return normal

    def _element(self, item: JsonValue, holder: ListOf | MapOf) -> JsonValue:
        if item is None:
            if holder.pointers:
                return None
            if not isinstance(holder.item, Custom):
                return holder.item.empty()
        return self._value(item, holder.item)

    def _scalar(self, value: JsonValue, shape: Scalar) -> JsonValue:
        kind = type(value)
        match shape.kind:
            case "string":
                good = kind is str
            case "bool":
                good = kind is bool
            case "int":
                good = kind is int and shape.low <= value <= shape.high
                if not good and (kind is int or kind is float):
                    self._save(self._placed(MismatchError.of_number(value, shape.go_name)))
                    return shape.empty()
            case "float":
                if kind is int or (kind is float and value - value == 0):
                    return normal_float(float(value))
                if kind is float:  # out of range
                    self._save(self._placed(MismatchError.of_number(value, shape.go_name)))
                    return shape.empty()
                good = False
        return value if good else self._mistyped(value, shape)

    def _spelled(self, value: JsonValue) -> JsonValue:
        """Returns a number as the document spells it, if known, with more digits than a float has."""
        if self._source is None:
            return value
        if self._spelling is None:
            from kapivara.codec.typed.repeated import Spelling  # seldom needed

            self._spelling = Spelling(self._source)
        return self._spelling.at(self._steps(), value) or value

    def _bytes(self, value: JsonValue, shape: Bytes) -> JsonValue:
        import base64  # seldom needed

        from kapivara.languages.go.base64 import Base64Error, decode_base64

        if type(value) is str:
            try:
                return base64.b64encode(decode_base64(value)).decode()
            except Base64Error as error:
                self._save(DecodeError(str(error)))
                return None
        if type(value) is list:
            return base64.b64encode(bytes(self._list(value, ListOf(UINT8)))).decode()
        return self._mistyped(value, shape)

    def _mistyped(self, value: JsonValue, shape: Shape) -> JsonValue:
        if value is None:
            return shape.empty()
        if self._saved is None:
            self._save(self._placed(MismatchError(go_json_type(value), shape.go_name)))
        return shape.empty() if isinstance(shape, Scalar) else None  # unused, because the error is raised at the end

    def _save(self, error: MismatchError | DecodeError) -> None:
        if self._saved is None:
            self._saved = error
            self.fault = self._steps()

    def _placed(self, error: MismatchError) -> MismatchError:
        """Prepends the current path to a mismatch, and returns it."""
        names = [name for step in self._stack if isinstance(step, Field) for name in (*step.embedded, step.name)]
        error.steps = (*self._steps(), *error.steps)
        if names:
            error.field = ".".join((*names, error.field)) if error.field else ".".join(names)
            error.owner = self._owner
        return error

    def _steps(self) -> tuple[str | int, ...]:
        return tuple(step.name if isinstance(step, Field) else step for step in self._stack)

    def _path(self, key: str) -> str:
        return path_text((*self._steps(), key))


def is_rounded(value: JsonValue) -> bool:
    """Returns True if a value is a float that may have been written with more digits."""
    return type(value) is float and (not INT64_MIN <= value <= INT64_MAX or len(repr(value)) > _EXACT_DIGITS)


def path_text(steps: Iterable[str | int]) -> str:
    """Returns a path as strict errors print it: `spec.containers[0].image`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def normal_float(number: float) -> JsonValue:
    """Returns a float after printing and decoding by the server: whole numbers become integers."""
    if not number.is_integer() or abs(number) >= 1e21:
        return number
    whole = int(format_json_float(number))
    return whole if INT64_MIN <= whole <= INT64_MAX else number
