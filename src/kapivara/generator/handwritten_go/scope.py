"""Names while a function is read: variables by block, functions and values of the package."""

from __future__ import annotations

from typing import Any, Protocol

from tree_sitter import Node

from kapivara.codec.shapes import Shape
from kapivara.generator.handwritten_go.go_types import FileNames
from kapivara.generator.handwritten_go.machine import MOST_CALLS, Budget, Frame, GoPanicError, Run
from kapivara.generator.handwritten_go.unsupported import UnsupportedGoError
from kapivara.generator.model.types import Type
from kapivara.values.record import record


@record(eq=False)
class Code:
    """An expression: its static type, and the closure that returns its value.

    A constant also has its value; literals are `untyped`: they take the type of the other operand.
    """

    type: Type
    run: Run
    untyped: bool = False
    constant: Any = None
    kinds: tuple[Type, ...] = ()
    """The types of all results, for a call with several."""
    several: Run | None = None
    """Returns several results as a tuple."""


class FunctionCode:
    """A function of the package; its body is set after it was read."""

    __slots__ = ("body", "name", "parameters", "results", "slots")

    def __init__(self, name: str, parameters: tuple[Type, ...], results: tuple[Type, ...]):
        self.name = name
        self.parameters = parameters
        self.results = results
        self.slots = 0
        self.body: Run = _unread

    def call(self, budget: Budget, given: list[Any]) -> Any:
        """Calls the function; raises GoPanicError."""
        budget.step()
        if budget.depth >= MOST_CALLS:
            raise GoPanicError(f"calls are nested more than {MOST_CALLS} deep")
        budget.depth += 1
        frame = [budget, *given, *[None] * (self.slots - len(given) - 1)]
        signal = self.body(frame)
        budget.depth -= 1
        return signal[0] if type(signal) is tuple else None


def _unread(_frame: Frame) -> Any:
    raise GoPanicError("the function was not read")


class PackageCode(Protocol):
    """The package of a function."""

    def function(self, name: str) -> FunctionCode | None:
        """Returns a function of the package; raises UnsupportedGoError where it cannot be run."""

    def value(self, name: str) -> Code | None:
        """Returns a constant or variable of the package."""

    def other(self, path: str) -> PackageCode | None:
        """Returns another package; None where its sources are not available."""

    def shape(self, kind: Type) -> Shape:
        """Returns the shape of a type, for showing its values."""


class FunctionScope:
    """The names that are visible at the current place of a function while it is read."""

    def __init__(self, names: FileNames, program: PackageCode):
        self.names = names
        self.program = program
        self.slots = 1
        self._blocks: list[dict[str, tuple[int, Type]]] = [{}]

    def enter(self) -> None:
        """Begins a block."""
        self._blocks.append({})

    def leave(self) -> None:
        """Ends a block."""
        self._blocks.pop()

    def declare(self, name: str, kind: Type) -> int:
        """Declares a variable in the innermost block; returns its slot."""
        slot = self.slots
        self.slots += 1
        if name != "_":
            self._blocks[-1][name] = slot, kind
        return slot

    def declared_here(self, name: str) -> bool:
        """Returns whether the innermost block declares a variable."""
        return name in self._blocks[-1]

    def find(self, name: str) -> tuple[int, Type] | None:
        """Returns the slot and type of a variable, or None."""
        return next((block[name] for block in reversed(self._blocks) if name in block), None)

    def text(self, node: Node) -> str:
        """Returns the source of a node."""
        return self.names.file.slice(node)

    def unsupported(self, what: str, node: Node) -> UnsupportedGoError:
        """Returns the error for an unsupported construct."""
        return UnsupportedGoError(what, self.names.file.place(node))

    def part(self, node: Node, name: str) -> Node:
        """Returns a required part of a node; raises UnsupportedGoError where it is missing."""
        found = node.child_by_field_name(name)
        if found is None:
            raise self.unsupported(f"{self.text(node)!r}", node)
        return found
