"""The type check: which decoded values a node's `type`, `nullable` and `format` let pass.

Upstream: kube-openapi pkg/validation/validate/type.go. Two oddities are kept: a list passes where the schema
says string with a format, and a whole float passes as an integer (the number rules then look at its range).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kapivara.compiler.plan import NULL, RuleCall
from kapivara.emit.conditions import Passes
from kapivara.schema.rules.report import Report
from kapivara.schema.structural import Structural
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
    """The types that a node accepts; none declared means any."""
    if schema.int_or_string:
        return ("integer", "string")
    return (schema.type,) if schema.type else ()


def effective_format(schema: Structural) -> str:
    """The format that the server enforces: one it does not know for the type counts as none, but for defaults.

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
    """Tells whether a format, by its name without dashes, is one that only an extended server knows."""
    from kapivara.content.added_formats import ADDED_FORMATS

    return name in ADDED_FORMATS


def is_json_integer(number: float) -> bool:
    """Tells whether a float counts as whole: within a relative 1e-9 of an integer that JSON can hold.

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
    """What a node's type, format and nullability mean: which decoded types pass, and the rules that tell of the others.

    A float for an integer is decided by its value, in a rule.
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
    """Returns what was expected and what was found, or None where the type passes."""
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
    """Tells a null where none is allowed."""
    if types and not nullable:
        report.type_invalid(path, "null", _message(path, ",".join(types), "null"))
    else:
        report.matched += 1


def explain_type(report: Report, path: str, value: Any, types: tuple[str, ...], format_: str) -> None:
    """Tells a value whose type does not pass."""
    wrong = _verdict(type(value), types, format_)
    if wrong is None:
        report.matched += 2
    else:
        report.type_invalid(path, wrong[1], _message(path, *wrong))
        report.matched += 1


def explain_float(report: Report, path: str, value: float, types: tuple[str, ...], format_: str) -> None:
    """Tells a float that is neither a number nor a whole integer here."""
    if "integer" in types and is_json_integer(value):
        report.matched += 2
    else:
        explain_type(report, path, value, types, format_)


_SHARED = {
    (types, nullable): TypeCheck(_accepted(types, "", nullable), _type_rules(types, "", nullable))
    for types in ((), *((name,) for name, _ in _SCHEMA_TYPES.values()))
    for nullable in (False, True)
}
"""What nodes without a format share; nobody changes it."""


def _message(path: str, expected: str, found: str) -> str:
    return f"{path} in body must be of type {expected}: {quote(found)}"
