"""Errors of expressions: issues found before evaluation, and errors during evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.values.record import record


@record
class Issue:
    """One issue of an expression, at an offset in code points."""

    message: str
    offset: int


class CelIssuesError(Exception):
    """An expression with syntax or type errors; `str()` returns the reference implementation's text.

    It has one `ERROR: <input>:line:column: message`, the source line and a caret for each issue.
    """

    def __init__(self, text: str, issues: Sequence[Issue]):
        super().__init__(text, issues)
        self.text = text
        self.issues = tuple(issues)

    def __str__(self) -> str:
        from kapivara.cel.display import display_issues

        return display_issues(self.text, self.issues)


class CelError(Exception):
    """An error at run time, such as `divide by zero` or `no such key: x`; absorbed by `&&`, `||` and macros."""


class CelPanicError(Exception):
    """An error at which the reference's evaluator aborts; nothing absorbs it, and the caller sees a `CelError`."""


class CostExceededError(Exception):
    """The cost limit is exceeded; nothing absorbs this error."""


class BudgetExceededError(Exception):
    """Values exceed kapivara's limit of bytes; nothing absorbs this error, and the caller sees a `CelError`."""


def kept(failure: Exception) -> Exception:
    """Returns an error without its traceback, for storing it: the frames of a traceback keep all their values alive.

    A frame that stores its own error forms a cycle, which exists until the garbage collector runs.
    """
    failure.__context__ = None
    return failure.with_traceback(None)


def again(failure: Exception) -> Exception:
    """Returns a copy of a stored error, for raising it: raising the stored one would give it a traceback."""
    return type(failure)(*failure.args)
