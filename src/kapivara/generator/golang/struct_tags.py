"""What the tags of struct fields say about JSON.

Upstream: Go's reflect.StructTag.Lookup; gengo/v2/parser/tags/json.go LookupJSON.
"""

from __future__ import annotations

from kapivara.generator.golang.literals import string_value
from kapivara.generator.model import JsonName
from kapivara.values.lazy_pattern import lazy_pattern

_PAIR = lazy_pattern(r' *([^\x00-\x20":\x7f]+):"((?:\\.|[^"\\])*)"')
_UNTAGGED = JsonName()
_IGNORED = JsonName(True, "", ignored=True)


def json_of(tag: str, name: str, embedded: bool) -> JsonName:
    """Reads a field's json tag; `tag` is the literal without its quotes, `name` the field's own."""
    said = _value_of("json", tag) if tag else ""
    if said == "-":
        return _IGNORED
    given, _, options = said.partition(",")
    if options:
        words = options.split(",")
        omit = "omitempty" in words or "omitzero" in words
    else:
        omit = False
    inline = embedded and not given
    return JsonName(bool(given), given or ("" if inline else name), omit, inline, False)


def _value_of(key: str, tag: str) -> str:
    """Returns the value of a key; empty where the tag has none, or is not formed as tags are."""
    at = 0
    while found := _PAIR.match(tag, at):
        if found[1] == key:
            value = found[2]
            return string_value(f'"{value}"') if "\\" in value else value
        at = found.end()
    return ""
