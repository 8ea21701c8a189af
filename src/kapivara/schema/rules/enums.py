"""The rule of enumerations: a value must equal a listed one, after the server's conversions.

Go converts the value to the listed value's type first: 3.9 becomes 3, 65 becomes "A". Null never matches.
Upstream: kube-openapi pkg/validation/validate/validator.go basicCommonValidator.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kapivara.compiler.plan import NULL, RuleCall
from kapivara.emit.conditions import NEVER, OneOf, Passes
from kapivara.field.errors import supported_detail
from kapivara.schema.rules.report import Report
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue, deep_equal
from kapivara.values.equality import identity_text
from kapivara.values.rendering import to_json_text
from kapivara.values.request_budget import count_steps

_FEW = 16
"""The maximum number of lists and objects that are compared one by one."""
_KINDS = (NULL, bool, int, float, str, list, dict)


class Enumeration:
    """The listed values, grouped by type for fast lookup."""

    def __init__(self, listed: list[JsonValue]):
        self._listed = listed
        self.strings = frozenset(each for each in listed if type(each) is str)
        self._integers = frozenset(each for each in listed if type(each) is int)
        self._floats = frozenset(each for each in listed if type(each) is float)
        self._booleans = frozenset(each for each in listed if type(each) is bool)
        self._nested = [each for each in listed if type(each) in (list, dict)]

    @cached_property
    def detail(self) -> str:
        """The listed values as text, for errors."""
        return supported_detail(each if isinstance(each, str) else to_json_text(each) for each in self._listed)

    def holds(self, value: JsonValue) -> bool:
        """Returns True if the value, converted to a listed one's type, equals it."""
        kind = type(value)
        if kind is str:
            return value in self.strings
        if kind is int:
            return value in self._integers or float(value) in self._floats or _rune(value) in self.strings
        if kind is float:
            return value in self._floats or (-(2.0**63) <= value < 2.0**63 and int(value) in self._integers)
        if kind is bool:
            return value in self._booleans
        return value is not None and bool(self._nested) and self._holds_nested(value)

    def _holds_nested(self, value: JsonValue) -> bool:
        if len(self._nested) <= _FEW:
            for each in self._nested:  # noqa: SIM110  recursion
                if deep_equal(value, each):
                    return True
            return False
        text = identity_text(value)
        count_steps(len(text))
        return text in self._nested_texts

    @cached_property
    def _nested_texts(self) -> frozenset[str]:
        return frozenset(map(identity_text, self._nested))


def _rune(code: int) -> str:
    return chr(code) if 0 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def enum_rules(schema: Structural) -> list[RuleCall]:
    """Returns the rules of a node's enumeration; the counting call is always present."""
    if not schema.enum:
        return [_NO_RULE]
    enumeration = Enumeration(schema.enum)
    return [
        RuleCall((str,), OneOf(enumeration.strings), None),
        RuleCall((bool, int, float, list, dict), Passes(enumeration.holds), None),
        RuleCall((NULL,), NEVER, None),
        RuleCall(_KINDS, None, explain_enum, (enumeration,)),
    ]


def _count(report: Report, _path: str, _value: Any) -> None:
    report.matched += 2  # the enumeration's and the node's


_NO_RULE = RuleCall((), None, _count)
"""Shared by nodes without an enumeration."""


def explain_enum(report: Report, path: str, value: JsonValue, enumeration: Enumeration) -> None:
    """Reports a value that is not listed."""
    if value is not None:
        report.matched += 2
    if not enumeration.holds(value):
        report.unsupported(path, value, enumeration.detail)
