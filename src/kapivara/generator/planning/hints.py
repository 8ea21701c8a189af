"""Hints for errors whose message does not name the correction, derived from the message and the tag's documentation.

Handlers give hints where they know more than their message states. This module covers the rest: how a tag is written,
where it is allowed, which tag suits a type, how to replace a type that cannot be validated.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.contract.handler import Scope, TagHandler
from kapivara.generator.tags.documentation import usage_of
from kapivara.values.lazy_pattern import lazy_pattern

_TAG = lazy_pattern(r'tag "(k8s:[\w:]+)"')
_UNPARSED = lazy_pattern(r"failed to parse tags: .*\[(k8s:\w+)")
_LIMITS = {
    "strings": "+k8s:minLength, +k8s:maxLength and +k8s:format",
    "integers": "+k8s:minimum and +k8s:maximum",
    "lists": "+k8s:minItems and +k8s:maxItems",
    "maps": "+k8s:minProperties and +k8s:maxProperties",
}
_NATIVE = lazy_pattern(r"\((?:\S+ -> )?([^()\s]*)\)$")
_TEXTS: tuple[tuple[str, str], ...] = (
    (r"unterminated string", "a string ends with the quote that it began with"),
    (r"unexpected end of input", "something is missing at the end: {usage}"),
    (r"unhandled escaped character", "a backslash may stand before the quote and before a backslash only"),
    (r"can't mix named and positional", "give one value alone, or a name to each: (name: value, name: value)"),
    (r"multiple arguments must use", "give a name to each: (name: value, name: value)"),
    (r'invalid number "\+"', "the + of a tag stands directly before its name, without a blank"),
    (r"invalid number", "a number is written in digits alone, and fits into 64 bits"),
    (r"unexpected character", "text that is more than letters, digits, _, . and - stands in double quotes"),
    (r"is not a valid int value|strconv\.", "write the number in plain decimal digits, without leading zeros"),
    (r"does not fit in", "the type cannot hold such a value: choose another limit, or a wider type"),
    (r"no validation functions found", "the inner tag has no effect here: leave both out"),
    (r"value has wrong type: got \w+, want $", "the tag takes no value: {usage}"),
    (
        r'k8s:(\w*(?:[mM]in|[mM]ax)imum)": tag value has wrong type: got string',
        "give a number, or name the field that holds the limit: +k8s:{0}(constraint: <field>)",
    ),
    (r"has wrong type|missing |unrecognized named argument", "write {usage}, such as {example}"),
    (r"has no JSON name", 'give the field a name: `json:"name,omitempty"`'),
    (r"unmarshalled to nil", "leave +default out, or give a value"),
    (r"\+default tag with multiple values", "keep one +default"),
    (r"pointers to (lists|maps) are not supported", "leave the pointer out: {0} can be nil themselves"),
    (r"typedefs to pointers|pointer root-types", "define the type without the pointer, and use pointers to it"),
    (r"pointers to pointers are not supported", "one pointer is enough"),
    (r"fixed-size arrays are not supported", "use a list with +k8s:minItems and +k8s:maxItems"),
    (r"(lists of lists|lists of maps|maps of maps) are not", "hold the inner one in a struct with a field for it"),
    (r"validation for map of slices", "hold the list in a struct with a field for it"),
    (r"maps with non-string keys", "use string, or a type that is defined from it, as key"),
    (r"maps of pointers are not supported", "hold the values themselves, without pointers"),
    (r"\[.*\]\): kind Unsupported is not supported", "write the type out: generic types cannot be validated"),
    (r"kind \w+ is not supported", "such values have no place in JSON: leave them out of types that are validated"),
    (
        r"can only be used on struct types",
        "name a field of a struct; for what lists and maps hold there is +k8s:eachVal",
    ),
    (r"can only be used on lists of structs", "for all items there is +k8s:eachVal"),
    (r"can only be used on non-pointer types", "leave the pointer out"),
    (r"must be pointers", "make the field a pointer"),
    (r"listMapKey fields", "give a value to each key of the list, by its name: +k8s:item(key: value)"),
    (r"type mismatch, field is", "write the value as the field has it: text in quotes, numbers and bools without"),
    (r"require list metadata", "identify items by +k8s:listType=set, or +k8s:listType=map with +k8s:listMapKey"),
)


def hint_of(error: AuthorError) -> str:
    """Returns a hint for an error; empty only where nothing is known about the tag."""
    if error.hint:
        return error.hint
    handler = _handler(error)
    told = _scope_hint(error.message, handler) or _text_hint(error.message, handler) or _type_hint(error.message)
    if told or handler is None:
        return told
    return f"{usage_of(handler)} is explained by: kapivara docs tags {handler.name.removeprefix('k8s:')}"


def _handler(error: AuthorError) -> TagHandler | None:
    """Returns the handler of the innermost tag that an error names."""
    named = _TAG.findall(error.message) or _UNPARSED.findall(error.message) or [error.tag]
    return HANDLERS.get(named[-1])


def _scope_hint(message: str, handler: TagHandler | None) -> str:
    if handler is None or "cannot be specified on" not in message:
        return ""
    places = [str(each) for each in Scope if each in handler.scopes]
    return f"+{handler.name} may stand on {' and '.join(filter(None, (', '.join(places[:-1]), places[-1])))}"


def _text_hint(message: str, handler: TagHandler | None) -> str:
    for pattern, text in _TEXTS:
        found = re.search(pattern, message)
        if found is not None and (handler is not None or "{usage}" not in text):
            usage = usage_of(handler) if handler is not None else ""
            example = handler.examples[0] if handler is not None else ""
            return text.format(*found.groups(), usage=usage, example=example)
    return ""


def _type_hint(message: str) -> str:
    """Names the tags for the type on which another tag cannot be used."""
    if "can only be used on" not in message and "must be an integer type" not in message:
        return ""
    found = _NATIVE.search(message)
    kind = found[1] if found is not None else ""
    for noun, is_kind in _KINDS.items():
        if is_kind(kind):
            return f"for {noun} there are {_LIMITS[noun]}"
    return ""


_KINDS: dict[str, Callable[[str], bool]] = {
    "lists": lambda kind: kind.startswith("[]"),
    "maps": lambda kind: kind.startswith("map["),
    "strings": lambda kind: kind == "string",
    "integers": lambda kind: kind.startswith(("int", "uint")) or kind == "byte",
}
