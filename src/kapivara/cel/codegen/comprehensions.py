"""Prints macros as plain loops; comprehensions of unknown macros are printed as their expansion.

`quantifiers` has `all` and `exists`. The loops of other macros continue after an error, and the last error of a
predicate is raised: messages and costs depend on it. A loop that cannot fail has no code for errors.

They absorb the errors of elements as `&&` and `||` do: an element that decides takes precedence, else the first error
is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from kapivara.cel.codegen.access import Accumulator, once
from kapivara.cel.codegen.comparison import Comparison, bare
from kapivara.cel.codegen.loops import VariablesNamed, loop_head, loop_range
from kapivara.cel.codegen.operands import FAILURES, KEPT, first_deciding, print_raise
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, ListExpr
from kapivara.cel.tree.strictness import operands_of

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter
    from kapivara.cel.cost.runtime import LoopPrices


def emit_all(emitter: Emitter, node: Comprehension) -> str:
    """Prints `all`: an element for which the predicate is false decides."""
    return _emit(emitter, node, decides=False)


def emit_exists(emitter: Emitter, node: Comprehension) -> str:
    """Prints `exists`: an element for which the predicate is true decides."""
    return _emit(emitter, node, decides=True)


def _emit(emitter: Emitter, node: Comprehension, *, decides: bool) -> str:
    predicate = node.macro_args[-1]
    if emitter.is_large and not emitter.metered and not node.iter_var2:
        return _call(emitter, node, decides=decides)
    head, names = loop_head(emitter, node)
    price = emitter.loop_prices(node)
    result = emitter.assign(str(not decides))
    if emitter.failures.can_fail_as_condition(predicate):
        return _absorbing_loop(emitter, node, head, names, decides=decides, result=result)
    _certain_loop(emitter, node, head, names, decides=decides, result=result)
    emitter.spend(price.result)
    return result


def _call(emitter: Emitter, node: Comprehension, *, decides: bool) -> str:
    """Prints a call that visits the elements: a tenth of the code of a loop, but slower."""
    source, names = loop_range(emitter, node)
    with emitter.nested(), VariablesNamed(emitter, names):
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
    emitter: Emitter, node: Comprehension, head: str, names: dict[str, str], *, decides: bool, result: str
) -> None:
    """Prints the loop of a predicate that cannot fail."""
    price = emitter.loop_prices(node)
    with emitter.block(head), VariablesNamed(emitter, names):
        _check(emitter, node, price, result, decides=decides)
        test = emitter.condition(node.macro_args[-1])
        with emitter.writer.block(f"if {'' if decides else 'not '}{bare(test)}"):
            _decide(emitter, price, result, decides=decides)


def _check(emitter: Emitter, node: Comprehension, price: LoopPrices, result: str, *, decides: bool) -> None:
    """Prints the charge for an element; a decided loop ends after the next element has been charged for its check."""
    if price.check:
        with emitter.writer.block(f"if {result} is {decides}"):
            emitter.spend(price.check)
            emitter.writer.line("break")
    emitter.spend_for(node.macro_args[-1], price.check + price.step)


def _decide(emitter: Emitter, price: LoopPrices, result: str, *, decides: bool) -> None:
    """Prints the end of a loop that an element decides; where costs are tracked, the loop ends at the next element."""
    emitter.writer.line(f"{result} = {decides}")
    if not price.check:
        emitter.writer.line("break")


def _absorbing_loop(
    emitter: Emitter, node: Comprehension, head: str, names: dict[str, str], *, decides: bool, result: str
) -> str:
    """Prints the loop of a predicate that can fail; returns its result."""
    price = emitter.loop_prices(node)
    writer, error = emitter.writer, emitter.assign("None")
    with emitter.block(head), VariablesNamed(emitter, names):
        _check(emitter, node, price, result, decides=decides)
        with emitter.block("try"):
            test = emitter.condition(node.macro_args[-1])
            with writer.block(f"if {'' if decides else 'not '}{bare(test)}"):
                _decide(emitter, price, result, decides=decides)
        with writer.block(f"except {emitter.bind(FAILURES)} as caught"), writer.block(f"if {error} is None"):
            writer.line(f"{error} = {KEPT}")
    emitter.spend(price.result)
    with writer.block(f"if {error} is not None and {result} is not {decides}"):
        print_raise(writer, error)
    return result


Loop: TypeAlias = "Callable[[Emitter, Comprehension], str]"


def emit(emitter: Emitter, node: Comprehension) -> str:
    """Prints a comprehension; returns the Python expression of its result."""
    printer = _MACROS.get(node.macro)
    if printer is not None and not (emitter.metered and emitter.failures.can_panic(node.loop_step)):
        return printer(emitter, node)
    match node.iter_range:
        case ListExpr(elements=()):
            return _named_value(emitter, node)
    return _expansion(emitter, node)


class _Failing:
    """The stored error of a loop that continues after errors, where that is possible and matters."""

    def __init__(self, emitter: Emitter, node: Comprehension, *, last: bool):
        """With `last`, the last error of the loop is raised, which is known only at its end."""
        step = node.loop_step
        goes_on = emitter.metered or (last and emitter.told) or emitter.failures.can_panic(step)
        self._emitter = emitter
        self.error = emitter.assign("None") if goes_on and emitter.failures.can_fail(step) else ""

    @contextmanager
    def tried(self, can_fail: bool, *, last: bool = False) -> Iterator[None]:
        """Prints a `try` around code of nodes that can fail: the loop continues with its next element."""
        emitter, error = self._emitter, self.error
        if not error or not can_fail:
            yield
            return
        with emitter.block("try"):
            yield
        with emitter.writer.block(f"except {emitter.bind(FAILURES)} as caught"):
            emitter.writer.line(f"{error} = {KEPT if last else f'{error} or {KEPT}'}")
            emitter.writer.line("continue")

    def told(self) -> None:
        """Prints code that raises the stored error, after the loop."""
        if self.error:
            with self._emitter.writer.block(f"if {self.error} is not None"):
                print_raise(self._emitter.writer, self.error)


def _exists_one(emitter: Emitter, node: Comprehension) -> str:
    predicate = node.macro_args[-1]
    head, names = loop_head(emitter, node)
    price = emitter.loop_prices(node)
    failing = _Failing(emitter, node, last=emitter.failures.can_fail_as_condition(predicate))
    writer, count = emitter.writer, emitter.assign("0")
    with emitter.block(head), VariablesNamed(emitter, names):
        emitter.spend_for(predicate, price.check + price.step)
        with failing.tried(emitter.failures.can_fail_as_condition(predicate), last=True):
            test = emitter.condition(predicate)
            if failing.error:
                test = emitter.assign(test)
        with writer.block(f"if {test}"):
            emitter.spend(price.keep)
            writer.line(f"{count} += 1")
    emitter.spend(price.result)
    failing.told()
    return Comparison(f"({count} == 1)")


def _transforming(variables: int) -> Loop:
    """Prints `map(x, [filter,] e)` and `transformList(i, x, [filter,] e)`."""

    def emit_loop(emitter: Emitter, node: Comprehension) -> str:
        *filters, made = node.macro_args[variables:]
        return _gathering(emitter, node, filters, lambda _: emitter.expr(made), made)

    return emit_loop


def _filter(emitter: Emitter, node: Comprehension) -> str:
    return _gathering(emitter, node, [node.macro_args[-1]], lambda names: names[node.iter_var])


def emit_size(emitter: Emitter, node: Call) -> str | None:
    """Prints `list.filter(x, …).size()` as a loop that counts; None for other calls."""
    match operands_of(node):
        case (Comprehension(macro="filter") as loop,) if not emitter.metered:
            return _gathering(emitter, loop, [loop.macro_args[-1]], None)
    return None


def _gathering(
    emitter: Emitter,
    node: Comprehension,
    filters: list[Expr],
    element: Callable[[dict[str, str]], str] | None,
    *made: Expr,
) -> str:
    """Prints a loop that collects what `element` prints, from the nodes `made`, or, without `element`, counts."""
    head, names = loop_head(emitter, node)
    price = emitter.loop_prices(node)
    failures = emitter.failures
    failing = _Failing(emitter, node, last=any(map(failures.can_fail_as_condition, filters)))
    writer, result = emitter.writer, emitter.assign(emitter.expr(node.accu_init) if element is not None else "0")
    with emitter.block(head), VariablesNamed(emitter, names):
        emitter.spend_for(filters[0] if filters else made[0], price.check + price.step)
        for condition in filters:
            with failing.tried(failures.can_fail_as_condition(condition), last=True):
                test = emitter.condition(condition)
                with writer.block(f"if not {test}"):
                    writer.line("continue")
        emitter.spend(price.keep)
        with failing.tried(any(map(failures.can_fail, made))):
            writer.line(f"{result}.append({element(names)})" if element is not None else f"{result} += 1")
    emitter.spend(price.result)
    failing.told()
    return result


def _named_value(emitter: Emitter, node: Comprehension) -> str:
    """Prints a loop over an empty list, whose accumulator names a value in its result.

    A value that can fail, or has a cost, is evaluated only where it is used.
    """
    if emitter.failures.is_lazy(node) or emitter.metered:
        place = _lazy(emitter, node.accu_init)
    else:
        place = emitter.assign(emitter.expr(node.accu_init))
    with VariablesNamed(emitter, {node.accu_var: place}):
        return emitter.expr(node.result)


def _lazy(emitter: Emitter, node: Expr) -> str:
    """Prints a value as a function that evaluates it once; returns the name of the function."""
    name = emitter.new_name()
    emitter.lazy.add(name)
    with emitter.block(f"def {name}()"):
        emitter.writer.line(f"return {emitter.expr(node)}")
    emitter.writer.line(f"{name} = {emitter.bind(once)}({name})")
    return name


def _expansion(emitter: Emitter, node: Comprehension) -> str:
    """Prints accumulator, condition and step directly, for macros without special code."""
    failures, step = emitter.failures, node.loop_step
    if failures.can_fail(step) and (emitter.metered or failures.can_panic(step) or _is_filtered(emitter, node)):
        return _failing_expansion(emitter, node)
    head, names = loop_head(emitter, node)
    writer, accumulator = emitter.writer, emitter.assign(emitter.expr(node.accu_init))
    inner = {**names, node.accu_var: accumulator}
    with emitter.block(head), VariablesNamed(emitter, inner):
        if not isinstance(node.loop_condition, Const):
            with writer.block(f"if not {emitter.expr(node.loop_condition)}"):
                writer.line("break")
        writer.line(f"{accumulator} = {emitter.expr(step)}")
    with VariablesNamed(emitter, {node.accu_var: accumulator}):
        return emitter.expr(node.result)


def _is_filtered(emitter: Emitter, node: Comprehension) -> bool:
    """Returns whether a loop's step begins with a predicate that can fail, and messages show its last error."""
    match node.loop_step:
        case Call(function="_?_:_", args=(predicate, _, _)):
            return emitter.told and emitter.failures.can_fail_as_condition(predicate)
    return False


def _failing_expansion(emitter: Emitter, node: Comprehension) -> str:
    """Prints a loop that continues after an error: the accumulator may hold an error, and raises it when read."""
    emitter.failures.expect_failures(node.accu_var, node.loop_condition, node.loop_step, node.result)
    head, names = loop_head(emitter, node)
    writer = emitter.writer
    accumulator = emitter.assign(f"{emitter.bind(Accumulator)}({emitter.expr(node.accu_init)})")
    emitter.lazy.add(accumulator)
    with emitter.block(head), VariablesNamed(emitter, {**names, node.accu_var: accumulator}):
        _goes_on(emitter, node.loop_condition)
        with emitter.block("try"):
            writer.line(f"{accumulator}.hold({emitter.expr(node.loop_step)})")
        with writer.block(f"except {emitter.bind(FAILURES)} as caught"):
            writer.line(f"{accumulator}.failure = {KEPT}")
    with VariablesNamed(emitter, {node.accu_var: accumulator}):
        return emitter.expr(node.result)


def _goes_on(emitter: Emitter, condition: Expr) -> None:
    """Prints the end of a loop by its condition; an error in the condition counts as true."""
    if isinstance(condition, Const):
        return
    writer = emitter.writer
    with emitter.block("try"), writer.block(f"if not {emitter.expr(condition)}"):
        writer.line("break")
    with writer.block(f"except {emitter.bind(FAILURES)}"):
        writer.line("pass")


_MACROS: dict[str, Loop] = {
    "all": emit_all,
    "exists": emit_exists,
    "exists_one": _exists_one,
    "existsOne": _exists_one,
    "map": _transforming(variables=1),
    "filter": _filter,
    "transformList": _transforming(variables=2),
}
