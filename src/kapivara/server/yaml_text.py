"""Documents as YAML, for clients that ask for it: block style, keys in natural order, long texts folded.

Upstream: sigs.k8s.io/yaml JSONToYAML, go.yaml.in/yaml/v2 encode.go, sorter.go (1.37).
"""

from __future__ import annotations

import unicodedata
from functools import cmp_to_key
from typing import Any

import yaml

from kapivara.codec.yaml_scalars import is_text
from kapivara.values import JsonObject, JsonValue
from kapivara.values.json_value import INT64_MIN
from kapivara.values.rendering import format_float, format_json_float

_Base: type = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_WIDTH = 80
_TEXT = "tag:yaml.org,2002:str"
_OPEN_END = "...\n"
"""What libyaml writes after a text whose last line breaks count, and goyaml does not."""


class _Dumper(_Base):  # type: ignore[misc]  # which of the two it is, is found at run time
    """A dumper that writes every value out, however often it comes."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  PyYAML's signature
        return True


def _represent_text(dumper: Any, text: str) -> Any:
    if "\n" not in text and is_text(text):
        return _represent_plain(dumper, text)
    return dumper.represent_scalar(_TEXT, text, style="|" if "\n" in text else '"')


def _represent_float(dumper: Any, number: float) -> Any:
    return _represent_plain(dumper, format_float(number))


def _represent_plain(dumper: Any, text: str) -> Any:
    """Represents what stands without quotes wherever it can, whatever PyYAML takes it for."""
    return dumper.represent_scalar(dumper.resolve(yaml.ScalarNode, text, (True, False)), text)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(float, _represent_float)


def to_yaml(document: JsonObject) -> bytes:
    """Writes a document as YAML in UTF-8."""
    text: str = yaml.dump(
        _in_order(document), Dumper=_Dumper, sort_keys=False, default_flow_style=False, allow_unicode=True, width=_WIDTH
    )
    return text.removesuffix(_OPEN_END).encode()


def _in_order(value: JsonValue) -> JsonValue:
    """Returns a copy with the keys of objects in natural order, and whole floats as the integers they are in JSON."""
    if isinstance(value, dict):
        return {key: _in_order(value[key]) for key in sorted(value, key=_NATURAL)}
    if isinstance(value, list):
        return [_in_order(item) for item in value]
    if type(value) is float and value.is_integer() and INT64_MIN <= value < 2**64:
        return int(format_json_float(value))
    return value


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
