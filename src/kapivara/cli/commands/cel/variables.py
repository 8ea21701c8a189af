"""Variables from the command line: `name=value`, where the value is JSON, YAML, or `@file`."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.cli.findings import Unreadable
from kapivara.cli.inputs.files import File, read_source
from kapivara.codec import Decoded, DecodeError, decode_json, decode_yaml
from kapivara.codec.errors import CannotError
from kapivara.values import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_NAME = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")


def parse_variables(given: Iterable[str]) -> dict[str, JsonValue]:
    """Returns all variables by name; raises ValueError with the name and the problem."""
    variables: dict[str, JsonValue] = {}
    for each in given:
        name, value = parse_variable(each)
        if name in variables:
            raise ValueError(f"{name} is given twice")
        variables[name] = value
    return variables


def parse_variable(given: str) -> tuple[str, JsonValue]:
    """Returns the name and the value of one variable; raises ValueError."""
    name, separator, text = given.partition("=")
    if not separator:
        raise ValueError(f"{given!r}: write NAME=VALUE")
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not a valid name of a variable: use letters, digits and _")
    data = text.encode("utf-8", "surrogateescape")
    if text.startswith("@"):
        source = read_source(File(text[1:]))
        if isinstance(source, Unreadable):
            raise ValueError(f"{name}: {source.place}: {source.message}")
        data = source.data
    try:
        decoded = _decode(data)
    except (DecodeError, CannotError) as error:
        raise ValueError(f"{name}: this is neither JSON nor YAML: {error.message}") from None
    if decoded.duplicates:
        raise ValueError(f"{name}: duplicate field {decoded.duplicates[0]}")
    return name, decoded.value


def _decode(data: bytes) -> Decoded:
    """Decodes JSON as JSON (YAML reads some of its numbers differently), and all other text as YAML."""
    try:
        return decode_json(data)
    except DecodeError:
        return decode_yaml(data)
