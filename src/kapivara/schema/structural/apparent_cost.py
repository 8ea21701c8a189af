"""Estimates from a schema's text whether validating a small object may take long.

The estimate runs before the first object is validated, so it compiles nothing: it searches the rules' text for
patterns, loops and long expressions. It may overestimate; objects of schemas that look cheap validate in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.values import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_QUOTED_THRICE = r"""[rR]?(?:"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3})"""
_QUOTED = _QUOTED_THRICE + r"""|[rR]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_OPEN_PATTERN = lazy_pattern(r"\b(?:matches|find|findAll)\s*\(\s*(?!(?:" + _QUOTED + r")\s*[,)])|\{\d{3}")
"""A search for a pattern that is not a single literal, or a repetition of hundreds."""
_GROWING = lazy_pattern(r"\.\s*(?:replace|join|format|findAll|flatten|range)\s*\(")
"""Calls of functions whose result grows, as their overloads declare; listed by name, to avoid loading the libraries."""
_LOOP = lazy_pattern(r"\.\s*(?:all|exists\w*|filter|map|transform\w*)\s*\(")
_MUCH_TEXT = 16 * 1024
_MANY_RULES = 200
_MANY_DEFAULTS = 16
_JUNCTORS = ("allOf", "anyOf", "oneOf")
_MANY_BRANCHES = 1_000
_MANY_NAMES = 10_000
_MOST_STEPS = 20_000


@record
class ApparentCost:
    """The estimated cost of a schema.

    With `is_high`, even a small object may take long; `loops` is the maximum number of loops in a rule.
    """

    is_high: bool = False
    loops: int = 0

    def is_high_for(self, data: bytes) -> bool:
        """Returns True if an object with this JSON may take long to validate.

        Nested loops visit parts as often as there are parts; a single loop is cheap.
        """
        if self.loops < 2 or self.is_high:
            return self.is_high
        parts = len(data) - len(data.translate(None, b",[{\n"))
        return bool(parts**self.loops > _MOST_STEPS)


def apparent_cost(raw: JsonObject) -> ApparentCost:
    """Estimates the cost of a schema; creates no nodes, and stops as soon as the result is known."""
    rules = [rule for node in _nodes(raw) for rule in node.get("x-kubernetes-validations") or ()]
    texts = [rule.get(keyword) or "" for rule in rules for keyword in ("rule", "messageExpression")]
    if len(rules) > _MANY_RULES or sum(map(len, texts)) > _MUCH_TEXT or is_wide(raw) or _holds_costly_patterns(raw):
        return ApparentCost(is_high=True)
    if any(_GROWING.search(text) or _OPEN_PATTERN.search(text) for text in texts):
        return ApparentCost(is_high=True)
    loops = max((len(_LOOP.findall(text)) for text in texts), default=0)
    return ApparentCost(loops > 1 and any(_is_large(node.get("default")) for node in _nodes(raw)), loops)


def _nodes(raw: JsonObject, *, junctors: bool = False) -> Iterator[JsonObject]:
    """Yields a schema and all schemas below it, on request also those in junctors."""
    waiting = [raw]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend((node.get("properties") or {}).values())
        for below in (node.get("items"), node.get("additionalProperties"), node.get("not") if junctors else None):
            if type(below) is dict:
                waiting.append(below)
        if junctors:
            for junctor in _JUNCTORS:
                waiting.extend(node.get(junctor) or ())


def is_wide(raw: JsonObject) -> bool:
    """Returns True if a schema has very many branches, or names and values in one place."""
    branches = 0
    for node in _nodes(raw, junctors=True):
        branches += sum(len(node.get(junctor) or ()) for junctor in _JUNCTORS)
        if branches > _MANY_BRANCHES or len(node.get("required") or ()) + len(node.get("enum") or ()) > _MANY_NAMES:
            return True
    return False


def _holds_costly_patterns(raw: JsonObject) -> bool:
    """Returns True if a pattern may be slow to compile or to match, by its text."""
    patterns = {node["pattern"] for node in _nodes(raw, junctors=True) if node.get("pattern")}
    if not patterns:
        return False
    from kapivara.languages.re2.syntax import is_costly  # a schema without patterns starts faster

    return any(map(is_costly, patterns))


def _is_large(default: JsonValue) -> bool:
    """Returns True if a default adds many parts to an object."""
    waiting = [default]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list | dict):
            if len(value) > _MANY_DEFAULTS:
                return True
            waiting.extend(value if isinstance(value, list) else value.values())
    return False
