"""Prints `all` and `exists` as loops that end at the element that decides.

They absorb the errors of elements as `&&` and `||` do: an element that decides takes precedence, else the first error
is raised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cel.codegen.comparison import bare
from kapivara.cel.codegen.loops import VariablesNamed, loop_head, loop_range
from kapivara.cel.codegen.operands import FAILURES, KEPT, first_deciding, print_raise
from kapivara.cel.tree.ast import Comprehension

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
