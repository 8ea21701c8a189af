"""All known mistakes, and the hints for an expression's issues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kapivara.cel.env import Env
from kapivara.cel.errors import Issue
from kapivara.cel.hints import names, syntax, types, versions
from kapivara.cel.hints.mistake import Complaint, Mistake

MISTAKES: Final[tuple[Mistake, ...]] = (
    *(*syntax.MISTAKES, *versions.MISTAKES),
    *(*names.MISTAKES, *types.MISTAKES),
)
"""In the order in which they are tested and documented."""

_MOST_LOOKED_AT = 20
_MOST_TOLD = 3


def hints_for(env: Env, text: str, issues: Iterable[Issue]) -> tuple[str, ...]:
    """Returns hints for the first few issues of an expression, without duplicates."""
    found: dict[str, None] = {}
    for issue in list(issues)[:_MOST_LOOKED_AT]:
        complaint = Complaint(text, issue.message, issue.offset, env)
        hint = next((hint for mistake in MISTAKES if (hint := mistake.hint(complaint))), "")
        if hint:
            found.setdefault(hint)
    return tuple(found)[:_MOST_TOLD]


def render_mistakes() -> str:
    """Renders the reference of mistakes as Markdown; docs/cel.md contains it."""
    return "\n".join(["| mistake | instead of | write |", "|---|---|---|", *_rows()])


def _rows() -> Iterator[str]:
    for each in MISTAKES:
        title, failing, passing = (text.replace("|", "\\|") for text in (each.title, each.failing, each.passing))
        yield f"| {title} | `{failing}` | `{passing}` |"
