"""Decodes messages in the server's own encoding with functions generated per type: fields in order of their numbers,
each once, numbers in their shortest form.

It returns nothing for anything else, including unknown fields, and `reading` then decodes the message from the start.
`reading` also decodes the first few messages of a type, because generating the functions takes a while, and all large
ones. Hot code: the generated code is plain on purpose.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import TypeAlias

from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.protobuf.messages import Message, OwnMessage, WireField
from kapivara.codec.shapes import INT32
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.values import JsonObject, JsonValue
from kapivara.values.caches import cache_short_texts
from kapivara.values.stack import MAX_DEPTH

_Read: TypeAlias = Callable[[bytes, int, int, JsonObject, int], None]
"""Decodes a message between two offsets into an object; the last number is the remaining depth."""

_FEW = 4
"""The number of messages of a type before a function is generated."""
_LARGE = 512 * 1024
"""The size from which a message's parts must be counted during decoding."""
_POSITIVE_BITS = 63
_NEXT_TAG = "t = d[p] if p < e else 0; p += 1"
_REST_OF_TAG = "if t > 127: t |= d[p] << 8; p += 1"


class UnsureError(Exception):
    """The encoding differs from the server's."""


def read_quickly(data: bytes, message: Message) -> JsonObject | None:
    """Decodes a message; None if its encoding differs from the server's or is invalid."""
    if len(data) > _LARGE:
        return None
    reader = _reader_of(message)
    if reader.uses < _FEW:
        reader.uses += 1
        return None
    obj: JsonObject = {}
    try:
        reader.read(data, 0, len(data), obj, MAX_DEPTH)
    except (UnsureError, IndexError, UnicodeDecodeError, DecodeError, CannotError):
        return None
    return obj


class _LazyReader:
    """Decodes the messages of a type with a function that is generated on first use."""

    __slots__ = ("_message", "read", "uses")

    def __init__(self, message: Message):
        self._message = message
        self.uses = 0
        self.read: _Read = self._make_and_read

    def _make_and_read(self, data: bytes, position: int, end: int, obj: JsonObject, depth: int) -> None:
        self.read = _compile(self._message)
        self.read(data, position, end, obj, depth)


def _reader_of(message: Message) -> _LazyReader:
    found = _readers.get(message)
    if found is None:
        found = _readers[message] = _LazyReader(message)
    return found


_readers: dict[Message, _LazyReader] = {}  # bounded by the number of types


def _scalar_reader(field: WireField) -> Callable[[bytes], JsonValue]:
    """Returns the decoder of a type with scalar values; shared by all fields, because it caches values."""
    found = _scalar_readers.get(field.own)
    if found is None:
        found = _scalar_readers[field.own] = _make_scalar_reader(_reader_of(field.message), field.own)
    return found


def _make_scalar_reader(reader: _LazyReader, own: OwnMessage) -> Callable[[bytes], JsonValue]:
    @cache_short_texts(256)
    def read(data: bytes) -> JsonValue:
        obj: JsonObject = {}
        if data:
            reader.read(data, 0, len(data), obj, 1)
        return own.unpack(obj)

    return read


_scalar_readers: dict[OwnMessage, Callable[[bytes], JsonValue]] = {}  # bounded by the number of such types


def _read_long(data: bytes, position: int) -> tuple[int, int]:
    """Decodes a varint from its second byte on; returns it and its end. Raises UnsureError for negative numbers."""
    number = data[position - 1] & 0x7F
    for shift in range(7, _POSITIVE_BITS, 7):
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, position
    raise UnsureError


def _compile(message: Message) -> _Read:
    """Generates the function of a type: `d` is the data, `p` the offset, `e` the end, `o` the object, `t` the tag."""
    writer = SourceWriter()
    with writer.block("def read(d, p, e, o, k)"):
        with writer.block("if not k"):
            writer.line(f"raise {writer.bind(UnsureError)}")
        printer = _Printer(writer, message)
        printer.print_next_tag()
        for field in message.fields.values():
            printer.print_field(field)
        with writer.block("if t or p != e + 1"):
            writer.line(f"raise {writer.bind(UnsureError)}")
    function: _Read = load(writer, f"protobuf {message.name}", "read")
    return function


class _Printer:
    """Prints the fields of a message, each as a check whether it comes next."""

    def __init__(self, writer: SourceWriter, message: Message):
        self._writer = writer
        self._always = dict(message.always)
        self._long_tags = any(len(each.tag) > 1 for each in message.fields.values())
        self._unsure = writer.bind(UnsureError)
        self._read_long = writer.bind(_read_long)

    def print_next_tag(self) -> None:
        """Prints the step to the next field; a tag of 0 means the end."""
        self._writer.line(_NEXT_TAG)
        if self._long_tags:
            self._writer.line(_REST_OF_TAG)

    def print_field(self, field: WireField) -> None:
        """Prints a field, and its default if it is missing."""
        writer, tag = self._writer, int.from_bytes(field.tag, "little")
        with writer.block(f"if t == {tag}"):
            if field.repeat == "one":
                self._print_one(field)
            else:
                writer.line(f"c = o[{literal(field.name)}] = {'[]' if field.repeat == 'many' else '{}'}")
                with writer.block(f"while t == {tag}"):
                    if field.repeat == "many":
                        writer.line(f"c.append({self._print_value(field)})")
                    else:
                        self._print_entry(field)
                    self.print_next_tag()
        self._print_missing(field)

    def _print_missing(self, field: WireField) -> None:
        writer = self._writer
        if not field.name:
            with writer.block("else"):
                writer.line(f"{self._reader(field)}.read(d, e, e, o, k - 1)")
        elif field.name in self._always:
            with writer.block("else"):
                writer.line(f"o[{literal(field.name)}] = {writer.bind(self._always[field.name])}()")

    def _print_one(self, field: WireField) -> None:
        writer, place = self._writer, f"o[{literal(field.name)}]"
        if not field.name:
            self._print_span("q")
            writer.line(f"{self._reader(field)}.read(d, p, q, o, k - 1)")
            writer.line("p = q")
        else:
            kept = f"{place} = {self._print_value(field)}"
            if not field.keeps_empty:
                kept = f"if v: {kept}"
            elif field.kind == "own" and not field.keeps_null:
                kept = f"if v is not None: {kept}"
            writer.line(kept)
        self.print_next_tag()

    def _print_entry(self, field: WireField) -> None:
        """Prints an entry of a map: a key, then a value."""
        writer = self._writer
        self._print_span("z")
        self._print_tag_of_entry(10)
        self._print_span("q")
        writer.line("x = d[p:q].decode()")
        writer.line("p = q")
        self._print_tag_of_entry(18)
        writer.line(f"c[x] = {self._print_value(field)}")
        with writer.block("if p != z"):
            writer.line(f"raise {self._unsure}")

    def _print_tag_of_entry(self, tag: int) -> None:
        with self._writer.block(f"if d[p] != {tag}"):
            self._writer.line(f"raise {self._unsure}")
        self._writer.line("p += 1")

    def _print_value(self, field: WireField) -> str:
        """Prints the decoding of a value into `v` and the step after it; returns the expression of the value."""
        writer = self._writer
        if field.kind in ("int", "bool"):
            self._print_number("v")
            if field.bits == 32:
                writer.line(f"if v > {INT32.high}: raise {self._unsure}")
            return "v" if field.kind == "int" else "v != 0"
        if field.kind == "double":
            writer.line(f"raise {self._unsure}")
            return "None"
        self._print_span("q")
        match field.kind:
            case "text":
                writer.line("v = d[p:q].decode()")
            case "bytes":
                writer.line(f"v = {writer.bind(b64encode)}(d[p:q]).decode()")
            case "raw":
                writer.line("v = d[p:q]")
            case "message":
                self._print_message(field)
            case "own":
                self._print_own(field)
        writer.line("p = q")
        return "v"

    def _print_message(self, field: WireField) -> None:
        self._writer.line("v = {}")
        self._writer.line(f"{self._reader(field)}.read(d, p, q, v, k - 1)")

    def _print_own(self, field: WireField) -> None:
        writer, own = self._writer, field.own
        if own.is_scalar:
            writer.line(f"v = {writer.bind(_scalar_reader(field))}(d[p:q])")
            return
        writer.line("v = {}")
        with writer.block("if p < q"):
            writer.line(f"{self._reader(field)}.read(d, p, q, v, k - 1)")
        writer.line(f"v = {writer.bind(own.unpack)}(v)")

    def _print_number(self, name: str) -> None:
        self._writer.line(f"{name} = d[p]; p += 1")
        self._writer.line(f"if {name} > 127: {name}, p = {self._read_long}(d, p)")

    def _print_span(self, end: str) -> None:
        """Prints the end of a length-delimited value; an end beyond the message is detected later."""
        self._print_number("n")
        self._writer.line(f"{end} = p + n")

    def _reader(self, field: WireField) -> str:
        return self._writer.bind(_reader_of(field.message))
