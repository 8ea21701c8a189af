"""Creates nodes of the syntax tree: allocates ids, records places, and expands macros.

Upstream: cel-go parser/helper.go parserHelper, parser/parser.go expandMacro and reportError.
"""

from __future__ import annotations

from typing import Any, cast

from kapivara.cel.display import NO_LOCATION
from kapivara.cel.errors import Issue
from kapivara.cel.macros import VARIADIC, Expansion, MacroError, Macros
from kapivara.cel.tree.ast import Call, Expr

NOWHERE = -2
"""The offset of nodes for text that does not exist."""

_NO_ID = -1
_MAX_NODES = 200_000


class TooManyNodesError(Exception):
    """Macros have made the tree too large. Some double their target, and upstream has no limit."""

    def __init__(self) -> None:
        super().__init__(f"expression too large: more than {_MAX_NODES} nodes after macro expansion")


class Blank:
    """A placeholder for unreadable text; a tree without issues has none."""

    __slots__ = ("id",)

    def __init__(self, id: int, _value: Any = None):
        self.id = id


class Nodes:
    """The nodes of one text; adds to `issues`."""

    def __init__(self, macros: Macros, issues: list[Issue]):
        self.offsets: dict[int, int] = {}
        self.macro_calls: dict[int, Call] = {}
        self.issues = issues
        self._macros = macros
        self._next_id = 1

    def new_id(self, offset: int) -> int:
        """Allocates the next id, for a node at an offset."""
        taken = self._next_id
        if taken > _MAX_NODES:
            raise TooManyNodesError
        self._next_id = taken + 1
        self.offsets[taken] = offset
        return taken

    def id_at(self, place: Any) -> int:
        """Allocates the next id, for a node at a token or phrase; a missing token gets no id."""
        return _NO_ID if place is None else self.new_id(place.offset)

    def blank(self, offset: int) -> Expr:
        """Returns a placeholder for unreadable text."""
        return cast("Expr", Blank(self.new_id(offset)))

    def report(self, message: str, offset: int) -> Expr:
        """Adds an issue; returns a placeholder for unreadable text."""
        self.issues.append(Issue(message, offset))
        return self.blank(NOWHERE if offset == NO_LOCATION else offset)

    def call(self, taken: int, function: str, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        """Returns a call, or the expansion of the macro with that name."""
        member = target is not None
        macro = self._macros.get((function, len(args), member)) or self._macros.get((function, VARIADIC, member))
        if macro is None:
            return Call(taken, function, target, args)
        try:
            made = macro.expand(Expansion(self, self.offsets.get(taken, NOWHERE)), target, args)
        except MacroError as error:
            self._forget_id(taken)
            return self.report(error.message, error.offset)
        if made is None:
            return Call(taken, function, target, args)
        self.macro_calls[made.id] = Call(0, function, target, args)
        self._forget_id(taken)
        return made

    def _forget_id(self, taken: int) -> None:
        self.offsets.pop(taken, None)
        if taken == self._next_id - 1:
            self._next_id = taken
