"""What an expression reads of its variables: the paths that it follows, as far as its text tells.

`self.list.all(x, x.name != '')` reads `list` and, of each element, `name`. A value that is compared, returned or given
to a function counts as read with all that it holds. More may be listed than is ever read, never less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from kapivara.cel.ast import Call, Comprehension, Const, Expr, Ident, Select
from kapivara.cel.macros.expansion import ACCUMULATOR
from kapivara.cel.walk import children
from kapivara.values.record import record

Path: TypeAlias = tuple[str | None, ...]
"""Names of fields as expressions spell them, and None for any element of a list or entry of a map."""

Names: TypeAlias = Mapping[str, tuple[str, Path]]
"""What the variables of loops stand for: a variable of the expression, and a path from it."""

_SHELL_ONLY: Final = frozenset(("size", "hasValue"))
_NO_NAMES: Final[Names] = MappingProxyType({})


@record
class Read:
    """One path that is read of a variable; `whole` tells whether what is below is read, too."""

    variable: str
    path: Path
    whole: bool

    def touches(self, path: Path) -> bool:
        """Returns whether the value at a path, or one around it that must be what it seems, is looked at."""
        shared = min(len(path), len(self.path))
        alike = all(
            one == other or one is None or other is None
            for one, other in zip(path[:shared], self.path[:shared], strict=True)
        )
        return alike and (self.whole or len(path) <= len(self.path))


def reads(expr: Expr) -> frozenset[Read]:
    """Lists what an expression reads of the variables that it does not name itself."""
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
    """The parts of a loop with what its variables stand for; elements of the range count where they are used."""
    yield loop.iter_range, names, place_of(loop.iter_range, names) is None
    yield loop.accu_init, names, place_of(loop.accu_init, names) is None
    inside = names_inside(loop, names)
    for part in (loop.result,) if only_names(loop) else (loop.loop_condition, loop.loop_step, loop.result):
        yield part, inside, True


def names_inside(loop: Comprehension, names: Names) -> Names:
    """What names stand for inside a loop: its variables for elements of the range, its result for what it starts as."""
    source, bound = place_of(loop.iter_range, names), place_of(loop.accu_init, names)
    own = (loop.iter_var, loop.iter_var2, loop.accu_var)
    inside = {name: place for name, place in names.items() if name not in own}
    if source is not None:
        inside |= {name: (source[0], (*source[1], None)) for name in own[:2] if name}
    if bound is not None:
        inside[loop.accu_var] = bound
    return inside


def only_names(loop: Comprehension) -> bool:
    """Returns whether a loop runs over nothing, and only gives a value a name."""
    return isinstance(loop.loop_condition, Const) and loop.loop_condition.value is False


def place_of(expr: Expr, names: Names = _NO_NAMES) -> tuple[str, Path] | None:
    """The variable and path that an expression selects, by what names stand for; None for anything else."""
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
    """The subscripts on the way of a path: expressions of their own."""
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
