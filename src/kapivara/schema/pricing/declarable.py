"""The keyword that would bound the size of a list, a map or a string without one."""

from __future__ import annotations

from typing import Final

from kapivara.cel.cost.explain import Keyword
from kapivara.cel.types import CelKind
from kapivara.schema.expressions.data.declared import DeclaredType
from kapivara.schema.expressions.data.provider import DeclaredSizes

_FIXED_LENGTHS: Final = frozenset(("duration", "date", "date-time"))
_BYTES_OF_A_CHARACTER: Final = 4
_OF_RESOURCES: Final = frozenset(("apiVersion", "kind", "metadata"))


class DeclarableSizes(DeclaredSizes):
    """Declared sizes, and the keywords that could bound others; with `lower`, also keywords with a bound."""

    def __init__(self, root: DeclaredType, *, is_root: bool, lower: bool = False):
        super().__init__(root)
        self._is_root = is_root
        self._lower = lower

    def unbounded_at(self, path: tuple[str, ...]) -> Keyword | None:
        """Returns the keyword that would bound the value at a path; None if it is bounded, or cannot be."""
        node = self.node_at(path)
        keyword = None if node is None or self._is_type_or_metadata(path) else _keyword(node)
        if node is None or keyword is None or (not self._lower and keyword.name in node.schema.raw):
            return None
        return keyword

    def _is_type_or_metadata(self, path: tuple[str, ...]) -> bool:
        """Returns True for metadata that all API objects have, which schemas cannot declare."""
        return any(
            step in _OF_RESOURCES and self._is_resource(path[:depth]) for depth, step in enumerate(path) if depth > 0
        )

    def _is_resource(self, path: tuple[str, ...]) -> bool:
        node = self.node_at(path)
        return node is not None and (node.schema.embedded_resource or (self._is_root and len(path) == 1))


def _keyword(node: DeclaredType) -> Keyword | None:
    """Returns the keyword that bounds a type."""
    schema = node.schema
    if node.kind is CelKind.LIST:
        return Keyword("maxItems")
    if node.kind is CelKind.MAP:
        return Keyword("maxProperties")
    is_text = schema.type == "string" or schema.int_or_string
    if not is_text or schema.format in _FIXED_LENGTHS or (schema.enum and "maxLength" not in schema.raw):
        return None
    return Keyword("maxLength", 1 if schema.format == "byte" else _BYTES_OF_A_CHARACTER)
