"""Whether judging a small object may take long, as far as a schema tells by its text alone.

Asked before the first object comes, so nothing is compiled or checked for it: patterns, loops and texts are looked for
in the rules as they are written. What looks costly may not be so; what does not, takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.values import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_QUOTED_THRICE = r"""[rR]?(?:"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3})"""
_QUOTED = _QUOTED_THRICE + r"""|[rR]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_OPEN_PATTERN = lazy_pattern(r"\b(?:matches|find|findAll)\s*\(\s*(?!(?:" + _QUOTED + r")\s*[,)])|\{\d{3}")
"""A search for what is not a single text that is written down, or for something repeated hundreds of times."""
_GROWING = lazy_pattern(r"\.\s*(?:replace|join|format|findAll|flatten|range)\s*\(")
"""Calls of functions that grow, as their overloads declare; told by name, since no library is loaded to ask."""
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
    """What a schema looks like: `is_high` however small an object is; `loops` are those of its rule that has most."""

    is_high: bool = False
    loops: int = 0

    def is_high_for(self, data: bytes) -> bool:
        """Tells whether an object that is written as JSON, in so many parts, may take long to judge.

        Loops within loops go through every part as often as there are parts. A loop alone is no matter.
        """
        if self.loops < 2 or self.is_high:
            return self.is_high
        parts = len(data) - len(data.translate(None, b",[{\n"))
        return bool(parts**self.loops > _MOST_STEPS)


def apparent_cost(raw: JsonObject) -> ApparentCost:
    """Looks through a schema; wakes no nodes, and looks no further than it must."""
    rules = [rule for node in _nodes(raw) for rule in node.get("x-kubernetes-validations") or ()]
    texts = [rule.get(keyword) or "" for rule in rules for keyword in ("rule", "messageExpression")]
    if len(rules) > _MANY_RULES or sum(map(len, texts)) > _MUCH_TEXT or is_wide(raw) or _holds_costly_patterns(raw):
        return ApparentCost(is_high=True)
    if any(_GROWING.search(text) or _OPEN_PATTERN.search(text) for text in texts):
        return ApparentCost(is_high=True)
    loops = max((len(_LOOP.findall(text)) for text in texts), default=0)
    return ApparentCost(loops > 1 and any(_is_large(node.get("default")) for node in _nodes(raw)), loops)


def _nodes(raw: JsonObject, *, junctors: bool = False) -> Iterator[JsonObject]:
    """Goes through a node and all below it; through what is in junctors on demand."""
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
    """Tells whether there are so many branches, or names and values in one place, that a small object may take long."""
    branches = 0
    for node in _nodes(raw, junctors=True):
        branches += sum(len(node.get(junctor) or ()) for junctor in _JUNCTORS)
        if branches > _MANY_BRANCHES or len(node.get("required") or ()) + len(node.get("enum") or ()) > _MANY_NAMES:
            return True
    return False


def _holds_costly_patterns(raw: JsonObject) -> bool:
    """Tells whether a pattern may take long to compile or to match, by its text."""
    patterns = {node["pattern"] for node in _nodes(raw, junctors=True) if node.get("pattern")}
    if not patterns:
        return False
    from kapivara.content.regexp_syntax import is_costly  # a schema without patterns starts faster

    return any(map(is_costly, patterns))


def _is_large(default: JsonValue) -> bool:
    """Tells whether a default brings many parts into an object that has few."""
    waiting = [default]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list | dict):
            if len(value) > _MANY_DEFAULTS:
                return True
            waiting.extend(value if isinstance(value, list) else value.values())
    return False
