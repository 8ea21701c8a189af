"""Normalizes values in place if there is nothing unusual in them: nearly all objects, at full speed.

Every type gets a function on first use, which takes a value and returns its normal form, the same object where
possible. Values that need `typed_reader` (unknown fields, wrong types, numbers out of range, nulls that a type decodes
itself) raise UnsureError; the changes until then do not affect their meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeAlias, assert_never

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import ANYTHING, Bytes, Custom, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.reader import MismatchError, is_rounded
from kapivara.values import JsonObject

Read: TypeAlias = Callable[[Any], Any]
Plans: TypeAlias = dict[tuple[str, ...], Read]
"""The functions of a type, by the fields of a value."""
_FEW: Final = 100
"""The number of values with the same fields before a function is generated for them.

Generating one takes as long as it saves for two hundred values, and a command may end before that.
"""
_MOST_PLANS: Final = 32
"""The maximum number of field sets of a type with functions: programs need few, and hostile objects get none."""
_MOST_IN_ALL: Final = 2048
_MOST_EXACT: Final = 2**53
"""Every integer up to this is exact as a float."""


class UnsureError(Exception):
    """The value needs the general reader."""


def quick_read(value: Any, shape: Shape) -> Any:
    """Returns the normal form of a value, changing the value; raises UnsureError."""
    try:
        return _reader(shape)(value)
    except UnsureError:
        _StructReader.dropped += 1
        raise


def dropped_so_far() -> int:
    """Returns a counter that grows whenever, in any thread, a value loses a field or may have lost one."""
    return _StructReader.dropped


def _reader(shape: Shape) -> Read:
    found = _readers.get(shape)
    if found is None:
        found = _readers[shape] = _make(shape)
    return found


_readers: dict[Shape, Read] = {}  # bounded by the number of types


def _make(shape: Shape) -> Read:
    match shape:
        case Struct():
            return _struct_reader(shape)
        case Scalar():
            return _scalar_reader(shape)
        case ListOf():
            return _list_reader(shape)
        case MapOf():
            return _map_reader(shape)
        case Custom():
            return _custom_reader(shape)
        case Bytes():
            return _read_bytes
        case _:
            assert_never(shape)


class _StructReader:
    """Reads values of a struct type, with a generated function after some values with the same fields."""

    __slots__ = ("_counts", "_odd", "_shape", "plans")
    printed: ClassVar[int] = 0
    """The number of generated functions of all types."""
    dropped: ClassVar[int] = 0
    """The number of values that lost fields or went to the general reader."""

    def __init__(self, shape: Struct):
        self._shape = shape
        self._odd = _odd_struct_reader(shape)
        self._counts: dict[tuple[str, ...], int] = {}
        self.plans: Plans = {}

    def read(self, value: Any) -> Any:
        """Returns the value in its normal form; raises UnsureError."""
        if type(value) is not dict:
            raise UnsureError
        plan = self.plans.get(tuple(value))
        return self._read_first(value) if plan is None else plan(value)

    def _read_first(self, value: JsonObject) -> JsonObject:
        """Reads a value without a generated function, and counts it."""
        fields = tuple(value)
        normal: JsonObject = self._odd(value)
        count = self._counts.get(fields, 0) + 1
        if count > _FEW:
            self._print(fields)
        elif (count > 1 or len(self._counts) < _MOST_PLANS) and not self._shape.tables.inside:
            self._counts[fields] = count
        return normal

    def _print(self, fields: tuple[str, ...]) -> None:
        if _StructReader.printed < _MOST_IN_ALL:
            from kapivara.codec.typed.quick_printing import Readers, print_reader  # few objects need no functions

            _StructReader.printed += 1
            readers = Readers(_reader, _plans_of, _known_of, UnsureError)
            self.plans[fields] = print_reader(self._shape, fields, self._odd, readers)


def _plans_of(shape: Struct) -> Plans:
    _reader(shape)
    return _struct_readers[shape].plans


_struct_readers: dict[Struct, _StructReader] = {}  # bounded by the number of types


def _struct_reader(shape: Struct) -> Read:
    found = _struct_readers[shape] = _StructReader(shape)
    return found.read


def _odd_struct_reader(shape: Struct) -> Read:
    """Returns the reader of a struct with any fields, including null and empty ones: one loop over the value."""
    tables = shape.tables
    plain = tables.plain
    omitted = {each.name for each in tables.fields if each.omit_empty and not each.pointer}
    nullable = {each.name for each in tables.fields if each.pointer or not isinstance(each.shape, Custom)}
    always = tuple((each.name, each.empty) for each in tables.always)
    others: dict[str, Read] = {}
    """Readers of other fields, resolved on first use, because a type may be recursive."""

    def reader_of(name: str) -> Read:
        field = tables.by_name.get(name)
        if field is None or name in plain:
            raise UnsureError
        others[name] = found = _reader(field.shape)
        return found

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise UnsureError
        dropped = None
        for name, item in value.items():
            if type(item) is plain.get(name):
                normal = item
            elif item is None:
                if name not in nullable:
                    raise UnsureError
                dropped = [name] if dropped is None else [*dropped, name]
                continue
            else:
                normal = (others.get(name) or reader_of(name))(item)
                if normal is not item:
                    value[name] = normal
            if not normal and name in omitted:
                dropped = [name] if dropped is None else [*dropped, name]
        if dropped is not None:
            _StructReader.dropped += 1
            for name in dropped:
                del value[name]
        for name, empty in always:
            if name not in value:
                value[name] = empty()
        return value

    if not tables.inside:
        return read

    def read_with_embedded(value: Any) -> Any:
        """Adds the fields of embedded pointers that are set, even by null or empty fields."""
        if type(value) is not dict:
            raise UnsureError
        printed = tables.printed(value)
        read(value)
        for field in printed:
            if field.name not in value:
                value[field.name] = field.empty()
        return value

    return read_with_embedded


def _scalar_reader(shape: Scalar) -> Read:
    low, high = shape.low, shape.high
    kind = str if shape.kind == "string" else bool

    def read_whole(value: Any) -> Any:
        if type(value) is not int or not low <= value <= high:
            raise UnsureError
        return value

    def read_plain(value: Any) -> Any:
        if type(value) is not kind:
            raise UnsureError
        return value

    return {"int": read_whole, "float": _read_float}.get(shape.kind, read_plain)


def _read_float(value: Any) -> Any:
    """Accepts numbers that print in their own spelling: integers without a point, others with one."""
    if type(value) is int:
        if -_MOST_EXACT <= value <= _MOST_EXACT:
            return value
    elif type(value) is float and value - value == 0 and not value.is_integer():
        return value
    raise UnsureError


def _list_reader(shape: ListOf) -> Read:
    item_reader = _later(lambda: shape.item)

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise UnsureError
        read_item = item_reader()
        for place, item in enumerate(value):
            if item is None:
                raise UnsureError
            normal = read_item(item)
            if normal is not item:
                value[place] = normal
        return value

    return read


def _map_reader(shape: MapOf) -> Read:
    item_reader = _later(lambda: shape.item)

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise UnsureError
        read_item = item_reader()
        for name, item in value.items():
            if item is None:
                raise UnsureError
            normal = read_item(item)
            if normal is not item:
                value[name] = normal
        return value

    return read


def _later(find: Callable[[], Shape]) -> Callable[[], Read]:
    """Returns a function that resolves the reader of items once, because a type may be recursive."""
    found: list[Read] = []

    def get() -> Read:
        if not found:
            found.append(_reader(find()))
        return found[0]

    return get


def _custom_reader(shape: Custom) -> Read:
    """Returns the reader of a type with its own decoding; its results must decode to themselves."""
    own, holds, known = shape.read, shape.holds, _known_of(shape)

    def read(value: Any) -> Any:
        try:
            normal = own(value)
            if normal is value:
                if type(value) is str and len(value) <= _SHORT and len(known) < _MOST_KNOWN:
                    known.add(value)
                return value
            if normal is not None and _is_same(own(normal), normal):
                return normal
        except (MismatchError, DecodeError):
            pass
        raise UnsureError

    def read_exact(value: Any) -> Any:
        if is_rounded(value):
            raise UnsureError
        return read(value)

    def read_held(value: Any) -> Any:
        held = holds(value) if holds is not None and type(value) is dict else None
        return read(value) if held is None else _reader(held)(value)

    if shape is ANYTHING:
        return own
    if shape.by_spelling:
        return read_exact
    return read if holds is None else read_held


_SHORT: Final = 24
_MOST_KNOWN: Final = 1024
_known: dict[Custom, set[str]] = {}  # bounded by the number of types with their own decoding


def _known_of(shape: Custom) -> set[str]:
    """Returns short texts that are known to stay unchanged: the same quantities and times recur."""
    return _known.setdefault(shape, set())


def _is_same(one: Any, other: Any) -> bool:
    """Returns True if two values are the same object or equal strings."""
    return one is other or (type(one) is str and type(other) is str and one == other)


def _read_bytes(value: Any) -> Any:
    """Accepts base64 in its canonical form: without line breaks, with padding."""
    import binascii  # few kinds have bytes

    if type(value) is str:
        try:
            if binascii.b2a_base64(binascii.a2b_base64(value, strict_mode=True), newline=False) == value.encode():
                return value
        except ValueError:
            pass
    raise UnsureError
