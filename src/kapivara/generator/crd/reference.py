"""Renders the reference of markers as Markdown, from the marker objects; docs/crd-generation.md contains it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kapivara.generator.crd.markers import definition, limits, merging, package, presence, rules, type_rules, values
from kapivara.generator.crd.markers.marker import Marker

_FAMILIES: tuple[tuple[str, Sequence[Marker]], ...] = (
    ("Of packages", package.MARKERS),
    ("Of kinds", definition.MARKERS),
    ("Whether a field must be there", presence.MARKERS),
    ("Bounds", limits.MARKERS),
    ("Values", (*values.COMMON, *values.MARKERS)),
    ("Rules", (rules.X_VALIDATION, *rules.MARKERS)),
    ("As KEP-4153 writes them", (*type_rules.MARKERS, type_rules.SCHEMA_MARKERS)),
    ("How lists, maps and structs are merged", merging.MARKERS),
)
_FOR_ITEMS = frozenset(each.name for each in (*limits.MARKERS, *values.COMMON, rules.X_VALIDATION))


def render_markers() -> str:
    """Renders all markers, family by family."""
    return "\n".join(line for title, markers in _FAMILIES for line in _family(title, markers))


def _family(title: str, markers: Sequence[Marker]) -> Iterator[str]:
    yield from (f"### {title}", "", "| marker | stands above | does |", "|---|---|---|")
    yield from map(_row, markers)
    yield ""


def _row(marker: Marker) -> str:
    items = ["items"] if marker.name in _FOR_ITEMS else []
    above = ", ".join([*(f"a {each.value}" for each in marker.targets), *items])
    told = [marker.docs, *(_argument(each.name, each.docs, each.required) for each in marker.arguments if each.name)]
    return f"| `{_cell(marker.example)}` | {above} | {_cell('<br>'.join(told))} |"


def _argument(name: str, docs: str, required: bool) -> str:
    return f"`{name}`{' (needed)' if required else ''}: {docs}"


def _cell(text: str) -> str:
    """Escapes a text for a cell of a Markdown table."""
    return text.replace("|", "\\|")
