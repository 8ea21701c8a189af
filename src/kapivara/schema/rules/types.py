"""The type check: the decoded values that a node's `type`, `nullable` and `format` accept.

Kept: a list is accepted as a string with a format, and a whole float as an integer (number rules then check its range).
Upstream: kube-openapi pkg/validation/validate/type.go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kapivara.compiler.plan import NULL, RuleCall
from kapivara.emit.conditions import Passes
from kapivara.schema.rules.report import Report
from kapivara.schema.structural.structural import Structural
from kapivara.values.record import record
from kapivara.values.rendering import quote

_SCHEMA_TYPES: dict[type, tuple[str, str]] = {
    bool: ("boolean", ""),
    int: ("integer", "int64"),
    float: ("number", "float64"),
    str: ("string", ""),
    list: ("array", ""),
    dict: ("object", ""),
}
_INTEGER_FORMATS = ("int32", "int64")
_NUMBER_FORMATS = ("float", "double")
_MAX_JSON_INTEGER = float(2**53 - 1)


def declared_types(schema: Structural) -> tuple[str, ...]:
    """Returns the accepted types of a node; empty means any."""
    if schema.int_or_string:
        return ("integer", "string")
    return (schema.type,) if schema.type else ()


def effective_format(schema: Structural) -> str:
    """Returns the enforced format: formats unknown for the type are ignored, except for defaults.

    Upstream: apiextensions-apiserver pkg/apiserver/validation/formats.go.
    """
    name = schema.format
    if not name or schema.as_written:
        return name
    types = declared_types(schema)
    kind = types[0] if len(types) == 1 else ""
    if kind == "integer":
        return name if name in _INTEGER_FORMATS else ""
    if kind == "number":
        return name if name in _NUMBER_FORMATS else ""
    if kind in ("", "string"):
        from kapivara.content.formats import SUPPORTED_FORMATS

        plain = name.replace("-", "")
        return name if plain in SUPPORTED_FORMATS or (schema.server.has_formats and is_added_format(plain)) else ""
    return ""


def is_added_format(name: str) -> bool:
    """Returns True if only extended servers support a format, given without dashes."""
    from kapivara.content.added_formats import ADDED_FORMATS

    return name in ADDED_FORMATS


def is_json_integer(number: float) -> bool:
    """Returns True if a float counts as an integer: within a relative 1e-9 of an integer that JSON can represent.

    Upstream: go-openapi/swag IsFloat64AJSONInteger.
    """
    if number != number or not -_MAX_JSON_INTEGER <= number <= _MAX_JSON_INTEGER:
        return False
    whole = float(int(abs(number) + 0.5)) * (1.0 if number >= 0 else -1.0)
    if number == whole:
        return True
    return whole != 0 and abs(number - whole) < 1e-9 * abs(whole)


@record(eq=False)
class TypeCheck:
    """The type check of a node: the accepted types, and the rules that report others.

    For an integer type, a rule decides about floats by their value.
    """

    accepts: Mapping[type, bool]
    rules: tuple[RuleCall, ...]


def type_check(schema: Structural) -> TypeCheck:
    """Returns the type check of a node; its rules come before all others."""
    types, format_, nullable = declared_types(schema), effective_format(schema), schema.nullable
    shared = None if format_ else _SHARED.get((types, nullable))
    return shared or TypeCheck(_accepted(types, format_, nullable), _type_rules(types, format_, nullable))


def _accepted(types: tuple[str, ...], format_: str, nullable: bool) -> Mapping[type, bool]:
    verdicts = {kind: _verdict(kind, types, format_) is None for kind in _SCHEMA_TYPES}
    if "integer" in types:
        verdicts[float] = True
    verdicts[NULL] = not types or nullable
    return verdicts


def _verdict(kind: type, types: tuple[str, ...], format_: str) -> tuple[str, str] | None:
    """Returns the expected and the found type, or None if the type is accepted."""
    if not types and not format_:
        return None
    name, own_format = _SCHEMA_TYPES[kind]
    fits = name in types or (name == "integer" and "number" in types)
    textual = kind in (str, list)
    if not textual and format_ and not (fits or own_format == format_):
        return format_, own_format
    if format_ and textual and "number" not in types and "integer" not in types:
        return None
    return None if fits else (",".join(types), name)


def _type_rules(types: tuple[str, ...], format_: str, nullable: bool) -> tuple[RuleCall, ...]:
    rules = [RuleCall((NULL,), None, explain_null, (types, nullable))]
    if types or format_:
        holds = None
        if "integer" in types and "number" not in types:
            holds = Passes(is_json_integer)
        rules.append(RuleCall((float,), holds, explain_float, (types, format_)))
        rules.append(RuleCall((bool, int, str, list, dict), None, explain_type, (types, format_)))
    return tuple(rules)


def explain_null(report: Report, path: str, _value: None, types: tuple[str, ...], nullable: bool) -> None:
    """Reports a null that is not allowed."""
    if types and not nullable:
        report.type_invalid(path, "null", _message(path, ",".join(types), "null"))
    else:
        report.matched += 1


def explain_type(report: Report, path: str, value: Any, types: tuple[str, ...], format_: str) -> None:
    """Reports a value of the wrong type."""
    wrong = _verdict(type(value), types, format_)
    if wrong is None:
        report.matched += 2
    else:
        report.type_invalid(path, wrong[1], _message(path, *wrong))
        report.matched += 1


def explain_float(report: Report, path: str, value: float, types: tuple[str, ...], format_: str) -> None:
    """Reports a float that is neither accepted as a number nor as an integer."""
    if "integer" in types and is_json_integer(value):
        report.matched += 2
    else:
        explain_type(report, path, value, types, format_)


_SHARED = {
    (types, nullable): TypeCheck(_accepted(types, "", nullable), _type_rules(types, "", nullable))
    for types in ((), *((name,) for name, _ in _SCHEMA_TYPES.values()))
    for nullable in (False, True)
}
"""Shared by nodes without a format; immutable."""


def _message(path: str, expected: str, found: str) -> str:
    return f"{path} in body must be of type {expected}: {quote(found)}"
