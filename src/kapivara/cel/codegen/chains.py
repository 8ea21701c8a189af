"""Prints `&&` and `||`: a whole chain of one operator at once, of any length.

An operand that decides (false for `&&`, true for `||`) takes precedence over the errors of all others; if none does,
the first error is raised. Errors after a deciding operand do not matter, as with Python's `and` and `or`: only an
operand that can fail before another one needs additional code. The operands are grouped into steps in which only the
last operand can fail. A single step is a Python expression; several steps are statements, each of which runs while no
operand has decided:

    t1, t2 = True, None
    try:
        t1 = FIRST
    except FAILURES as caught:
        t2 = caught.with_traceback(None)
    if t1:
        try:
            t1 = SECOND and THIRD
        except FAILURES as caught:
            t2 = t2 or caught.with_traceback(None)
    if t1 and t2 is not None:
        try:
            raise t2
        finally:
            t2 = None

A large expression takes longer to compile than to run: there the operands are functions, called one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from operator import call
from typing import TYPE_CHECKING

from kapivara.cel.codegen import inline_guards
from kapivara.cel.codegen.access import truth
from kapivara.cel.codegen.comparison import bare
from kapivara.cel.codegen.operands import FAILURES, KEPT, first_deciding, print_raise
from kapivara.cel.tree.ast import Call, Expr
from kapivara.cel.types import CelKind

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter
    from kapivara.emit.source import Line


def boolean(emitter: Emitter, node: Expr, printed: str) -> str:
    """Returns code that checks that a printed value is a boolean, where its static type does not guarantee it."""
    if emitter.type_of(node).kind is CelKind.BOOL:
        return printed
    return inline_guards.truth(emitter, printed, emitter.calling(truth))


def emit_and(emitter: Emitter, node: Call) -> str:
    """Prints a chain of `&&`."""
    return _Chain(emitter, node, "and").emit()


def emit_or(emitter: Emitter, node: Call) -> str:
    """Prints a chain of `||`."""
    return _Chain(emitter, node, "or").emit()


def operands_of_chain(emitter: Emitter, node: Call) -> list[Expr]:
    """Returns the operands of a chain, without nested chains that become functions of their own."""
    found: list[Expr] = []
    waiting = list(reversed(node.args))
    while waiting:
        operand = waiting.pop()
        if isinstance(operand, Call) and operand.function == node.function and not emitter.is_part(operand):
            waiting.extend(reversed(operand.args))
        else:
            found.append(operand)
    return found


class _Chain:
    """One chain while it is printed; `_step` has the current operands, `_statements` the statements before them."""

    def __init__(self, emitter: Emitter, node: Call, word: str):
        self._emitter = emitter
        self._operands = operands_of_chain(emitter, node)
        self._absorbs = any(map(emitter.failures.can_fail_as_condition, self._operands[:-1]))
        self._word = word
        self._step: list[str] = []
        self._statements: list[Line] = []
        self._can_step_fail = False
        self._result = ""
        self._error = ""

    def emit(self) -> str:
        """Prints the chain; returns the Python expression of its value."""
        emitter = self._emitter
        with emitter.nested(self._absorbs):
            captured = [emitter.writer.captured(emitter.condition, node) for node in self._operands]
        if self._absorbs and emitter.is_large and not any(statements for _, statements in captured):
            return self._call([printed for printed, _ in captured])
        for node, (printed, statements) in zip(self._operands, captured, strict=True):
            if self._step and (self._can_step_fail or statements):
                self._write_step()
            if not self._step:
                self._statements = statements
            self._step.append(bare(printed))
            self._can_step_fail = emitter.failures.can_fail_as_condition(node)
        return self._finish()

    def _call(self, operands: list[str]) -> str:
        """Prints a call that evaluates the operands one after another: half the code of steps, but slower."""
        emitter = self._emitter
        functions = ", ".join([f"lambda: {operand}" for operand in operands])
        return f"{emitter.bind(first_deciding)}(({functions}), {emitter.bind(call)}, {self._word == 'or'})"

    def _finish(self) -> str:
        writer = self._emitter.writer
        if not self._result:
            writer.put(self._statements)
            return f"({self._joined()})"
        self._write_step()
        if self._absorbs:
            with writer.block(f"if {self._undecided()} and {self._error} is not None"):
                print_raise(writer, self._error)
        return self._result

    def _joined(self) -> str:
        return f" {self._word} ".join(self._step)

    def _undecided(self) -> str:
        return self._result if self._word == "and" else f"not {self._result}"

    def _write_step(self) -> None:
        emitter, is_first = self._emitter, not self._result
        if is_first:
            self._begin()
        with (
            nullcontext() if is_first else emitter.writer.block(f"if {self._undecided()}"),
            self._absorbing() if self._absorbs and self._can_step_fail else nullcontext(),
        ):
            emitter.writer.put(self._statements)
            emitter.writer.line(f"{self._result} = {self._joined()}")
        self._step = []

    def _begin(self) -> None:
        """Prints the initial assignments of the variables for the result and the error."""
        emitter = self._emitter
        self._result = emitter.new_name()
        if self._absorbs:
            emitter.writer.line(f"{self._result} = {self._word == 'and'}")
            self._error = emitter.assign("None")

    @contextmanager
    def _absorbing(self) -> Iterator[None]:
        """Prints a `try` around the enclosed code that stores its error, if it is the first one."""
        emitter, error = self._emitter, self._error
        with emitter.block("try"):
            yield
        with emitter.writer.block(f"except {emitter.bind(FAILURES)} as caught"):
            emitter.writer.line(f"{error} = {error} or {KEPT}")
