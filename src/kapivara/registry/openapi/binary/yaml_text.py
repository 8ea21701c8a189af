"""Writes values as block YAML, for extensions in protobuf documents.

Quotes strings that YAML would read as something else. Upstream: go.yaml.in/yaml/v3 encode.go, emitterc.go, resolve.go
(1.37).
"""

from __future__ import annotations

import re

from kapivara.values import JsonValue
from kapivara.values.rendering import to_json_text

_PLAIN = re.compile(r"[A-Za-z/$(_^;](?:(?!: | #)[\x20-\x7e\xa0-\ud7ff])*(?<![ :])")
"""Strings that need no quotes, unless they are reserved words."""
_WORDS = frozenset(("null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"))
_ODD = re.compile(r"[^\x20-\x7e\xa0-\ud7ff]")
_NO_STRING = re.compile(r"[-+.~0-9<][-+.:_0-9A-Za-z<]*|")
"""Strings that could be a number, a timestamp, null, or a special YAML word."""
_INDENT = 4
_MOST_COLUMNS = 64


def yaml_text(value: JsonValue) -> str:
    """Writes a value as a YAML document."""
    return "".join(f"{line}\n" for line in _lines(value, 0))


def _lines(value: JsonValue, column: int) -> list[str]:
    """Writes a value at a column; the caller writes the indentation.

    Writes deeply nested values as JSON, which is valid YAML, because the indentation would grow too much.
    """
    if column > _MOST_COLUMNS:
        return [to_json_text(value)]
    if isinstance(value, dict) and value:
        return [line for key, each in value.items() for line in _member(_string(key), each, column)]
    if isinstance(value, list) and value:
        items = [_lines(each, column + 2) for each in value]
        return [f"{'  ' if number else '- '}{line}" for item in items for number, line in enumerate(item)]
    return [_string(value) if isinstance(value, str) else to_json_text(value)]


def _member(key: str, value: JsonValue, column: int) -> list[str]:
    """Writes a key with its value; a value of several lines starts at the next multiple of four columns."""
    if not isinstance(value, dict | list) or not value:
        return [f"{key}: {_lines(value, column)[0]}"]
    inner = column // _INDENT * _INDENT + _INDENT
    return [f"{key}:", *(" " * (inner - column) + line for line in _lines(value, inner))]


def _string(text: str) -> str:
    if text in _WORDS or _ODD.search(text) or _NO_STRING.fullmatch(text):
        return to_json_text(text)
    return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"
