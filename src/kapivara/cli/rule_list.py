"""What `--list-rules` prints for people: a line or more for each rule, within the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from textwrap import wrap

from kapivara.cli.terminal import page_width
from kapivara.values.record import record

_SEVERITY = 9


@record
class ListedRule:
    """A rule as it is listed: its id, how bad what it finds is, and what that is."""

    id: str
    severity: str
    what: str


def render_rule_list(rules: Sequence[ListedRule]) -> str:
    """Renders rules in columns; what one finds hangs in its column."""
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
