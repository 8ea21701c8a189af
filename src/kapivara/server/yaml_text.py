"""Documents as YAML, for clients that ask for it: block style, keys in natural order, long texts folded.

Whatever our reader would not take for the same text is quoted, so that what is read can be put back. libyaml writes, as
goyaml is a port of it; it is given one event after the other, so that no depth can exhaust Python's stack.
Upstream: sigs.k8s.io/yaml JSONToYAML, go.yaml.in/yaml/v2 encode.go stringv, sorter.go (1.37).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cmp_to_key
from io import BytesIO

from yaml import events
from yaml._yaml import CEmitter

from kapivara.codec import encode_json
from kapivara.codec.yaml_scalars import is_text
from kapivara.server.indentation import can_be_indented
from kapivara.values import JsonObject, JsonValue
from kapivara.values.json_value import INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import format_float, format_json_float

_WIDTH = 80
_EITHER_WAY = (True, True)  # no scalar needs a tag
_WORDS = {None: "null", True: "true", False: "false"}
_UNPRINTABLE = lazy_pattern("[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")  # JSON has them as they are, YAML has not
_MERGE_KEY = "<<"
_DOCUMENT_END = b"\n...\n"
"""How libyaml ends a document whose last text ends in line breaks, and goyaml does not; no line of ours begins so."""


def to_yaml(document: JsonObject) -> bytes:
    """Writes a document as YAML in UTF-8; what takes too much indentation is written in one line, as JSON."""
    if not can_be_indented(document):
        return _UNPRINTABLE.sub(_escaped, encode_json(document).decode()).encode() + b"\n"
    stream = BytesIO()
    emitter = CEmitter(stream, width=_WIDTH, allow_unicode=True, encoding="utf-8")
    emitter.emit(events.StreamStartEvent(encoding="utf-8"))
    emitter.emit(events.DocumentStartEvent(explicit=False))
    for event in _events(document):
        emitter.emit(event)
    emitter.emit(events.DocumentEndEvent(explicit=False))
    emitter.emit(events.StreamEndEvent())
    text = stream.getvalue()
    return text[: 1 - len(_DOCUMENT_END)] if text.endswith(_DOCUMENT_END) else text


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _events(document: JsonValue) -> Iterator[events.Event]:
    """Yields what to write, with the keys of objects in natural order."""
    pending: list[Iterator[JsonValue | events.Event]] = [iter((document,))]
    while pending:
        for value in pending[-1]:
            if isinstance(value, dict):
                yield events.MappingStartEvent(None, None, implicit=True, flow_style=not value)
                pending.append(_members(value))
                break
            if isinstance(value, list):
                yield events.SequenceStartEvent(None, None, implicit=True, flow_style=not value)
                pending.append(_items(value))
                break
            yield value if isinstance(value, events.Event) else _scalar(value)
        else:
            pending.pop()


def _members(value: JsonObject) -> Iterator[JsonValue | events.Event]:
    for key in sorted(value, key=_NATURAL):
        yield _text(key, quoted=key == _MERGE_KEY)
        yield value[key]
    yield events.MappingEndEvent()


def _items(value: list[JsonValue]) -> Iterator[JsonValue | events.Event]:
    yield from value
    yield events.SequenceEndEvent()


def _scalar(value: JsonValue) -> events.Event:
    if type(value) is str:
        return _text(value)
    return events.ScalarEvent(None, None, _EITHER_WAY, _number(value) if type(value) in _NUMBERS else _WORDS[value])


_NUMBERS = (int, float)


def _number(value: float) -> str:
    """Prints a number; whole floats are the integers that they are in JSON."""
    if type(value) is int:
        return str(value)
    if value.is_integer() and INT64_MIN <= value < 2**64:
        return str(int(format_json_float(value)))
    return format_float(value)


def _text(text: str, *, quoted: bool = False) -> events.Event:
    """Represents a text, without quotes where it is read as the text that it is."""
    style = "|" if "\n" in text else '"' if quoted or not is_text(text) else None
    return events.ScalarEvent(None, None, _EITHER_WAY, text, style=style)


def _compare(one: str, other: str) -> int:
    """Compares keys as people would: other signs before letters, and numbers in them by their size."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a == b:
            continue
        letters = _is_letter(a), _is_letter(b)
        if all(letters):
            return -1 if a < b else 1
        if any(letters):
            return -1 if letters[1] else 1
        follows = "0" in (a, b) and _continues_number(one[:at])
        first, first_end = _number_at(one, at, follows)
        second, second_end = _number_at(other, at, follows)
        return -1 if (first, first_end, a) < (second, second_end, b) else 1
    return len(one) - len(other)


_NATURAL = cmp_to_key(_compare)


def _is_letter(rune: str) -> bool:
    return unicodedata.category(rune)[0] == "L"


def _is_digit(rune: str) -> bool:
    return unicodedata.category(rune) == "Nd"


def _continues_number(before: str) -> bool:
    """Tells whether the digits just before hold another one than zero."""
    for rune in reversed(before):
        if not _is_digit(rune):
            return False
        if rune != "0":
            return True
    return False


def _number_at(text: str, at: int, follows: bool) -> tuple[int, int]:
    """Returns the number that starts at a place, and where it ends; one digit more where it follows others."""
    number, end = int(follows), at
    while end < len(text) and _is_digit(text[end]):
        number = number * 10 + ord(text[end]) - ord("0")
        end += 1
    return (number + 2**63) % 2**64 - 2**63, end  # kept: 64 bits wide, whatever comes of it
