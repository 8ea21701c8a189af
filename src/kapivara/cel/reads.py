"""Finds the paths of variables that an expression reads, from its text.

`self.list.all(x, x.name != '')` reads `list` and the `name` of each element. A value that is compared, returned or
passed to a function counts as read completely. The result may contain more than is ever read, never less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from kapivara.cel.macros.expansion import ACCUMULATOR
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, Select
from kapivara.cel.tree.walk import children
from kapivara.values.record import record

Path: TypeAlias = tuple[str | None, ...]
"""Names of fields in CEL's spelling, and None for any element of a list or entry of a map."""

Names: TypeAlias = Mapping[str, tuple[str, Path]]
"""The values of loop variables: a variable of the expression, and a path from it."""

_SHELL_ONLY: Final = frozenset(("size", "hasValue"))
_NO_NAMES: Final[Names] = MappingProxyType({})


@record
class Read:
    """One path that is read from a variable; `whole` means that all data below it is read, too."""

    variable: str
    path: Path
    whole: bool

    def touches(self, path: Path) -> bool:
        """Returns whether the value at a path, or an enclosing one, affects the expression."""
        shared = min(len(path), len(self.path))
        alike = all(
            one == other or one is None or other is None
            for one, other in zip(path[:shared], self.path[:shared], strict=True)
        )
        return alike and (self.whole or len(path) <= len(self.path))


def reads(expr: Expr) -> frozenset[Read]:
    """Returns the reads of an expression from variables that it does not declare itself."""
    found: set[Read] = set()
    waiting: list[tuple[Expr, Names, bool]] = [(expr, _NO_NAMES, True)]
    while waiting:
        node, names, whole = waiting.pop()
        place = place_of(node, names)
        if place is not None:
            if place[0] != ACCUMULATOR:
                found.add(Read(*place, whole and not (isinstance(node, Select) and node.test_only)))
            waiting.extend((each, names, True) for each in _subscripts(node))
        elif isinstance(node, Comprehension):
            waiting.extend(_parts(node, names))
        else:
            shell = isinstance(node, Call) and node.function in _SHELL_ONLY
            waiting.extend((each, names, not shell) for each in children(node))
    return frozenset(found)


def _parts(loop: Comprehension, names: Names) -> Iterator[tuple[Expr, Names, bool]]:
    """Yields the parts of a loop with its variables; elements of the range count where they are used."""
    yield loop.iter_range, names, place_of(loop.iter_range, names) is None
    yield loop.accu_init, names, place_of(loop.accu_init, names) is None
    inside = names_inside(loop, names)
    for part in (loop.result,) if only_names(loop) else (loop.loop_condition, loop.loop_step, loop.result):
        yield part, inside, True


def names_inside(loop: Comprehension, names: Names) -> Names:
    """Returns the values of names inside a loop: variables are elements of the range, the result the initial one."""
    source, bound = place_of(loop.iter_range, names), place_of(loop.accu_init, names)
    own = (loop.iter_var, loop.iter_var2, loop.accu_var)
    inside = {name: place for name, place in names.items() if name not in own}
    if source is not None:
        inside |= {name: (source[0], (*source[1], None)) for name in own[:2] if name}
    if bound is not None:
        inside[loop.accu_var] = bound
    return inside


def only_names(loop: Comprehension) -> bool:
    """Returns whether a loop has an empty range, and only names a value."""
    return isinstance(loop.loop_condition, Const) and loop.loop_condition.value is False


def place_of(expr: Expr, names: Names = _NO_NAMES) -> tuple[str, Path] | None:
    """Returns the variable and path that an expression selects; None for any other expression."""
    steps: list[str | None] = []
    while not isinstance(expr, Ident):
        match expr:
            case Select():
                steps.append(expr.field)
                expr = expr.operand
            case Call(function="_[_]" | "_[?_]", args=(source, _)):
                steps.append(None)
                expr = source
            case Call(function="_?._", args=(source, Const(value=str(name)))):
                steps.append(name)
                expr = source
            case Call(function="value", target=Ident() | Select() | Call() as source, args=()):
                expr = source
            case _:
                return None
    known = names.get(expr.name)
    variable, above = known if known is not None else (expr.name, ())
    return variable, (*above, *reversed(steps))


def _subscripts(expr: Expr) -> Iterator[Expr]:
    """Yields the subscripts in a path, which are expressions of their own."""
    while not isinstance(expr, Ident):
        match expr:
            case Select():
                expr = expr.operand
            case Call(function="_[_]" | "_[?_]", args=(source, subscript)):
                yield subscript
                expr = source
            case Call(args=(source, _)):
                expr = source
            case Call(target=Ident() | Select() | Call() as source):
                expr = source
            case _:
                return
