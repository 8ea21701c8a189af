"""Variables from the command line: `name=JSON`."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.codec import DecodeError, decode_json
from kapivara.codec.errors import CannotError
from kapivara.values import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_NAME = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")


def parse_variables(given: Iterable[str]) -> dict[str, JsonValue]:
    """Reads all variables; raises ValueError, which says what is wrong with which."""
    variables: dict[str, JsonValue] = {}
    for each in given:
        name, separator, text = each.partition("=")
        if not separator:
            raise ValueError(f"{each!r}: write NAME=JSON")
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a variable: use letters, digits and _")
        if name in variables:
            raise ValueError(f"{name} is given twice")
        try:
            decoded = decode_json(text.encode("utf-8", "surrogateescape"))
        except (DecodeError, CannotError) as error:
            hint = "" if text[:1] in ('"', "{", "[") else f" (a text needs quotes: '{name}=\"{text[:20]}\"')"
            raise ValueError(f"{name}: this is not JSON: {error.message}{hint}") from None
        if decoded.duplicates:
            raise ValueError(f"{name}: duplicate field {decoded.duplicates[0]}")
        variables[name] = decoded.value
    return variables
