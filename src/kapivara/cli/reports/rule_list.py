"""Renders `--list-rules` as text that fits the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from textwrap import wrap

from kapivara.cli.framework.terminal import page_width
from kapivara.values.record import record

_SEVERITY = 9


@record
class ListedRule:
    """A rule in the list: its id, its severity, and its title."""

    id: str
    severity: str
    what: str


def render_rule_list(rules: Sequence[ListedRule]) -> str:
    """Returns rules in columns; continuation lines of a title are indented to its column."""
    first = max((len(rule.id) for rule in rules), default=0) + 2
    lines: list[str] = []
    for rule in rules:
        head = f"{rule.id:{first}}{rule.severity:{_SEVERITY}}"
        what = rule.what.replace("`", "")
        indent = " " * len(head)
        lines += wrap(
            what, page_width(sys.stdout), initial_indent=head, subsequent_indent=indent, break_on_hyphens=False
        )
    return "".join(f"{line}\n" for line in lines)
