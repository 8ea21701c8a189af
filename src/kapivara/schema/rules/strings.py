"""Rules of strings: lengths in characters, pattern and format.

The first error of length and pattern hides the other; errors of the format are always reported.
Upstream: kube-openapi pkg/validation/validate/{validator,values,formats}.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.compiler.plan import RuleCall
from kapivara.emit.conditions import NEVER, Compare, Condition, Passes, Sign, all_of
from kapivara.languages.re2.patterns import Matcher, PatternError, PatternLimitError, matcher
from kapivara.schema.rules.report import Report
from kapivara.schema.rules.types import effective_format, is_added_format
from kapivara.schema.structural.structural import Structural
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.content.formats import FormatCheck


def string_rules(schema: Structural) -> list[RuleCall]:
    """Returns the rules of length, pattern and format of a node; the counting call is always present."""
    rules = [_length_and_pattern(schema)]
    name = effective_format(schema)
    if name and (schema.as_written or schema.type not in ("integer", "number")):
        from kapivara.content.formats import FORMATS

        check = FORMATS.get(name.replace("-", "")) or _added_check(schema, name.replace("-", ""))
        if schema.is_go_value and name == "byte":
            from kapivara.languages.go.base64 import is_base64  # only documents have such values

            check = is_base64
        if check is not None:
            rules.append(RuleCall((str,), Passes(check), explain_format, (name, check)))
    return rules


def _added_check(schema: Structural, name: str) -> FormatCheck | None:
    """Returns the check of a format that only extended servers support; None for other formats."""
    if not schema.server.has_formats or not is_added_format(name):
        return None
    from kapivara.content.added_formats import added_check

    return added_check(name)


def _length_and_pattern(schema: Structural) -> RuleCall:
    if _KEYWORDS.isdisjoint(schema.raw):
        return _NO_RULES
    longest, shortest = schema.raw.get("maxLength"), schema.raw.get("minLength")
    pattern = schema.raw.get("pattern") or ""
    conditions: list[Condition] = []
    if longest is not None:
        conditions.append(Compare(Sign.AT_MOST, longest, len))
    if shortest:
        conditions.append(Compare(Sign.AT_LEAST, shortest, len))
    found = _matcher(pattern) if pattern else None
    if pattern:
        conditions.append(NEVER if found is None else Passes(found.quick))  # the explanation decides the rest
    holds = all_of(*conditions) if conditions else None
    return RuleCall((str,), holds, explain_string, (longest, shortest, pattern, found))


def _matcher(pattern: str) -> Matcher | None:
    """Returns the matcher of a pattern, which is expensive to create; None for an invalid pattern."""
    try:
        return matcher(pattern)
    except PatternError:
        return None


def explain_string(
    report: Report,
    path: str,
    value: str,
    longest: int | None,
    shortest: int | None,
    pattern: str,
    found: Matcher | None,
) -> None:
    """Reports the first error: too long, too short, or no match."""
    report.matched += 1
    if longest is not None and len(value) > longest:
        report.too_long(path, longest)
    elif shortest is not None and len(value) < shortest:
        report.invalid(path, value, f"{path} in body should be at least {shortest} chars long")
    elif pattern:
        _explain_pattern(report, path, value, pattern, found)


def _explain_pattern(report: Report, path: str, value: str, pattern: str, found: Matcher | None) -> None:
    try:
        if (found or matcher(pattern))(value):
            return
        expected = pattern
    except PatternLimitError as limit:
        report.invalid(path, value, f"{path} in body should match '{pattern}', but {limit}")
        return
    except PatternError as error:
        expected = f"{pattern}, but pattern is invalid: {error}"
    report.invalid(path, value, f"{path} in body should match '{expected}'")


def explain_format(report: Report, path: str, value: str, name: str, check: Any) -> None:
    """Reports a string that does not match its format."""
    report.matched += 1
    if not check(value):
        report.type_invalid(path, value, f"{path} in body must be of type {name}: {quote(value)}")


_KEYWORDS = frozenset(("minLength", "maxLength", "pattern"))
_NO_RULES = RuleCall((str,), None, explain_string, (None, None, "", None))
"""Shared by nodes without rules of strings."""
