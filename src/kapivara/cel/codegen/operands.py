"""Operands that are all evaluated, whichever of them fail: what a failing call costs, or breaks off, hangs on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kapivara.cel.ast import Expr
from kapivara.cel.errors import BudgetExceededError, CelError, CelPanicError
from kapivara.cel.values.failed import FAILED

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter

FAILURES = (CelError, KeyError)
"""What a failing expression raises; a KeyError is a missing field or key, named when it is told."""

UNTOLD_FAILURES = (*FAILURES, CelPanicError, BudgetExceededError, MemoryError)
"""What an expression raises where nobody is told why: the last one where values are too large."""


def evaluate_all(
    emitter: Emitter, nodes: tuple[Expr, ...], *, first: int = 0, before_raising: Callable[[str], None] | None = None
) -> list[str]:
    """Prints operands into variables; one that fails leaves `FAILED` there, and the first failure is raised at the end.

    Failures of operands before the place `first` are raised at once. `before_raising` prints what has to run before a
    failure is raised, given the operands' variables as the text of arguments.
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
            writer.line(f"{error} = {error} or caught")
    with writer.block(f"if {error} is not None"):
        if before_raising is not None:
            before_raising(", ".join(names))
        writer.line(f"raise {error}")
    return names


def first_deciding(items: Iterable[Any], predicate: Callable[[Any], Any], decides: bool) -> bool:
    """Returns `decides` if a predicate gives it for any of some items (false for `all`, true for `exists`), else not.

    An item that decides wins over those that fail; where none does, the first failure is raised.
    """
    failure: Exception | None = None
    for item in items:
        try:
            if bool(predicate(item)) is decides:
                return decides
        except FAILURES as caught:
            failure = failure or caught
    if failure is not None:
        raise failure
    return not decides
