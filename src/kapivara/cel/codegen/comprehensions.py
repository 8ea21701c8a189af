"""Macros as plain loops; what no macro explains is printed as the expansion says.

`all` and `exists` absorb the errors of elements as `&&` and `||` do: an element that decides wins, else the first
error stands. Where the predicate cannot fail the loop has no trace of that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.cel.ast import Comprehension, Expr, ListExpr
from kapivara.cel.codegen.access import once
from kapivara.cel.codegen.operators import tests_first_character
from kapivara.cel.library.dynamic import iterable
from kapivara.cel.types import Kind
from kapivara.cel.values import CelMap

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter
    from kapivara.cel.cost.runtime import LoopPrices

Loop: TypeAlias = "Callable[[Emitter, Comprehension], str]"


def emit(emitter: Emitter, node: Comprehension) -> str:
    """Prints a comprehension; -> the Python expression of its result."""
    printer = _MACROS.get(node.macro)
    if printer is not None:
        return printer(emitter, node)
    match node.iter_range:
        case ListExpr(elements=()):
            return _named_value(emitter, node)
    return _expansion(emitter, node)


class _Scope:
    """Binds variables of the language to Python names for as long as a block is printed."""

    def __init__(self, emitter: Emitter, names: dict[str, str]):
        self._scope = emitter.scope
        self._names = names
        self._hidden: dict[str, str] = {}

    def __enter__(self) -> None:
        self._hidden = {name: self._scope[name] for name in self._names if name in self._scope}
        self._scope.update(self._names)

    def __exit__(self, *_exception: object) -> None:
        for name in self._names:
            del self._scope[name]
        self._scope.update(self._hidden)


def _variables(node: Comprehension) -> list[str]:
    return [node.iter_var, node.iter_var2] if node.iter_var2 else [node.iter_var]


def _head(emitter: Emitter, node: Comprehension) -> tuple[str, dict[str, str]]:
    """Prints the range; -> the head of the `for` statement, and the names of the loop's variables."""
    kind = emitter.type_of(node.iter_range).kind
    source = emitter.expr(node.iter_range)
    if kind not in (Kind.LIST, Kind.MAP):
        source = f"{emitter.bind(iterable)}({source})"
    names = {name: emitter.new_name() for name in _variables(node)}
    places = list(names.values())
    if len(places) == 1:
        return f"for {places[0]} in {source}", names
    if kind is Kind.LIST:
        return f"for {places[0]}, {places[1]} in enumerate({source})", names
    pairs = emitter.bind(_pairs)
    return f"for {places[0]}, {places[1]} in {pairs}({source})", names


def _pairs(value: Any) -> Any:
    """Keys or indices, with what stands there."""
    return value.items() if isinstance(value, (dict, CelMap)) else enumerate(value)


def _quantifier(decides: bool) -> Loop:
    """`all` (false decides) and `exists` (true decides)."""

    def emit_loop(emitter: Emitter, node: Comprehension) -> str:
        predicate = node.macro_args[-1]
        head, names = _head(emitter, node)
        price = emitter.loop_prices(node)
        writer, result = emitter.writer, emitter.assign(str(not decides))
        failing = emitter.failures.can_fail(predicate) or emitter.type_of(predicate).kind is not Kind.BOOL
        if failing:
            return _absorbing_loop(emitter, node, head, names, decides=decides, result=result)
        if not decides and not emitter.metered and tests_first_character(emitter, predicate):
            with emitter.block("try"):
                _certain_loop(emitter, node, head, names, decides=decides, result=result, guarded=True)
            with writer.block("except IndexError"):
                writer.line(f"{result} = False")
        else:
            _certain_loop(emitter, node, head, names, decides=decides, result=result)
        emitter.spend(price.result)
        return result

    return emit_loop


def _certain_loop(
    emitter: Emitter,
    node: Comprehension,
    head: str,
    names: dict[str, str],
    *,
    decides: bool,
    result: str,
    guarded: bool = False,
) -> None:
    """Prints the loop of a predicate that cannot fail."""
    price = emitter.loop_prices(node)
    with emitter.block(head), _Scope(emitter, names):
        _check(emitter, price, result, decides=decides)
        test = emitter.condition(node.macro_args[-1], guarded=guarded)
        with emitter.writer.block(f"if {'not ' if decides else ''}{test}"):
            emitter.writer.line("continue")
        _decide(emitter, price, result, decides=decides)


def _check(emitter: Emitter, price: LoopPrices, result: str, *, decides: bool) -> None:
    """Prints what an element pays; a decided loop ends only when the next element has paid for being asked."""
    emitter.spend(price.check)
    if price.check:
        with emitter.writer.block(f"if {result} is {decides}"):
            emitter.writer.line("break")
    emitter.spend(price.step)


def _decide(emitter: Emitter, price: LoopPrices, result: str, *, decides: bool) -> None:
    """Prints the end of a loop that an element decides, or its announcement where costs are counted."""
    emitter.writer.line(f"{result} = {decides}")
    if not price.check:
        emitter.writer.line("break")


def _absorbing_loop(
    emitter: Emitter, node: Comprehension, head: str, names: dict[str, str], *, decides: bool, result: str
) -> str:
    from kapivara.cel.codegen.emitter import FAILURES

    price = emitter.loop_prices(node)
    writer, error = emitter.writer, emitter.assign("None")
    with emitter.block(head), _Scope(emitter, names):
        _check(emitter, price, result, decides=decides)
        with emitter.block("try"):
            test = emitter.condition(node.macro_args[-1])
            with writer.block(f"if {'' if decides else 'not '}{test}"):
                _decide(emitter, price, result, decides=decides)
        with writer.block(f"except {emitter.bind(FAILURES)} as caught"), writer.block(f"if {error} is None"):
            writer.line(f"{error} = caught")
    undecided = f"{error} is not None and {result} is not {decides}" if price.check else f"{error} is not None"
    with writer.block("else"), writer.block(f"if {undecided}"):
        writer.line(f"raise {error}")
    emitter.spend(price.result)
    return result


def _exists_one(emitter: Emitter, node: Comprehension) -> str:
    head, names = _head(emitter, node)
    price = emitter.loop_prices(node)
    writer, count = emitter.writer, emitter.assign("0")
    with emitter.block(head), _Scope(emitter, names):
        emitter.spend(price.check + price.step)
        test = emitter.condition(node.macro_args[-1])
        with writer.block(f"if {test}"):
            emitter.spend(price.keep)
            writer.line(f"{count} += 1")
    emitter.spend(price.result)
    return f"({count} == 1)"


def _transforming(variables: int) -> Loop:
    """`map(x, [filter,] e)` and `transformList(i, x, [filter,] e)`."""

    def emit_loop(emitter: Emitter, node: Comprehension) -> str:
        head, names = _head(emitter, node)
        price = emitter.loop_prices(node)
        writer, result = emitter.writer, emitter.assign(emitter.expr(node.accu_init))
        with emitter.block(head), _Scope(emitter, names):
            emitter.spend(price.check + price.step)
            for condition in node.macro_args[variables:-1]:
                with writer.block(f"if not {emitter.condition(condition)}"):
                    writer.line("continue")
            emitter.spend(price.keep)
            writer.line(f"{result}.append({emitter.expr(node.macro_args[-1])})")
        emitter.spend(price.result)
        return result

    return emit_loop


def _filter(emitter: Emitter, node: Comprehension) -> str:
    head, names = _head(emitter, node)
    price = emitter.loop_prices(node)
    writer, result = emitter.writer, emitter.assign(emitter.expr(node.accu_init))
    with emitter.block(head), _Scope(emitter, names):
        emitter.spend(price.check + price.step)
        with writer.block(f"if {emitter.condition(node.macro_args[-1])}"):
            emitter.spend(price.keep)
            writer.line(f"{result}.append({names[node.iter_var]})")
    emitter.spend(price.result)
    return result


def _named_value(emitter: Emitter, node: Comprehension) -> str:
    """Prints a loop over nothing: its accumulator is the name of a value in its result.

    A value that nobody needs is not evaluated, which matters where it can fail, or costs something.
    """
    if emitter.failures.is_lazy(node) or emitter.metered:
        place = _lazy(emitter, node.accu_init)
    else:
        place = emitter.assign(emitter.expr(node.accu_init))
    with _Scope(emitter, {node.accu_var: place}):
        return emitter.expr(node.result)


def _lazy(emitter: Emitter, node: Expr) -> str:
    """Prints a value as a function that evaluates it once; -> the name of the function."""
    name = emitter.new_name()
    emitter.lazy.add(name)
    with emitter.block(f"def {name}()"):
        emitter.writer.line(f"return {emitter.expr(node)}")
    emitter.writer.line(f"{name} = {emitter.bind(once)}({name})")
    return name


def _expansion(emitter: Emitter, node: Comprehension) -> str:
    """Prints accumulator, condition and step as they are; for macros whose loop is nothing special."""
    head, names = _head(emitter, node)
    writer, accumulator = emitter.writer, emitter.assign(emitter.expr(node.accu_init))
    inner = {**names, node.accu_var: accumulator}
    with emitter.block(head), _Scope(emitter, inner):
        condition = emitter.expr(node.loop_condition)
        if condition != "True":
            with writer.block(f"if not {condition}"):
                writer.line("break")
        step = emitter.expr(node.loop_step)
        if step != accumulator:
            writer.line(f"{accumulator} = {step}")
        elif head:
            writer.line("pass")
    with _Scope(emitter, {node.accu_var: accumulator}):
        return emitter.expr(node.result)


_MACROS: dict[str, Loop] = {
    "all": _quantifier(decides=False),
    "exists": _quantifier(decides=True),
    "exists_one": _exists_one,
    "existsOne": _exists_one,
    "map": _transforming(variables=1),
    "filter": _filter,
    "transformList": _transforming(variables=2),
}
