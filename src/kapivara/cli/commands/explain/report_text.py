"""The report of `explain` as text: the facts of a field line by line, then a table of the fields below it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from kapivara.cli.commands.explain.explanation import ExplainedField, FieldExplanation
from kapivara.cli.fields.tree import FieldFacts, FieldRule
from kapivara.cli.framework.terminal import page_width, printable, styled
from kapivara.cli.framework.wording import INDENT
from kapivara.values import ABSENT, JsonValue
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.cli.commands.explain.rule_share import RuleShare

_GAP = 2
_STEP = 2
_ONE_LINE = 100
_NARROWEST = 24
"""The minimum width of the last column; with less room, lines are not aligned to it."""


def render_text(explanation: FieldExplanation, *, colour: bool) -> str:
    """Returns the explanation of a field, ending with the fields below it."""
    lines = [_title(explanation, colour=colour), *_facts(explanation, colour=colour)]
    field = explanation.field
    if field.fields:
        lines += ["", _strong("fields", colour=colour), *_table(field.fields, colour=colour)]
    return "\n".join(lines) + "\n"


def _table(fields: Sequence[ExplainedField], *, colour: bool) -> Iterator[str]:
    """Yields fields in columns; continuation lines are aligned to the last column if it has room."""
    rows = list(_rows(fields, 0))
    names = max(len(name) for name, _, _ in rows) + _GAP
    types = max(len(kind) for _, kind, _ in rows) + _GAP
    room = page_width(sys.stdout) - names - types
    for name, kind, more in rows:
        first, *rest = wrap(more, room, break_long_words=False) if more and room >= _NARROWEST else [more]
        yield f"{name:{names}}{kind:{types}}{_dim(first, colour=colour)}".rstrip()
        yield from (f"{'':{names + types}}{_dim(line, colour=colour)}" for line in rest)


def _title(explanation: FieldExplanation, *, colour: bool) -> str:
    resource = explanation.resource
    scope = "namespaced" if resource.namespaced else "not namespaced"
    names = printable(", ".join((resource.plural, *resource.short_names)))
    kind = printable(f"{resource.kind.kind} {resource.kind.api_version}")
    return f"{_strong(kind, colour=colour)} ({names}; {scope})"


def _facts(explanation: FieldExplanation, *, colour: bool) -> Iterator[str]:
    facts = explanation.field.facts
    pairs = [("field", explanation.path), ("type", _type(facts))]
    if explanation.path:
        pairs.append(("presence", "required" if facts.required else "optional"))
    if facts.default is not ABSENT:
        pairs.append(("default", to_json_text(facts.default)))
    pairs += [("values", ", ".join(map(_value, facts.values))), ("list", _merged(facts.list_type, facts.list_keys))]
    pairs += [("map", facts.map_type), ("patch", _merged(facts.patch_strategy, (facts.patch_key,)))]
    for word, text in pairs:
        if text:
            yield _line(word, printable(text), colour=colour)
    yield from _described(facts.description, colour=colour)
    yield from _rules(explanation, colour=colour)


def _described(text: str, *, colour: bool) -> Iterator[str]:
    for place, paragraph in enumerate(filter(None, text.split("\n"))):
        yield _line("" if place else "about", printable(paragraph), colour=colour)


def _rules(explanation: FieldExplanation, *, colour: bool) -> Iterator[str]:
    rules = explanation.field.facts.rules
    shown = [printable(_rule_text(rule)) for rule in rules]
    width = max((len(each) for each in shown if len(each) <= _ONE_LINE), default=0) + _GAP
    for place, (rule, text) in enumerate(zip(rules, shown, strict=True)):
        meaning = _dim(printable(_meaning(rule)), colour=colour)
        yield _line("" if place else "rules", f"{text:{width}}{meaning}".rstrip(), colour=colour)
    if explanation.share is not None:
        yield _line("" if rules else "rules", _dim(_share(explanation.share), colour=colour), colour=colour)


def _share(share: RuleShare) -> str:
    """Returns how many rules of a kind are declarative."""
    compared = f" ({share.compared} more only compared)" if share.compared else ""
    return f"{share.declared} declared{compared}, {share.by_hand} by hand: {share.percent}% are declarative"


def _rule_text(rule: FieldRule) -> str:
    says = " ".join(rule.says.split())  # expressions may have several lines
    return f"{rule.about}: {says}" if rule.about else says


def _meaning(rule: FieldRule) -> str:
    return (
        rule.meaning if rule.enforced else f"{rule.meaning} (only compared with the hand-written rule, never reported)"
    )


def _rows(fields: Sequence[ExplainedField], depth: int) -> Iterator[tuple[str, str, str]]:
    """Yields the name, the type and a one-line summary of each field, and of the fields below it."""
    for field in fields:
        facts = field.facts
        yield " " * (_STEP + depth) + printable(field.name), printable(facts.type), printable(_in_short(field))
        yield from _rows(field.fields, depth + _STEP)


def _in_short(field: ExplainedField) -> str:
    facts = field.facts
    words = ["required"] if facts.required else []
    if facts.default is not ABSENT:
        words.append(f"default {_shortened(to_json_text(facts.default))}")
    if facts.values:
        words.append(_shortened(f"one of {', '.join(map(_value, facts.values))}"))
    if field.recursive:
        words.append("the same fields again")
    about = facts.description.partition("\n")[0].partition(". ")[0]
    return f"{'; '.join(words)}{'. ' if words and about else ''}{_shortened(about)}"


def _type(facts: FieldFacts) -> str:
    named = f" ({facts.type_name})" if facts.type_name else ""
    return f"{facts.type}{named}{' or null' if facts.nullable else ''}"


def _value(value: JsonValue) -> str:
    return value if isinstance(value, str) and value else to_json_text(value)


def _merged(how: str, keys: Sequence[str]) -> str:
    named = ", ".join(filter(None, keys))
    return f"{how}, by {named}" if how and named else how


def _shortened(text: str) -> str:
    return text if len(text) <= _ONE_LINE else f"{text[: _ONE_LINE - 1]}…"


def _line(word: str, text: str, *, colour: bool) -> str:
    return f"{_dim(word.ljust(INDENT), colour=colour)}{text}"


def _dim(text: str, *, colour: bool) -> str:
    return styled(text, "dim") if colour and text.strip() else text


def _strong(text: str, *, colour: bool) -> str:
    return styled(text, "bold") if colour else text
