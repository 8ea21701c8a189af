"""Lint rules about patterns that match only a part of a text."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, Inside, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import LintedRule, Survey
from kapivara.cel.tree.ast import Call, Const
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.tree.walk import descendants
from kapivara.languages.re2.syntax import pieces_of, regexp_error

_STARTS = ("^", "\\A")
_ENDS = ("$", "\\z")
_OPEN = ".*", ".*?"


def _check_matches(survey: Survey) -> Iterator[Finding]:
    for rule in survey.rules():
        for node, pattern in _constant_patterns(rule):
            if missing := open_ends(pattern.value):
                message = f"matches() matches anywhere in the text: the pattern does not fix where it must {missing}"
                yield rule.finding(message, node, fix=_fix(pattern.value), inside=_inside(rule, pattern))


def _constant_patterns(rule: LintedRule) -> Iterator[tuple[Call, Const]]:
    if rule.expression is None:
        return
    for node in descendants(rule.expression.checked.ast.expr):
        if isinstance(node, Call) and node.function == "matches" and len(operands_of(node)) == 2:
            pattern = operands_of(node)[1]
            if isinstance(pattern, Const) and isinstance(pattern.value, str):
                yield node, pattern


def _inside(rule: LintedRule, pattern: Const) -> Inside:
    offset = rule.expression.checked.ast.offsets.get(pattern.id, 0) if rule.expression is not None else 0
    return Inside(rule.raw["rule"], offset, len(pattern.value) + 2)


def _check_keyword(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        pattern = place.raw.get("pattern")
        if isinstance(pattern, str) and (missing := open_ends(pattern)):
            message = f"the pattern may match anywhere in the text: it does not fix where the match must {missing}"
            yield version.finding(message, place, "pattern", fix=_fix(pattern))


def open_ends(pattern: str) -> str:
    """Returns the ends at which a pattern is not anchored: `start`, `end`, `start and end`, or empty for none."""
    if not pattern or regexp_error(pattern) is not None:
        return ""
    branches = _branches(pieces_of(pattern))
    starts = all(_is_bound(each, at_start=True) for each in branches)
    ends = all(_is_bound(each, at_start=False) for each in branches)
    return " and ".join(word for word, bound in (("start", starts), ("end", ends)) if not bound)


def _branches(pieces: list[str]) -> list[list[str]]:
    """Splits pieces at top-level alternatives."""
    branches: list[list[str]] = [[]]
    depth = 0
    for piece in pieces:
        depth += piece.startswith("(") and not _is_flags(piece)
        depth -= piece == ")"
        if piece == "|" and not depth:
            branches.append([])
        else:
            branches[-1].append(piece)
    return branches


def _is_flags(piece: str) -> bool:
    return piece.startswith("(?") and piece.endswith(")")


def _is_bound(pieces: list[str], *, at_start: bool) -> bool:
    """Returns True if a branch is anchored at the start or the end; in a group, each alternative must be."""
    pieces = [each for each in pieces if not _is_flags(each)]
    if not pieces:
        return False
    edge = pieces[0] if at_start else pieces[-1]
    if edge in (_STARTS if at_start else _ENDS):
        return True
    text = "".join(pieces)
    if text.startswith(_OPEN) if at_start else text.endswith(_OPEN):
        return True
    if edge.startswith("(") if at_start else edge == ")":
        inner = _outer_group(pieces, at_start=at_start)
        return bool(inner) and all(_is_bound(each, at_start=at_start) for each in _branches(inner))
    return False


def _outer_group(pieces: list[str], *, at_start: bool) -> list[str]:
    """Returns the pieces of the first or last group."""
    depth = 0
    ordered = pieces if at_start else pieces[::-1]
    for place, piece in enumerate(ordered):
        opens = piece.startswith("(") and not _is_flags(piece)
        depth += opens - (piece == ")") if at_start else (piece == ")") - opens
        if not depth:
            found = ordered[1:place]
            return found if at_start else found[::-1]
    return []


def _fix(pattern: str) -> str:
    branches = _branches(pieces_of(pattern))
    if len(branches) > 1:
        bare = ("".join(each).removeprefix("^").removesuffix("$") for each in branches)
        return f"write ^({'|'.join(bare)})$"
    start = "^" if "start" in open_ends(pattern) else ""
    end = "$" if "end" in open_ends(pattern) else ""
    return f"write {start}{pattern}{end}; or .* where any text is allowed"


UNANCHORED_MATCHES = LintRule(
    id="unanchored-matches",
    severity=Severity.WARNING,
    title="A pattern in `matches()` does not begin with `^`, or does not end with `$`.",
    reason="It may match anywhere in the text: `'rm -rf /; echo abc'.matches('[a-z]+')` is true. In "
    "`^a|b$`, each of the alternatives has one end open.",
    fix="Write `^(…)$`, or `.*` where anything may stand.",
    failing="""\
name:
  type: string
  maxLength: 63
  x-kubernetes-validations:
  - rule: self.matches('[a-z]+')
    message: must be of small letters
""",
    passing="""\
name:
  type: string
  maxLength: 63
  x-kubernetes-validations:
  - rule: self.matches('^[a-z]+$')
    message: must be of small letters
""",
    check=_check_matches,
)
UNANCHORED_PATTERN = LintRule(
    id="unanchored-pattern",
    severity=Severity.WARNING,
    title="A `pattern` does not begin with `^`, or does not end with `$`.",
    reason="It may match anywhere in the text, so that one letter of a whole sentence is enough for `[a-z]+`.",
    fix="Write `^(…)$`, or `.*` where anything may stand.",
    failing="""\
name:
  type: string
  pattern: "[a-z]+"
""",
    passing="""\
name:
  type: string
  pattern: "^[a-z]+$"
""",
    check=_check_keyword,
)
