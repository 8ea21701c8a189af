"""What users see beside the server's words: which field was meant by an unknown one.

What is told of the value itself is in `value_hints.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kapivara.cli.excerpts import told_more
from kapivara.cli.field_nodes import FieldNode, fields_of
from kapivara.cli.findings import Finding, Result
from kapivara.cli.manifests import Manifest
from kapivara.cli.options import NEWEST_VERSION
from kapivara.cli.value_hints import meant_value, yaml_hint
from kapivara.content.nearest import nearest
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind

_UNKNOWN = 'unknown field "'
_TWICE = 'duplicate field "'
_STEP = lazy_pattern(r"\[[^\]]*\]|[^.\[]+")
_ALIKE = 0.7
_MOST_LOOKED_AT = 2_000
_MOST_TOLD = 3


class FieldHints:
    """Adds hints to results; what was found of a kind's fields is kept for other objects.

    `kubernetes_version` is the one that judges definitions.
    """

    def __init__(self, kubernetes_version: str = NEWEST_VERSION) -> None:
        self._kubernetes_version = kubernetes_version
        self._trees: dict[Kind, FieldNode] = {}
        self._meant: dict[tuple[Kind, str], str] = {}

    def add(self, result: Result, manifest: Manifest, kind: Kind) -> Result:
        """Returns a result whose errors and warnings tell more: the field or the value that was meant."""
        return replace(
            result,
            errors=told_more(result.errors, lambda error: self._told_more(error, manifest, kind)),
            next=told_more(result.next, lambda error: self._told_more(error, manifest, kind)),
            warnings=told_more(result.warnings, lambda error: self._told_more(error, manifest, kind)),
        )

    def _told_more(self, error: Finding, manifest: Manifest, kind: Kind) -> Finding:
        hint = yaml_hint(error, manifest) or meant_value(error.message)
        if manifest.is_definition:
            from kapivara.cli.expression_hints import expression_hint  # most manifests are none
            from kapivara.cli.gate_hints import gate_hint

            hint = gate_hint(error) or hint
            hint = hint or expression_hint(manifest, error.field, error.message, self._kubernetes_version)
        if not hint and error.message.startswith(_UNKNOWN):
            hint = self._hint(kind, error.field)
        said = "kubectl would send the last one, and say nothing" if error.message.startswith(_TWICE) else ""
        return replace(error, note="; ".join(filter(None, (error.note, hint, said))))

    def _hint(self, kind: Kind, field: str) -> str:
        """Says which field was meant; the same for fields of all items of a list."""
        found = _STEP.findall(field)
        if not found or found[-1][0] == "[":  # a name of brackets is no step
            return ""
        steps = [step for step in found if step[0] != "["]
        key = kind, ".".join(steps)
        if key not in self._meant:
            if kind not in self._trees:
                self._trees[kind] = fields_of(kind)
            self._meant[key] = hint_for(self._trees[kind], steps)
        return self._meant[key]


def hint_for(root: FieldNode, steps: Sequence[str]) -> str:
    """Says which field was meant by an unknown one that some steps lead to; nothing where none looks like it.

    Where fields of that very name stand elsewhere, and none beside it looks alike, lines are indented wrongly.
    """
    *above, name = steps
    node = _descend(root, above)
    if node is None:
        return ""
    if near := nearest(name, node.children, _ALIKE):
        return f"did you mean {near}?"
    places = [[*above, *way] for way in _ways_to(node, name)] or _ways_to(root, name)
    if not places:
        return ""
    listed = ", ".join(map(".".join, places[:_MOST_TOLD]))
    return f"there {'is' if len(places) == 1 else 'are'} {listed}{', …' if len(places) > _MOST_TOLD else ''}"


def _descend(node: FieldNode, steps: Iterable[str]) -> FieldNode | None:
    """Follows steps down a tree; those behind a map are keys."""
    behind_map = False
    for step in steps:
        if behind_map:
            behind_map = False
            continue
        below = node.children.get(step)
        if below is None:
            return None
        node, behind_map = below, below.keyed
    return node


def _ways_to(root: FieldNode, name: str) -> list[list[str]]:
    """Lists the ways to the nearest fields of a name below a node, all equally long."""
    level: list[tuple[FieldNode, list[str]]] = [(root, [])]
    seen: set[int] = set()
    while level and len(seen) < _MOST_LOOKED_AT:
        if found := [[*way, name] for node, way in level if way and name in node.children]:
            return found
        fresh = {id(node.declares): (node, way) for node, way in reversed(level) if id(node.declares) not in seen}
        seen.update(fresh)
        level = [
            (child, [*way, step])
            for node, way in reversed(fresh.values())
            for step, child in node.children.items()
            if child.children
        ]
    return []
