"""Printer columns of CRDs: the Table columns of custom resources, each computed by a JSONPath.

Upstream: apiextensions-apiserver/pkg/registry/customresource/tableconvertor/tableconvertor.go, pkg/apiserver/helpers.go
(1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.apis.machinery.tables.ages import age_of
from kapivara.apis.machinery.tables.table import Cell, Column, TableLayout, age_column, name_column
from kapivara.languages.json_path.finding import find_first
from kapivara.languages.json_path.nodes import Path
from kapivara.languages.json_path.parsing import PathSyntaxError, parse_template
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import format_value, to_json_text

_BEYOND = -(2**63)


def printer_layout(columns: Sequence[JsonObject], surroundings: Surroundings) -> TableLayout:
    """Returns the Table layout of a version's `additionalPrinterColumns`; without any, name and age.

    Kept: a path that cannot be parsed drops its column and all later ones.
    """
    if not columns:
        return TableLayout((name_column(), age_column(surroundings, type="date")))
    shown = [name_column()]
    for column in columns:
        try:
            template = parse_template(f"{{{column['jsonPath']}}}")
        except PathSyntaxError:
            break
        shown.append(
            Column(
                column["name"],
                column["type"],
                _cell(column["type"], template, surroundings),
                format=column.get("format", ""),
                description=column.get("description") or f"{_UNTOLD}: {column['jsonPath']}",
                priority=column.get("priority", 0),
            )
        )
    return TableLayout(tuple(shown))


_UNTOLD = "Custom resource definition column (in JSONPath format)"


def _cell(kind: str, template: Sequence[Path], surroundings: Surroundings) -> Cell:
    def cell(obj: JsonObject) -> JsonValue:
        found = find_first(template, obj)
        return _shown(kind, found[0], surroundings) if found else None

    return cell


def _shown(kind: str, value: JsonValue, surroundings: Surroundings) -> JsonValue:
    """Returns a value as a column of a type shows it; null if it has another type."""
    match kind:
        case "string":
            return _text(value)
        case "date" if type(value) is str:
            return age_of(value, surroundings.now())
        case "boolean" if type(value) is bool:
            return value
        case "number" if type(value) in (int, float):
            return float(value)
        case "integer" if type(value) in (int, float):
            return _int64(value)
    return None


def _text(value: JsonValue) -> str:
    """Returns any value as text. Kept: null becomes `<no value>`."""
    if value is None:
        return "<no value>"
    return to_json_text(value) if type(value) in (dict, list) else format_value(value)


def _int64(number: float) -> int:
    """Truncates a number to an integer. Kept: a number beyond 64 bits becomes the smallest 64-bit integer."""
    return int(number) if -(2.0**63) <= number < 2.0**63 else _BEYOND
