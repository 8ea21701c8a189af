"""What goes wrong: issues found before anything runs, and failures while it does."""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.values.record import record


@record
class Issue:
    """One complaint about an expression, at an offset in code points."""

    message: str
    offset: int


class CelIssuesError(Exception):
    """An expression that does not parse or does not check; `str()` gives the reference implementation's text.

    One `ERROR: <input>:line:column: message` with the line and a caret for each issue.
    """

    def __init__(self, text: str, issues: Sequence[Issue]):
        super().__init__(text, issues)
        self.text = text
        self.issues = tuple(issues)

    def __str__(self) -> str:
        from kapivara.cel.display import display_issues

        return display_issues(self.text, self.issues)


class CelError(Exception):
    """A failure at run time, such as `divide by zero` or `no such key: x`; absorbed by `&&`, `||` and macros."""


class CelPanicError(Exception):
    """The reference's evaluator breaks off here, which nothing absorbs; whoever evaluates tells it as a `CelError`."""


class CostExceededError(Exception):
    """The budget is used up; nothing absorbs it."""


class BudgetExceededError(Exception):
    """Values take more bytes than kapivara gives them; nothing absorbs it, and evaluation tells it as a `CelError`."""
