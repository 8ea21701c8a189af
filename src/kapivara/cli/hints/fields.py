"""Adds hints to errors: the field that was probably meant by an unknown one.

`values.py` adds hints about values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kapivara.cli.fields.tree import FieldNode, fields_of
from kapivara.cli.findings import Finding, Result
from kapivara.cli.hints.values import meant_value, yaml_hint
from kapivara.cli.inputs.excerpts import with_details
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.options.server import NEWEST_VERSION
from kapivara.content.nearest import nearest
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind

_UNKNOWN = 'unknown field "'
_TWICE = 'duplicate field "'
_STEP = lazy_pattern(r"\[[^\]]*\]|[^.\[]+")
_ALIKE = 0.7
_MOST_LOOKED_AT = 2_000
_MOST_TOLD = 3


class FieldHints:
    """Adds hints to results; keeps the fields of each kind for further objects.

    `kubernetes_version` is the version that validates CRDs.
    """

    def __init__(self, kubernetes_version: str = NEWEST_VERSION) -> None:
        self._kubernetes_version = kubernetes_version
        self._trees: dict[Kind, FieldNode] = {}
        self._meant: dict[tuple[Kind, str], str] = {}

    def add(self, result: Result, manifest: Manifest, kind: Kind) -> Result:
        """Returns a result whose errors and warnings name the field or the value that was probably meant."""
        return replace(
            result,
            errors=with_details(result.errors, lambda error: self._with_hint(error, manifest, kind)),
            next=with_details(result.next, lambda error: self._with_hint(error, manifest, kind)),
            warnings=with_details(result.warnings, lambda error: self._with_hint(error, manifest, kind)),
        )

    def _with_hint(self, error: Finding, manifest: Manifest, kind: Kind) -> Finding:
        hint = yaml_hint(error, manifest) or meant_value(error.message)
        if manifest.is_definition:
            from kapivara.cli.hints.expressions import expression_hint  # few manifests are CRDs
            from kapivara.cli.hints.gates import gate_hint

            hint = gate_hint(error) or hint
            hint = hint or expression_hint(manifest, error.field, error.message, self._kubernetes_version)
        if not hint and error.message.startswith(_UNKNOWN):
            hint = self._hint(kind, error.field)
        duplicate = "kubectl would silently send the last one" if error.message.startswith(_TWICE) else ""
        return replace(error, note="; ".join(filter(None, (error.note, hint, duplicate))))

    def _hint(self, kind: Kind, field: str) -> str:
        """Returns the field that was probably meant; cached for the same field of all list items."""
        found = _STEP.findall(field)
        if not found or found[-1][0] == "[":  # the field name itself has brackets
            return ""
        steps = [step for step in found if step[0] != "["]
        key = kind, ".".join(steps)
        if key not in self._meant:
            if kind not in self._trees:
                self._trees[kind] = fields_of(kind)
            self._meant[key] = hint_for(self._trees[kind], steps)
        return self._meant[key]


def hint_for(root: FieldNode, steps: Sequence[str]) -> str:
    """Returns a hint for the unknown field at the end of `steps`; "" if no field looks like it.

    If fields with exactly this name exist elsewhere and no sibling looks like it, the indentation is probably wrong.
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
    """Returns the node at the end of `steps`, or None; steps after a map are keys."""
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
    """Returns the paths to the nearest fields with a name below a node, all of the same length."""
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
