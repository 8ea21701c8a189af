"""Evaluates all operands, even after one has failed, where costs or panics of a failing call depend on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kapivara.cel.errors import BudgetExceededError, CelError, CelPanicError, again, kept
from kapivara.cel.tree.ast import Expr
from kapivara.cel.values.failed import FAILED

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter
    from kapivara.emit.source import SourceWriter

FAILURES = (CelError, KeyError)
"""The errors of a failing expression; a KeyError is a missing field or key, whose message is made on demand."""

UNTOLD_FAILURES = (*FAILURES, CelPanicError, BudgetExceededError, MemoryError)
"""The errors of an expression whose messages do not matter; the last one means that values are too large."""

KEPT = "caught.with_traceback(None)"
"""The text that stores a caught failure, like `kept`, without a call of Python."""


def print_raise(writer: SourceWriter, error: str) -> None:
    """Prints statements that raise a stored failure and clear its variable, so that it and its frame form no cycle."""
    with writer.block("try"):
        writer.line(f"raise {error}")
    with writer.block("finally"):
        writer.line(f"{error} = None")


def evaluate_all(
    emitter: Emitter, nodes: tuple[Expr, ...], *, first: int = 0, before_raising: Callable[[str], None] | None = None
) -> list[str]:
    """Prints operands into variables; a failing one becomes `FAILED`, and the first error is raised at the end.

    Errors of operands before the index `first` are raised at once. `before_raising` prints code that runs before an
    error is raised, given the names of the operands' variables.
    """
    writer = emitter.writer
    names = [emitter.assign(emitter.expr(node)) for node in nodes[:first]]
    error = emitter.assign("None")
    for node in nodes[first:]:
        if not emitter.failures.can_fail(node):
            names.append(emitter.assign(emitter.expr(node)))
            continue
        name = emitter.new_name()
        names.append(name)
        with emitter.block("try"):
            writer.line(f"{name} = {emitter.expr(node)}")
        with writer.block(f"except {emitter.bind(FAILURES)} as caught"):
            writer.line(f"{name} = {emitter.bind(FAILED)}")
            writer.line(f"{error} = {error} or {KEPT}")
    with writer.block(f"if {error} is not None"):
        if before_raising is not None:
            before_raising(", ".join(names))
        print_raise(writer, error)
    return names


def first_deciding(items: Iterable[Any], predicate: Callable[[Any], Any], decides: bool) -> bool:
    """Returns `decides` if the predicate does so for any item (false for `all`, true for `exists`), else its negation.

    An item that decides takes precedence over items that fail; if none decides, the first error is raised.
    """
    failure: Exception | None = None
    for item in items:
        try:
            if bool(predicate(item)) is decides:
                return decides
        except FAILURES as caught:
            failure = failure or kept(caught)
    if failure is not None:
        raise again(failure)
    return not decides
