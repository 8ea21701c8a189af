"""The facts that a schema declares about the data of its rules (presence, values, bounds), for `cel.possible`."""

from __future__ import annotations

from typing import Any, Final

from kapivara.cel.cost.calls import ITEMS, VALUES
from kapivara.cel.possible import DataPath, Facts
from kapivara.cel.types import CelKind
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.schema.expressions.data.declared import DeclaredField, DeclaredType
from kapivara.values import ABSENT, JsonObject

_ALWAYS: Final = frozenset((("apiVersion",), ("kind",), ("metadata",), ("metadata", "name")))
"""The paths that exist in every object when rules run."""
_SIZES: Final = {
    CelKind.STRING: ("minLength", "maxLength"),
    CelKind.LIST: ("minItems", "maxItems"),
    CelKind.MAP: ("minProperties", "maxProperties"),
}
_NUMBERS: Final = frozenset((CelKind.INT, CelKind.DOUBLE))
_LISTED: Final = frozenset((CelKind.STRING, CelKind.INT, CelKind.BOOL))


class SchemaFacts:
    """Resolves the facts below one node; `is_resource` marks a whole object."""

    def __init__(self, root: DeclaredType, *, is_resource: bool):
        self._root = root
        self._is_resource = is_resource

    def facts_at(self, path: DataPath) -> Facts | None:
        """Returns the facts about the data at a path; None if there is none."""
        if not path or path[0] not in (SELF, OLD_SELF):
            return None
        node, optional = self._root, path[0] == OLD_SELF
        for depth, step in enumerate(path[1:], 1):
            found = self._below(node, step)
            if found is None:
                return None
            optional = self._is_optional(node, found, path[1 : depth + 1])
            node = found.type if isinstance(found, DeclaredField) else found
        return _facts(node, optional=optional)

    def _below(self, node: DeclaredType, step: str) -> DeclaredField | DeclaredType | None:
        if step.startswith("[") or step in (ITEMS, VALUES):
            return node.element
        return node.fields.get(step)

    def _is_optional(self, holder: DeclaredType, found: DeclaredField | DeclaredType, path: DataPath) -> bool:
        """Returns True if data may be absent although its parent exists."""
        if not isinstance(found, DeclaredField):
            return path[-1].startswith("[")
        if self._is_resource and path in _ALWAYS:
            return False
        if found.nullable:
            return True
        return found.type.schema.default is ABSENT and found.key not in _required(holder.schema.raw)


def _required(raw: JsonObject) -> set[str]:
    """Returns the fields that a schema and its `allOf` require."""
    named = {*(raw.get("required") or ())}
    for each in raw.get("allOf") or ():
        named |= {*(each.get("required") or ())}
    return named


def _facts(node: DeclaredType, *, optional: bool) -> Facts:
    raw = node.schema.raw
    least_keyword, most_keyword = _SIZES.get(node.kind, ("", ""))
    values: frozenset[Any] | None = None
    if node.kind in _LISTED and raw.get("enum"):
        values = frozenset(each for each in raw["enum"] if each is not None)
    low = high = None
    if node.kind in _NUMBERS:
        low, high = _low(raw), _high(raw)
    return Facts(optional, values, low, high, max(raw.get(least_keyword) or 0, 0), raw.get(most_keyword))


def _low(raw: JsonObject) -> float | None:
    low: float | None = raw.get("minimum")
    if low is not None and raw.get("exclusiveMinimum") and raw.get("type") == "integer":
        return low + 1
    return low


def _high(raw: JsonObject) -> float | None:
    high: float | None = raw.get("maximum")
    if high is not None and raw.get("exclusiveMaximum") and raw.get("type") == "integer":
        return high - 1
    return high
