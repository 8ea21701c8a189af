"""Rules of numbers: range of the declared type, multipleOf, minimum and maximum.

A bound that does not fit the declared type (2.5 of an integer) makes every value fail, without a field.
Upstream: kube-openapi pkg/validation/validate/{validator,values}.go.
"""

from __future__ import annotations

from typing import Any

from kapivara.compiler.plan import RuleCall
from kapivara.emit.conditions import NEVER, Compare, Condition, Passes, Sign, all_of
from kapivara.schema.rules.report import Report
from kapivara.schema.rules.types import declared_types, effective_format, is_json_integer
from kapivara.schema.structural.structural import Structural
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.record import record
from kapivara.values.rendering import format_float, format_json_float

_FORMATS = {"integer": ("int32", "int64"), "number": ("float", "double")}
_INT32_MIN, _INT32_MAX = -(2**31), 2**31 - 1
_IS_INT32 = all_of(Compare(Sign.AT_LEAST, _INT32_MIN), Compare(Sign.AT_MOST, _INT32_MAX))


@record
class NumberRules:
    """The numeric keywords of one node, with the type and format that bound them."""

    type: str
    format: str
    multiple_of: float | None
    minimum: float | None
    exclusive_minimum: bool
    maximum: float | None
    exclusive_maximum: bool

    def fits(self, value: float) -> bool:
        """Returns True if the declared type and format can represent a number exactly."""
        if self.type == "integer":
            if type(value) is float:
                text = format_json_float(value)  # the server reads the shortest digits as an integer
                if not text.lstrip("-").isdigit():
                    return False
                value = int(text)
            low, high = (_INT32_MIN, _INT32_MAX) if self.format == "int32" else (INT64_MIN, INT64_MAX)
            return low <= value <= high
        return self.format != "float" or _fits_float32(float(value))

    def misfit(self, what: str, path: str) -> str:
        """Returns the error text of `fits`."""
        suffix = f"with format {self.format}" if self.format else "(default format)"
        return f"{what} value must be of type {self.type} {suffix} in {path}"


def _fits_float32(value: float) -> bool:
    import struct  # few schemas have floats

    try:
        struct.pack("<f", value)
    except OverflowError:
        return False
    return True


def number_rules(schema: Structural) -> list[RuleCall]:
    """Returns the calls that validate a number; always present, since one counts."""
    if not schema.type and _KEYWORDS.isdisjoint(schema.raw):
        return [_NO_RULES]
    rules = _read(schema)
    holds = []
    if rules.format in ("int32", "float") or rules.type == "integer":
        holds.append(RuleCall((float,), Passes(rules.fits), None))
    if rules.format == "int32":
        holds.append(RuleCall((int,), _IS_INT32, None))
    elif rules.format == "float":
        holds.append(RuleCall((int,), Passes(rules.fits), None))
    if rules.multiple_of is not None or rules.minimum is not None or rules.maximum is not None:
        holds += _bounds(rules)
    return [*holds, RuleCall((int, float), None, explain_number, (rules,))]


def _read(schema: Structural) -> NumberRules:
    types, raw = declared_types(schema), schema.raw
    kind = types[0] if len(types) == 1 and types[0] in ("integer", "number") else ""
    return NumberRules(
        type=kind,
        format=effective_format(schema) if schema.format in _FORMATS.get(kind, ()) else "",
        multiple_of=_as_float(raw.get("multipleOf")),
        minimum=_as_float(raw.get("minimum")),
        exclusive_minimum=bool(raw.get("exclusiveMinimum")),
        maximum=_as_float(raw.get("maximum")),
        exclusive_maximum=bool(raw.get("exclusiveMaximum")),
    )


def _as_float(value: Any) -> float | None:
    return None if value is None else float(value)


def _bounds(rules: NumberRules) -> list[RuleCall]:
    """Returns plain comparisons if every bound fits the type; otherwise no number is valid."""
    given = [each for each in (rules.multiple_of, rules.minimum, rules.maximum) if each is not None]
    if not all(map(rules.fits, given)):
        return [RuleCall((int, float), NEVER, None)]
    for_ints: list[Condition] = []
    for_floats: list[Condition] = []
    for bound, sign in (
        (rules.minimum, Sign.ABOVE if rules.exclusive_minimum else Sign.AT_LEAST),
        (rules.maximum, Sign.BELOW if rules.exclusive_maximum else Sign.AT_MOST),
    ):
        if bound is not None:
            for_ints.append(Compare(sign, as_int64(bound)))
            for_floats.append(Compare(sign, bound))
    if rules.multiple_of is not None:
        divides = Passes(_Multiple(rules.multiple_of).holds)
        for_ints.append(divides)
        for_floats.append(divides)
    return [RuleCall((int,), all_of(*for_ints), None), RuleCall((float,), all_of(*for_floats), None)]


def as_int64(number: float) -> int:
    """Converts a float as amd64 does: values out of range become the smallest int64."""
    if number != number or not -(2.0**63) <= number < 2.0**63:
        return INT64_MIN
    return int(number)


class _Multiple:
    """Divisibility by a factor, exact for integers and with a tolerance for floats."""

    def __init__(self, factor: float):
        self._factor = factor
        self._whole = as_int64(factor)

    def holds(self, value: float) -> bool:
        if type(value) is int:
            return self._whole > 0 and value % self._whole == 0
        return self.holds_as_float(float(value))

    def holds_as_float(self, value: float) -> bool:
        factor = self._factor
        if factor <= 0:
            return False
        return is_json_integer(1 / factor * value if factor < 1 else value / factor)


def explain_number(report: Report, path: str, value: float, rules: NumberRules) -> None:
    """Reports errors of a number: its range, then multipleOf, minimum and maximum."""
    if not rules.fits(value):
        report.unplaced(rules.misfit("Checked", path))
    if rules.multiple_of is not None:
        _explain_multiple(report, path, value, rules.multiple_of, rules)
    if rules.minimum is not None:
        _explain_minimum(report, path, value, rules.minimum, rules)
    if rules.maximum is not None:
        _explain_maximum(report, path, value, rules.maximum, rules)
    report.matched += 2


def _explain_multiple(report: Report, path: str, value: float, factor: float, rules: NumberRules) -> None:
    judged, shown = _judged(report, path, value, factor, "MultipleOf", rules)
    if (shown if type(judged) is int else factor) <= 0:
        text = f"factor MultipleOf declared for {path} must be positive: {_number(shown)}"
        report.invalid(path, shown, text)
    elif not (_Multiple(factor).holds(judged) if type(judged) is int else _Multiple(factor).holds_as_float(judged)):
        report.invalid(path, judged, f"{path} in body should be a multiple of {_number(shown)}")


def _explain_minimum(report: Report, path: str, value: float, minimum: float, rules: NumberRules) -> None:
    judged, bound = _judged(report, path, value, minimum, "Minimum boundary", rules)
    if judged < bound or (rules.exclusive_minimum and judged == bound):
        words = "greater than" if rules.exclusive_minimum else "greater than or equal to"
        report.invalid(path, judged, f"{path} in body should be {words} {_number(bound)}")


def _explain_maximum(report: Report, path: str, value: float, maximum: float, rules: NumberRules) -> None:
    judged, bound = _judged(report, path, value, maximum, "Maximum boundary", rules)
    if judged > bound or (rules.exclusive_maximum and judged == bound):
        words = "less than" if rules.exclusive_maximum else "less than or equal to"
        report.invalid(path, judged, f"{path} in body should be {words} {_number(bound)}")


def _judged(
    report: Report, path: str, value: float, bound: float, what: str, rules: NumberRules
) -> tuple[float, float]:
    """Returns value and bound in the form for their comparison: integers if the value is one and the bound fits."""
    if not rules.fits(bound):
        report.unplaced(rules.misfit(what, path))
        return float(value), bound
    return (value, as_int64(bound)) if type(value) is int else (value, bound)


def _number(value: float) -> str:
    return format_float(value) if type(value) is float else str(value)


_KEYWORDS = frozenset(("format", "multipleOf", "minimum", "maximum", "x-kubernetes-int-or-string"))
_NO_RULES = RuleCall((int, float), None, explain_number, (NumberRules("", "", None, None, False, None, False),))
"""Shared by nodes without rules of numbers."""
