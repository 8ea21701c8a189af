"""Renders the reference of lint rules as Markdown, from the rule objects; docs/lint.md contains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.generator.lint.rule import Rule


def render_rules(rules: Iterable[Rule]) -> str:
    """Renders a table of all rules, and a section for each."""
    shown = list(rules)
    lines = ["| rule | finds | in validation-gen |", "|---|---|---|"]
    lines += [f"| [{rule.name}](#{rule.name}) | {rule.severity}s | {rule.reference or '–'} |" for rule in shown]
    return "\n".join([*lines, "", *(line for rule in shown for line in _section(rule))])


def _section(rule: Rule) -> Iterator[str]:
    yield f"### {rule.name}"
    yield ""
    yield rule.what
    yield ""
    yield rule.why
    yield ""
    yield from _code(rule.example)
    if rule.better:
        yield "Better:"
        yield ""
        yield from _code(rule.better)


def _code(text: str) -> Iterator[str]:
    yield "```go" if "//" in text else "```"
    yield text
    yield "```"
    yield ""
