"""Parses the tags of struct fields, in particular json tags.

Upstream: Go's reflect.StructTag.Lookup; gengo/v2/parser/tags/json.go LookupJSON.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.model.types import JsonName
from kapivara.values.lazy_pattern import lazy_pattern

_PAIR = lazy_pattern(r' *([^\x00-\x20":\x7f]+):"((?:\\.|[^"\\])*)"')
_OMITTING = frozenset(("omitempty", "omitzero"))
_new_name: Any = partial(tuple.__new__, JsonName)  # skips the checks of the record's constructor: fields are many
_IGNORED = JsonName(True, "", ignored=True)


def json_of(tag: str | None, name: str, embedded: bool) -> JsonName:
    """Parses a field's json tag; `tag` is the literal without its quotes, `name` the field's Go name."""
    if not tag:
        said = ""
    elif tag[:6] == 'json:"' and "\\" not in tag:
        said = tag[6 : tag.find('"', 6)] if '"' in tag[6:] else ""
    else:
        said = tag_value(tag, "json")
    if said == "-":
        return _IGNORED
    given, _, options = said.partition(",")
    omit = options == "omitempty" or (options != "" and not _OMITTING.isdisjoint(options.split(",")))
    inline = embedded and not given
    made: JsonName = _new_name((given != "", given or ("" if inline else name), omit, inline, False))
    return made


def tag_value(tag: str, key: str) -> str:
    """Returns the value of a tag's key; empty where the tag lacks the key, or is malformed."""
    at = 0
    while found := _PAIR.match(tag, at):
        if found[1] == key:
            value = found[2]
            return string_value(f'"{value}"') if "\\" in value else value
        at = found.end()
    return ""


def has_tag(tag: str, key: str) -> bool:
    """Returns whether a tag has a key, even with an empty value."""
    at = 0
    while found := _PAIR.match(tag, at):
        if found[1] == key:
            return True
        at = found.end()
    return False
