"""The changes of a CRD as text: grouped by effect, the most severe first, then suggested CEL rules.

Changes of descriptions are only counted. Of safe changes and suggestions, only the first few are shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from kapivara.cli.commands.crd.upgrade.change_summary import change_words
from kapivara.cli.commands.crd.upgrade.report import DefinitionOutcome, PlacedChange, UpgradeReport, is_breaking
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import BELOW, INDENT, label, painted, plural
from kapivara.schema.changes.change import Change, ChangeClass, Suggestion
from kapivara.values import ABSENT
from kapivara.values.rendering import to_json_text

_WORDS_ONLY: Final = ("description", "title", "example", "externalDocs")
_MOST_SAFE: Final = 12
_MOST_SUGGESTED: Final = 12
_LABELS: Final = {ChangeClass.NOT_ASKED: "not asked", ChangeClass.FORGIVEN: "forgiven", ChangeClass.SAFE: "safe"}


def change_lines(outcome: DefinitionOutcome, report: UpgradeReport, *, colour: bool) -> Iterator[str]:
    """Yields the lines about the changes of one CRD."""
    shown = [each for each in outcome.changes if each.change.keyword not in _WORDS_ONLY]
    printer = _Printer(shown, report, several=len(outcome.versions) > 1, colour=colour)
    groups: dict[tuple[ChangeClass, ...], list[PlacedChange]] = {}
    for each in shown:
        groups.setdefault(tuple(effect.kind for effect in each.change.effects), []).append(each)
    safe = groups.pop((ChangeClass.SAFE,), [])
    for kinds, changes in sorted(groups.items(), key=lambda group: tuple(-kind.weight for kind in group[0])):
        yield from printer.group(kinds, changes)
    yield from printer.safe(safe, len(outcome.changes) - len(shown))
    yield from printer.suggestions()
    yield from advice_lines(outcome, colour=colour)


def advice_lines(outcome: DefinitionOutcome, *, colour: bool) -> Iterator[str]:
    """Yields the lines of advice about a CRD; none unless advice was requested."""
    if outcome.advice:
        yield f"{label('advice', colour=colour)}{plural(len(outcome.advice), 'piece')} about additions"
    for each in outcome.advice:
        advice = each.advice
        version = f"{advice.version} " if len(outcome.versions) > 1 else ""
        yield f"{'':{INDENT}}{printable(str(each.place))}  {printable(f'{version}{advice.field}')}: {advice.text}"


class _Printer:
    """Renders changes in groups; names versions if the CRD has several."""

    def __init__(self, changes: list[PlacedChange], report: UpgradeReport, *, several: bool, colour: bool):
        self._changes = changes
        self._report = report
        self._colour = colour
        self._several = several

    def group(self, kinds: tuple[ChangeClass, ...], changes: list[PlacedChange]) -> Iterator[str]:
        """Yields the lines of changes that have the same effects."""
        word = _LABELS.get(kinds[0], "breaking")
        if word == "breaking" and not is_breaking(changes[0].change, self._report.allowed):
            word = "allowed"
        yield f"{label(word, colour=self._colour)}{', '.join(kind.words for kind in kinds)}"
        for each in changes:
            yield self._line(each)
            reasons = (effect.reason for effect in each.change.effects)
            yield self._below(printable("; ".join(reasons)))

    def safe(self, changes: list[PlacedChange], words: int) -> Iterator[str]:
        """Yields the lines of safe changes, and the number of changes of descriptions."""
        if changes or words:
            yield f"{label('safe', colour=self._colour)}{plural(len(changes) + words, 'change')}"
        for each in changes[:_MOST_SAFE]:
            yield f"{self._line(each)}: {printable(each.change.effects[0].reason)}"
        if len(changes) > _MOST_SAFE:
            yield self._below(f"{len(changes) - _MOST_SAFE} more, listed by -o json")
        if words:
            yield self._below(f"{words} of descriptions and other documentation")

    def suggestions(self) -> Iterator[str]:
        """Yields the lines of CEL rules that would leave stored objects valid."""
        suggested = [each for each in self._changes if each.change.suggestion is not None]
        if suggested:
            text = "CEL rules that reject the same new objects and leave stored objects valid"
            yield f"{label('painless', colour=self._colour)}{text}"
        for each in suggested[:_MOST_SUGGESTED]:
            change, suggestion = each.change, each.change.suggestion
            if suggestion is not None:
                place = printable(str(each.place or ""))
                yield f"{'':{INDENT}}{place}  {printable(self._versions(change) + _instead(suggestion, change))}"
                yield self._below(printable(json.dumps(suggestion.rule, ensure_ascii=False)))
        if len(suggested) > _MOST_SUGGESTED:
            yield self._below(f"{len(suggested) - _MOST_SUGGESTED} more, listed by -o json")

    def _line(self, placed: PlacedChange) -> str:
        text = self._versions(placed.change) + change_words(placed.change)
        if placed.concerned is not None:
            text += f" ({placed.concerned or 'none'} of {plural(len(self._report.objects), 'object')})"
        return f"{'':{INDENT}}{printable(str(placed.place or ''))}  {printable(text)}"

    def _versions(self, change: Change) -> str:
        named = self._several and change.versions and change.keyword != "versions"
        return f"{', '.join(change.versions)} " if named else ""

    def _below(self, text: str) -> str:
        dim = painted(text, "reason", colour=self._colour)
        return f"{'':{INDENT + BELOW}}{dim}"


def _instead(suggestion: Suggestion, change: Change) -> str:
    """Returns where a suggested rule belongs, and which keywords keep their old values."""
    where = suggestion.field or "the whole object"
    if suggestion.replaces is not None:
        return f"at {where}, instead of the rule"
    kept = " and ".join(
        f"no {keyword}" if value is ABSENT else f"{keyword} {to_json_text(value)}"
        for keyword, value in suggestion.kept
        if keyword == change.keyword or value is not ABSENT
    )
    at = "" if suggestion.field == change.field else f" (at {change.field})"
    return f"at {where}, keeping {kept}{at}"
