"""Writes documents as YAML for clients that accept it: block style, keys in natural order, long texts folded.

Quotes every string that would decode to something else, so that the output can be sent back. libyaml writes it, as
goyaml is a port of libyaml; it gets one event after the other, so that no depth exhausts Python's stack. Upstream:
sigs.k8s.io/yaml JSONToYAML, go.yaml.in/yaml/v2 encode.go stringv, sorter.go (1.37).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cmp_to_key
from io import BytesIO
from string import ascii_letters
from typing import Any

from yaml import events
from yaml._yaml import CEmitter

from kapivara.codec import encode_json
from kapivara.codec.yaml.exact.scalars import is_text
from kapivara.server.responses.indentation import can_be_indented
from kapivara.values import JsonObject, JsonValue
from kapivara.values.json_value import INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import format_float, format_json_float

_WIDTH = 80
_EITHER_WAY = (True, True)  # no scalar needs a tag
_WORDS = {None: "null", True: "true", False: "false"}
_UNPRINTABLE = lazy_pattern("[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")  # JSON allows them unescaped, YAML does not
_DIGIT = lazy_pattern("[0-9]")
_MERGE_KEY = "<<"
_DOCUMENT_END = b"\n...\n"
"""The end that libyaml, unlike goyaml, adds after a last text with trailing line breaks; no line starts like it."""


def to_yaml(document: JsonObject) -> bytes:
    """Returns a document as YAML in UTF-8; as one line of JSON if it would need too much indentation."""
    if not can_be_indented(document):
        return _UNPRINTABLE.sub(_escaped, encode_json(document).decode()).encode() + b"\n"
    stream = BytesIO()
    emitter = CEmitter(stream, width=_WIDTH, allow_unicode=True, encoding="utf-8")
    emitter.emit(events.StreamStartEvent(encoding="utf-8"))
    emitter.emit(events.DocumentStartEvent(explicit=False))
    _emit(document, emitter.emit)
    emitter.emit(events.DocumentEndEvent(explicit=False))
    emitter.emit(events.StreamEndEvent())
    text = stream.getvalue()
    return text[: 1 - len(_DOCUMENT_END)] if text.endswith(_DOCUMENT_END) else text


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _emit(document: JsonObject, emit: Callable[[events.Event], None]) -> None:
    """Emits the events of a document, with keys in natural order; reuses the event of an equal text."""
    texts: dict[str, events.Event] = {}
    holders: list[tuple[JsonObject | None, Iterator[Any]]] = [(None, iter((document,)))]
    while holders:
        holder, members = holders[-1]
        for each in members:
            value = each
            if holder is not None:
                value = holder[each]
                emit(_MERGE if each == _MERGE_KEY else texts.get(each) or texts.setdefault(each, _text(each)))
            if type(value) is str:
                emit(texts.get(value) or texts.setdefault(value, _text(value)))
            elif isinstance(value, dict):
                emit(_OBJECT if value else _EMPTY_OBJECT)
                holders.append((value, iter(_in_order(value))))
                break
            elif isinstance(value, list):
                emit(_LIST if value else _EMPTY_LIST)
                holders.append((None, iter(value)))
                break
            else:
                emit(_scalar(value))
        else:
            holders.pop()
            if holders:
                emit(_LIST_END if holder is None else _OBJECT_END)


_OBJECT, _EMPTY_OBJECT = (events.MappingStartEvent(None, None, True, flow_style=each) for each in (False, True))
_LIST, _EMPTY_LIST = (events.SequenceStartEvent(None, None, True, flow_style=each) for each in (False, True))
_OBJECT_END, _LIST_END = events.MappingEndEvent(), events.SequenceEndEvent()


def _scalar(value: JsonValue) -> events.Event:
    return events.ScalarEvent(None, None, _EITHER_WAY, _number(value) if type(value) in _NUMBERS else _WORDS[value])


_NUMBERS = (int, float)


def _number(value: float) -> str:
    """Returns the text of a number; whole floats print as integers, as in JSON."""
    if type(value) is int:
        return str(value)
    if value.is_integer() and INT64_MIN <= value < 2**64:
        return str(int(format_json_float(value)))
    return format_float(value)


def _text(text: str) -> events.Event:
    """Returns the event of a text, without quotes if it decodes to the same text."""
    style = "|" if "\n" in text else None if is_text(text) else '"'
    return events.ScalarEvent(None, None, _EITHER_WAY, text, style=style)


_MERGE = events.ScalarEvent(None, None, _EITHER_WAY, _MERGE_KEY, style='"')


def _in_order(obj: JsonObject) -> Iterable[str]:
    """Returns keys in natural order; nearly all consist of letters, or have no digits."""
    if len(obj) < 2:
        return obj
    together = "".join(obj)
    if together.isascii():
        if together.isalpha():
            return sorted(obj)
        if not _DIGIT.search(together):
            return sorted(obj, key=_letters_last)
    return sorted(obj, key=_NATURAL)


def _letters_last(key: str) -> str:
    """Returns the sort key of an ASCII text without digits: other characters before letters."""
    return key.translate(_LETTERS_LAST)


_LETTERS_LAST = {ord(each): ord(each) + 0x80 for each in ascii_letters}


def _compare(one: str, other: str) -> int:
    """Compares keys in natural order: other characters before letters, and numbers by value."""
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
    """Returns True if the digits just before contain another digit than zero."""
    for rune in reversed(before):
        if not _is_digit(rune):
            return False
        if rune != "0":
            return True
    return False


def _number_at(text: str, at: int, follows: bool) -> tuple[int, int]:
    """Returns the number that starts at a position, and its end; `follows` prepends a digit."""
    number, end = int(follows), at
    while end < len(text) and _is_digit(text[end]):
        number = number * 10 + ord(text[end]) - ord("0")
        end += 1
    return (number + 2**63) % 2**64 - 2**63, end  # kept: wraps around at 64 bits
