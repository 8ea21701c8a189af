"""What names mean while a function is read: variables by block, functions and values of the package."""

from __future__ import annotations

from typing import Any, Protocol

from tree_sitter import Node

from kapivara.codec.shapes import Shape
from kapivara.generator.golang.handwritten.go_types import FileNames
from kapivara.generator.golang.handwritten.machine import MOST_CALLS, Budget, Frame, GoPanicError, Run
from kapivara.generator.golang.handwritten.unsupported import UnsupportedGoError
from kapivara.generator.model import Type
from kapivara.values.record import record


@record(eq=False)
class Code:
    """An expression: its static type, and the closure that gives its value.

    A constant has its value here too; literals are `untyped`: they take the type of what they meet.
    """

    type: Type
    run: Run
    untyped: bool = False
    constant: Any = None
    kinds: tuple[Type, ...] = ()
    """The types of all values, where it can give several."""
    several: Run | None = None
    """Gives several values, as a tuple."""


class FunctionCode:
    """A function of the package; the body is there when it was read."""

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
    """The package around a function."""

    def function(self, name: str) -> FunctionCode | None:
        """Returns a function of the package; raises UnsupportedGoError where it cannot be run."""

    def value(self, name: str) -> Code | None:
        """Returns a constant or variable of the package."""

    def other(self, path: str) -> PackageCode | None:
        """Returns another package; None where its sources are not at hand."""

    def shape(self, kind: Type) -> Shape:
        """Returns the shape of a type, to show its values."""


class FunctionScope:
    """The names that a function knows where it is being read."""

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
        """Makes a variable in the innermost block; returns its slot."""
        slot = self.slots
        self.slots += 1
        if name != "_":
            self._blocks[-1][name] = slot, kind
        return slot

    def declared_here(self, name: str) -> bool:
        """Tells whether the innermost block has a variable."""
        return name in self._blocks[-1]

    def find(self, name: str) -> tuple[int, Type] | None:
        """Finds a variable: its slot and type."""
        return next((block[name] for block in reversed(self._blocks) if name in block), None)

    def text(self, node: Node) -> str:
        """Returns the source of a node."""
        return self.names.file.slice(node)

    def unsupported(self, what: str, node: Node) -> UnsupportedGoError:
        """Makes the error for something that is not run here."""
        return UnsupportedGoError(what, self.names.file.place(node))

    def part(self, node: Node, name: str) -> Node:
        """Returns a part of a node that has to be there."""
        found = node.child_by_field_name(name)
        if found is None:
            raise self.unsupported(f"{self.text(node)!r}", node)
        return found
