"""Maps Python field names to JSON names and to Go names."""

from __future__ import annotations

from kapivara.generator.model.types import JsonName
from kapivara.values.lazy_pattern import lazy_pattern

_COMMENT = lazy_pattern(r"\s*json:\s*(\S*)\s*")
_OPTIONS = ("omitempty", "inline")


class JsonTagError(ValueError):
    """A JSON tag with anything but a name, `omitempty` or `inline`."""


def camel_case(name: str) -> str:
    """Returns the default JSON name of a field: `max_value` is `maxValue`, `from_` is `from`."""
    first, *rest = [part for part in name.split("_") if part] or [name]
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def go_name(name: str) -> str:
    """Returns the name of a field in the model: `MaxValue`; private fields begin with a lower-case letter."""
    camel = camel_case(name)
    return camel if name.startswith("_") else camel[:1].upper() + camel[1:]


def tag_in_comment(text: str) -> str | None:
    """Returns the JSON tag in a comment line (`# json: name,omitempty`); None where there is none."""
    match = _COMMENT.fullmatch(text)
    return match[1] if match else None


def read_json_tag(text: str, name: str, *, has_default: bool) -> JsonName:
    """Parses a JSON tag; with an empty one, the field has its default name. Raises JsonTagError."""
    if text == "-":
        return JsonName(given=True, ignored=True)
    given, *options = text.split(",")
    for option in options:
        if option not in _OPTIONS:
            raise JsonTagError(f'unknown option "{option}" in the JSON tag "{text}"')
    if "inline" in options:
        if given:
            raise JsonTagError(f'the JSON tag "{text}" gives a name to what stands in line')
        return JsonName(given=True, inline=True)
    return JsonName(given=True, name=given or camel_case(name), omit_empty=has_default or "omitempty" in options)
