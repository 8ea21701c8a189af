"""Brings values into their normal form in place, where nothing is odd about them: nearly all objects, at full speed.

Every type gets a function, made when a value of it first comes along: it takes a value and returns its normal form,
which is the value itself wherever it can be. What only `typed_reader` knows (unknown fields, values of another type,
numbers out of range, nulls where a type reads those itself) raises UnsureError; what has been done to the value by then
does not change what it reads as.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable
from typing import Any, Final, TypeAlias, assert_never

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import ANYTHING, Bytes, Custom, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed_reader import MismatchError

Read: TypeAlias = Callable[[Any], Any]


class UnsureError(Exception):
    """What only the thorough reader knows."""


_UNSURE: Final = UnsureError()


def quick_read(value: Any, shape: Shape) -> Any:
    """Returns the normal form of a value, which is used up for it; raises UnsureError."""
    return _reader(shape)(value)


def _reader(shape: Shape) -> Read:
    found = _readers.get(shape)
    if found is None:
        found = _readers[shape] = _make(shape)
    return found


_readers: dict[Shape, Read] = {}  # as many as there are types


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


def _struct_reader(shape: Struct) -> Read:
    """Makes the reader of a struct. Hot: one loop over what is given, scalars of the right type first."""
    tables = shape.tables
    plain = tables.plain
    omitted = {each.name for each in tables.fields if each.omit_empty and not each.pointer}
    nullable = {each.name for each in tables.fields if each.pointer or not isinstance(each.shape, Custom)}
    always = tuple((each.name, each.empty) for each in tables.always)
    others: dict[str, Read] = {}
    """Readers of fields that are not plain; found when a value of one first comes along, for a type may hold itself."""

    def reader_of(name: str) -> Read:
        field = tables.by_name.get(name)
        if field is None or name in plain:
            raise _UNSURE
        others[name] = found = _reader(field.shape)
        return found

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _UNSURE
        dropped = None
        for name, item in value.items():
            if type(item) is plain.get(name):
                normal = item
            elif item is None:
                if name not in nullable:
                    raise _UNSURE
                dropped = [name] if dropped is None else [*dropped, name]
                continue
            else:
                normal = (others.get(name) or reader_of(name))(item)
                if normal is not item:
                    value[name] = normal
            if not normal and name in omitted:
                dropped = [name] if dropped is None else [*dropped, name]
        if dropped is not None:
            for name in dropped:
                del value[name]
        for name, empty in always:
            if name not in value:
                value[name] = empty()
        return value

    if not tables.inside:
        return read

    def read_with_embedded(value: Any) -> Any:
        """Prints fields of embedded pointers where others of theirs are given, be these null or empty."""
        if type(value) is not dict:
            raise _UNSURE
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
            raise _UNSURE
        return value

    def read_plain(value: Any) -> Any:
        if type(value) is not kind:
            raise _UNSURE
        return value

    def read_float(_value: Any) -> Any:
        raise _UNSURE

    return {"int": read_whole, "float": read_float}.get(shape.kind, read_plain)


def _list_reader(shape: ListOf) -> Read:
    item_reader = _later(lambda: shape.item)

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise _UNSURE
        read_item = item_reader()
        for place, item in enumerate(value):
            if item is None:
                raise _UNSURE
            normal = read_item(item)
            if normal is not item:
                value[place] = normal
        return value

    return read


def _map_reader(shape: MapOf) -> Read:
    item_reader = _later(lambda: shape.item)

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _UNSURE
        read_item = item_reader()
        for name, item in value.items():
            if item is None:
                raise _UNSURE
            normal = read_item(item)
            if normal is not item:
                value[name] = normal
        return value

    return read


def _later(find: Callable[[], Shape]) -> Callable[[], Read]:
    """Returns what finds the reader of items, once: a type may hold itself."""
    found: list[Read] = []

    def get() -> Read:
        if not found:
            found.append(_reader(find()))
        return found[0]

    return get


def _custom_reader(shape: Custom) -> Read:
    """Makes the reader of a type that reads its JSON itself; what it changes must read as itself from then on."""
    own, holds = shape.read, shape.holds

    def read(value: Any) -> Any:
        try:
            normal = own(value)
            if normal is value or (normal is not None and _is_same(own(normal), normal)):
                return normal
        except (MismatchError, DecodeError):
            pass
        raise _UNSURE

    def read_held(value: Any) -> Any:
        held = holds(value) if holds is not None and type(value) is dict else None
        return read(value) if held is None else _reader(held)(value)

    if shape is ANYTHING:
        return own
    return read if holds is None else read_held


def _is_same(one: Any, other: Any) -> bool:
    """Tells whether a value is another one, or the same text."""
    return one is other or (type(one) is str and type(other) is str and one == other)


def _read_bytes(value: Any) -> Any:
    """Takes base64 as it is written again: without line breaks, with its padding."""
    if type(value) is str:
        try:
            if binascii.b2a_base64(binascii.a2b_base64(value, strict_mode=True), newline=False) == value.encode():
                return value
        except ValueError:
            pass
    raise _UNSURE
