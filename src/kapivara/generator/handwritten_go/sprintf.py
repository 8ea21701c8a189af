"""Implements fmt.Sprintf for the verbs that validation messages use: %s %d %q %v %t and %%.

The format is parsed when the function is read, which reports unknown verbs and arguments of wrong types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kapivara.generator.handwritten_go.go_types import ERROR, GO_ERROR, PATH, is_basic, is_number, same_type
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import BOOL, STRING, Type, TypeKind
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import format_float, quote

_VERB = lazy_pattern(r"%([^a-zA-Z%]*)(.?)")
Show = Callable[[Any], str]


class FormatError(Exception):
    """An unsupported format, or arguments that do not fit it."""


def formatter(text: str, kinds: Sequence[Type]) -> Callable[[Sequence[Any]], str]:
    """Returns the function that formats arguments of these types; raises FormatError."""
    parts: list[str | Show] = []
    at = used = 0
    for found in _VERB.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found[2] == "%" and not found[1]:
            parts.append("%")
            continue
        if used == len(kinds):
            raise FormatError(f"the format {quote(text)} with {len(kinds)} arguments")
        parts.append(_show(found[0], kinds[used]))
        used += 1
    if used < len(kinds):
        raise FormatError(f"the format {quote(text)} with {len(kinds)} arguments")
    parts.append(text[at:])
    return lambda values: _filled(parts, values)


def _filled(parts: Sequence[str | Show], values: Sequence[Any]) -> str:
    given = iter(values)
    return "".join(part if isinstance(part, str) else part(next(given)) for part in parts)


def _show(verb: str, kind: Type) -> Show:
    """Returns the function with which a verb prints values of a type."""
    native = native_type(kind)
    if native.kind is TypeKind.SLICE and native.elem is not None and verb in ("%s", "%d", "%q", "%v"):
        item = _show(verb, native.elem)
        return lambda values: f"[{' '.join(map(item, values or ()))}]"
    if verb in ("%s", "%v") and (same_type(kind, PATH) or kind is GO_ERROR):
        return lambda value: "<nil>" if value is None else str(value)
    if is_basic(kind) and not same_type(kind, ERROR):
        if verb in ("%s", "%q") and native is STRING:
            return str if verb == "%s" else quote
        if verb == "%d" and is_number(kind) and not native.name.name.startswith("float"):
            return str
        if verb == "%t" and native is BOOL:
            return _plain
        if verb == "%v":
            return _plain
    raise FormatError(f"the verb {verb} for a {kind}")


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return format_float(value) if isinstance(value, float) else str(value)
