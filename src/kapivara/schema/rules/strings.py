"""Rules on strings: lengths in characters, pattern, format.

Upstream: kube-openapi pkg/validation/validate/{validator,values,formats}.go. The first failure of length and
pattern hides the others; the format is told beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.compiler.plan import RuleCall
from kapivara.content.patterns import Matcher, PatternError, PatternLimitError, matcher
from kapivara.emit.conditions import NEVER, Compare, Condition, Passes, Sign, all_of
from kapivara.schema.rules.report import Report
from kapivara.schema.rules.types import effective_format, is_added_format
from kapivara.schema.structural import Structural
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.content.formats import FormatCheck


def string_rules(schema: Structural) -> list[RuleCall]:
    """Length, pattern and format of a node, where it has them; the counting call stands in any case."""
    rules = [_length_and_pattern(schema)]
    name = effective_format(schema)
    if name and (schema.as_written or schema.type not in ("integer", "number")):
        from kapivara.content.formats import FORMATS

        check = FORMATS.get(name.replace("-", "")) or _added_check(schema, name.replace("-", ""))
        if schema.is_go_value and name == "byte":
            from kapivara.content.base64_text import is_base64  # only documents have such values

            check = is_base64
        if check is not None:
            rules.append(RuleCall((str,), Passes(check), explain_format, (name, check)))
    return rules


def _added_check(schema: Structural, name: str) -> FormatCheck | None:
    """Returns the check of a format that only an extended server knows; None where it is none, or this is none."""
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
        conditions.append(NEVER if found is None else Passes(found.quick))  # what it cannot tell is for the explanation
    holds = all_of(*conditions) if conditions else None
    return RuleCall((str,), holds, explain_string, (longest, shortest, pattern, found))


def _matcher(pattern: str) -> Matcher | None:
    """Returns the matcher of a pattern, which is as costly to make as the pattern is; None where it is none."""
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
    """Tells the first of: too long, too short, not matching."""
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
    """Tells a string that is not of its format."""
    report.matched += 1
    if not check(value):
        report.type_invalid(path, value, f"{path} in body must be of type {name}: {quote(value)}")


_KEYWORDS = frozenset(("minLength", "maxLength", "pattern"))
_NO_RULES = RuleCall((str,), None, explain_string, (None, None, "", None))
"""What nodes without rules on strings share."""
