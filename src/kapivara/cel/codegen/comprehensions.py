"""Macros as plain loops; what no macro explains is printed as the expansion says.

`all` and `exists` absorb the errors of elements as `&&` and `||` do: an element that decides wins, else the first
error stands. The loops of other macros go on after an error, and the last one of a predicate stands: it shows in what
is told, and in what is paid. Where nothing can fail a loop has no trace of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from kapivara.cel.ast import Call, Comprehension, Const, Expr, ListExpr
from kapivara.cel.codegen.access import Accumulator, once
from kapivara.cel.codegen.operands import FAILURES, first_deciding
from kapivara.cel.codegen.operators import tests_first_character
from kapivara.cel.library.dynamic import foldable, iterable
from kapivara.cel.types import Kind

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter
    from kapivara.cel.cost.runtime import LoopPrices

Loop: TypeAlias = "Callable[[Emitter, Comprehension], str]"


def emit(emitter: Emitter, node: Comprehension) -> str:
    """Prints a comprehension; -> the Python expression of its result."""
    printer = _MACROS.get(node.macro)
    if printer is not None and not (emitter.metered and emitter.failures.can_panic(node.loop_step)):
        return printer(emitter, node)
    match node.iter_range:
        case ListExpr(elements=()):
            return _named_value(emitter, node)
    return _expansion(emitter, node)


class _VariablesNamed:
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
    source, names = _range(emitter, node)
    return f"for {', '.join(names.values())} in {source}", names


def _range(emitter: Emitter, node: Comprehension) -> tuple[str, dict[str, str]]:
    """Prints what a loop goes through; -> that, and the names of the loop's variables."""
    kind = emitter.type_of(node.iter_range).kind
    source = emitter.expr(node.iter_range)
    if node.iter_var2:
        source = f"{'enumerate' if kind is Kind.LIST else emitter.bind(foldable)}({source})"
    elif kind not in (Kind.LIST, Kind.MAP):
        source = f"{emitter.bind(iterable)}({source})"
    return source, {name: emitter.new_name() for name in _variables(node)}


def _quantifier(decides: bool) -> Loop:
    """`all` (false decides) and `exists` (true decides)."""

    def emit_loop(emitter: Emitter, node: Comprehension) -> str:
        predicate = node.macro_args[-1]
        if emitter.is_large and not emitter.metered and not node.iter_var2:
            return _quantifier_call(emitter, node, decides=decides)
        head, names = _head(emitter, node)
        price = emitter.loop_prices(node)
        writer, result = emitter.writer, emitter.assign(str(not decides))
        if emitter.failures.can_fail_as_condition(predicate):
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


def _quantifier_call(emitter: Emitter, node: Comprehension, *, decides: bool) -> str:
    """Prints a call that goes through the elements: a tenth of the code of a loop, and slower."""
    source, names = _range(emitter, node)
    with emitter.nested(), _VariablesNamed(emitter, names):
        test, statements = emitter.writer.captured(emitter.condition, node.macro_args[-1])
    name = names[node.iter_var]
    if statements:
        with emitter.writer.block(f"def f{name}({name})"):
            emitter.writer.put(statements)
            emitter.writer.line(f"return {test}")
        predicate = f"f{name}"
    else:
        predicate = f"lambda {name}: {test}"
    return f"{emitter.bind(first_deciding)}({source}, {predicate}, {decides})"


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
    with emitter.block(head), _VariablesNamed(emitter, names):
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
    price = emitter.loop_prices(node)
    writer, error = emitter.writer, emitter.assign("None")
    with emitter.block(head), _VariablesNamed(emitter, names):
        _check(emitter, price, result, decides=decides)
        with emitter.block("try"):
            test = emitter.condition(node.macro_args[-1])
            with writer.block(f"if {'' if decides else 'not '}{test}"):
                _decide(emitter, price, result, decides=decides)
        with writer.block(f"except {emitter.bind(FAILURES)} as caught"), writer.block(f"if {error} is None"):
            writer.line(f"{error} = caught")
    emitter.spend(price.result)
    with writer.block(f"if {error} is not None and {result} is not {decides}"):
        writer.line(f"raise {error}")
    return result


class _Failing:
    """The error of a loop that goes on after it, where that is possible and matters."""

    def __init__(self, emitter: Emitter, node: Comprehension, *, last: bool):
        """`last` tells that the last error of what is tried stands, which nobody can tell before the end."""
        step = node.loop_step
        goes_on = emitter.metered or (last and emitter.told) or emitter.failures.can_panic(step)
        self._emitter = emitter
        self.error = emitter.assign("None") if goes_on and emitter.failures.can_fail(step) else ""

    @contextmanager
    def tried(self, can_fail: bool, *, last: bool = False) -> Iterator[None]:
        """Surrounds what is printed of nodes that can fail: the loop goes on with its next element."""
        emitter, error = self._emitter, self.error
        if not error or not can_fail:
            yield
            return
        with emitter.block("try"):
            yield
        with emitter.writer.block(f"except {emitter.bind(FAILURES)} as caught"):
            emitter.writer.line(f"{error} = {'caught' if last else f'{error} or caught'}")
            emitter.writer.line("continue")

    def told(self) -> None:
        """Prints what raises the error, after the loop."""
        if self.error:
            with self._emitter.writer.block(f"if {self.error} is not None"):
                self._emitter.writer.line(f"raise {self.error}")


def _exists_one(emitter: Emitter, node: Comprehension) -> str:
    predicate = node.macro_args[-1]
    head, names = _head(emitter, node)
    price = emitter.loop_prices(node)
    failing = _Failing(emitter, node, last=emitter.failures.can_fail_as_condition(predicate))
    writer, count = emitter.writer, emitter.assign("0")
    with emitter.block(head), _VariablesNamed(emitter, names):
        emitter.spend(price.check + price.step)
        with failing.tried(emitter.failures.can_fail_as_condition(predicate), last=True):
            test = emitter.condition(predicate)
            if failing.error:
                test = emitter.assign(test)
        with writer.block(f"if {test}"):
            emitter.spend(price.keep)
            writer.line(f"{count} += 1")
    emitter.spend(price.result)
    failing.told()
    return f"({count} == 1)"


def _transforming(variables: int) -> Loop:
    """`map(x, [filter,] e)` and `transformList(i, x, [filter,] e)`."""

    def emit_loop(emitter: Emitter, node: Comprehension) -> str:
        *filters, made = node.macro_args[variables:]
        return _gathering(emitter, node, filters, lambda _: emitter.expr(made), made)

    return emit_loop


def _filter(emitter: Emitter, node: Comprehension) -> str:
    return _gathering(emitter, node, [node.macro_args[-1]], lambda names: names[node.iter_var])


def _gathering(
    emitter: Emitter,
    node: Comprehension,
    filters: list[Expr],
    element: Callable[[dict[str, str]], str],
    *made: Expr,
) -> str:
    """Prints a loop that makes a list of what `element` prints, `made` being the nodes of that."""
    head, names = _head(emitter, node)
    price = emitter.loop_prices(node)
    failures = emitter.failures
    failing = _Failing(emitter, node, last=any(map(failures.can_fail_as_condition, filters)))
    writer, result = emitter.writer, emitter.assign(emitter.expr(node.accu_init))
    with emitter.block(head), _VariablesNamed(emitter, names):
        emitter.spend(price.check + price.step)
        for condition in filters:
            with failing.tried(failures.can_fail_as_condition(condition), last=True):
                test = emitter.condition(condition)
                with writer.block(f"if not {test}"):
                    writer.line("continue")
        emitter.spend(price.keep)
        with failing.tried(any(map(failures.can_fail, made))):
            writer.line(f"{result}.append({element(names)})")
    emitter.spend(price.result)
    failing.told()
    return result


def _named_value(emitter: Emitter, node: Comprehension) -> str:
    """Prints a loop over nothing: its accumulator is the name of a value in its result.

    A value that nobody needs is not evaluated, which matters where it can fail, or costs something.
    """
    if emitter.failures.is_lazy(node) or emitter.metered:
        place = _lazy(emitter, node.accu_init)
    else:
        place = emitter.assign(emitter.expr(node.accu_init))
    with _VariablesNamed(emitter, {node.accu_var: place}):
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
    failures, step = emitter.failures, node.loop_step
    if failures.can_fail(step) and (emitter.metered or failures.can_panic(step) or _is_filtered(emitter, node)):
        return _failing_expansion(emitter, node)
    head, names = _head(emitter, node)
    writer, accumulator = emitter.writer, emitter.assign(emitter.expr(node.accu_init))
    inner = {**names, node.accu_var: accumulator}
    with emitter.block(head), _VariablesNamed(emitter, inner):
        if not isinstance(node.loop_condition, Const):
            with writer.block(f"if not {emitter.expr(node.loop_condition)}"):
                writer.line("break")
        writer.line(f"{accumulator} = {emitter.expr(step)}")
    with _VariablesNamed(emitter, {node.accu_var: accumulator}):
        return emitter.expr(node.result)


def _is_filtered(emitter: Emitter, node: Comprehension) -> bool:
    """Tells whether a loop's step starts with a predicate that can fail, and its last failure is told."""
    match node.loop_step:
        case Call(function="_?_:_", args=(predicate, _, _)):
            return emitter.told and emitter.failures.can_fail_as_condition(predicate)
    return False


def _failing_expansion(emitter: Emitter, node: Comprehension) -> str:
    """Prints a loop that goes on after a failure: the accumulator may hold one, and fails where it is read."""
    emitter.failures.expect_failures(node.accu_var, node.loop_condition, node.loop_step, node.result)
    head, names = _head(emitter, node)
    writer = emitter.writer
    accumulator = emitter.assign(f"{emitter.bind(Accumulator)}({emitter.expr(node.accu_init)})")
    emitter.lazy.add(accumulator)
    with emitter.block(head), _VariablesNamed(emitter, {**names, node.accu_var: accumulator}):
        _goes_on(emitter, node.loop_condition)
        with emitter.block("try"):
            writer.line(f"{accumulator}.hold({emitter.expr(node.loop_step)})")
        with writer.block(f"except {emitter.bind(FAILURES)} as caught"):
            writer.line(f"{accumulator}.failure = caught")
    with _VariablesNamed(emitter, {node.accu_var: accumulator}):
        return emitter.expr(node.result)


def _goes_on(emitter: Emitter, condition: Expr) -> None:
    """Prints the end of a loop by its condition, which takes a failure for a yes."""
    if isinstance(condition, Const):
        return
    writer = emitter.writer
    with emitter.block("try"), writer.block(f"if not {emitter.expr(condition)}"):
        writer.line("break")
    with writer.block(f"except {emitter.bind(FAILURES)}"):
        writer.line("pass")


_MACROS: dict[str, Loop] = {
    "all": _quantifier(decides=False),
    "exists": _quantifier(decides=True),
    "exists_one": _exists_one,
    "existsOne": _exists_one,
    "map": _transforming(variables=1),
    "filter": _filter,
    "transformList": _transforming(variables=2),
}
