"""Programs: checked expressions as Python functions.

Validators use `compile_function`: it returns a plain function of given variables that raises `CelError`. `Program` is
the public interface: bindings by name, a result, and its cost on request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.codegen.emitter import BUDGET, Emitter
from kapivara.cel.codegen.metered import METER, Meter, MeteredEmitter
from kapivara.cel.cost.runtime import prices
from kapivara.cel.env import Env
from kapivara.cel.errors import BudgetExceededError, CelError, CelPanicError
from kapivara.cel.messages.provider import ChainedProvider, TypeProvider
from kapivara.cel.tree.ast import Call, Comprehension, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import Type
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.values import ABSENT
from kapivara.values.stack import MAX_DEPTH, deep_stack, is_too_deep

UNLIMITED = 2**64 - 1
NO_BINDINGS: Mapping[str, Any] = MappingProxyType({})


@deep_stack()
def compile_function(
    checked: CheckedAst,
    parameters: tuple[str, ...],
    *,
    provider: TypeProvider | None = None,
    metered: bool = False,
    priced_as: CheckedAst | None = None,
    title: str = "expression",
) -> Callable[..., Any]:
    """Returns a function of the named variables, in this order, after a `Budget` or, if `metered`, a `Meter`.

    It raises `CelError`, and `CostExceededError` if metered. `priced_as` is the expression as written, where nodes have
    been added to it: those are free.
    """
    writer = SourceWriter()
    emitter = _emitter(writer, checked, provider, metered=(priced_as or checked) if metered else None)
    with writer.block(f"def run({_parameters(emitter, parameters)})"):
        _print_body(emitter)
    function: Callable[..., Any] = load(writer, title, "run")
    return function


def print_untold_function(
    writer: SourceWriter,
    name: str,
    checked: CheckedAst,
    parameters: tuple[str, ...],
    provider: TypeProvider,
    *,
    metered: CheckedAst | None = None,
) -> None:
    """Prints a function like those of `compile_function` into a module; it raises `UNTOLD_FAILURES`.

    `metered` is the expression whose costs are charged, or None.
    """
    emitter = _emitter(writer, checked, provider, metered=metered, prefix=name, told=False)
    with writer.block(f"def {name}({_parameters(emitter, parameters)})"):
        writer.line(f"return {emitter.whole()}")


def _emitter(
    writer: SourceWriter,
    checked: CheckedAst,
    provider: TypeProvider | None,
    *,
    metered: CheckedAst | None,
    prefix: str = "t",
    told: bool = True,
) -> Emitter:
    """Returns the emitter of an expression; `metered` is the expression whose costs are charged, or None."""
    provider = provider or ChainedProvider()
    if metered is None:
        return Emitter(checked, provider, writer, prefix=prefix, told=told)
    return MeteredEmitter(checked, provider, writer, prices(metered), prefix=prefix)


def _parameters(emitter: Emitter, variables: tuple[str, ...]) -> str:
    """Prints the parameters of a function of these variables, and declares their names."""
    names = [f"p{place}" for place in range(len(variables))]
    emitter.declare(zip(variables, names, strict=True))
    return ", ".join([METER if emitter.metered else BUDGET, *names])


def _print_body(emitter: Emitter) -> None:
    """Prints the expression as the body of a function, which raises `CelError` where it fails."""
    writer = emitter.writer
    with writer.block("try"):
        writer.line(f"return {emitter.whole()}")
    with writer.block(f"except {writer.bind(_REWORDED)} as failure"):
        writer.line(f"raise {writer.bind(_reworded)}(failure) from None")


@deep_stack()
def _compile_for_bindings(checked: CheckedAst, provider: TypeProvider | None, *, metered: bool) -> Callable[..., Any]:
    """Returns a function of a mapping with the variables."""
    names = {name: f"p{place}" for place, name in enumerate(sorted(free_variables(checked)))}
    writer = SourceWriter()
    emitter = _emitter(writer, checked, provider, metered=checked if metered else None)
    emitter.declare(names.items())
    given = f"{METER}, bindings" if metered else f"bindings={writer.bind(NO_BINDINGS)}, {BUDGET}=None, has_room=False"
    with writer.block(f"def run({given})"):
        if names:
            with writer.block("try"):
                for name, place in names.items():
                    writer.line(f"{place} = bindings[{literal(name)}]")
            with writer.block("except KeyError as missing"):
                writer.line(f"raise {writer.bind(_missing_variable)}(missing) from None")
        _, body = writer.captured(_print_body, emitter)
        if emitter.pays:
            writer.line(f"{BUDGET} = {writer.bind(Budget)}() if {BUDGET} is None else {BUDGET}")
        writer.put(body)
        if not metered:
            with writer.block("except RecursionError"):
                with writer.block("if not has_room"):
                    writer.line(f"return {writer.bind(_in_deep_stack)}(run, bindings)")
                writer.line("raise")
    function: Callable[..., Any] = load(writer, "expression", "run")
    return function


def _in_deep_stack(run: Callable[..., Any], bindings: Mapping[str, Any]) -> Any:
    """Evaluates again, with a deeper stack, because the data or the caller's stack is deep; raises `CelError`.

    Not the default: it takes longer than most expressions.
    """
    _check_depth(bindings)
    with deep_stack():
        return run(bindings, None, True)


def _check_depth(bindings: Mapping[str, Any]) -> None:
    if any(map(is_too_deep, bindings.values())):
        raise CelError(f"values are nested too deeply: more than {MAX_DEPTH} levels")


def _missing_variable(error: KeyError) -> CelError:
    return CelError(f"no such attribute(s): {error.args[0]}")


_REWORDED = (KeyError, CelPanicError, BudgetExceededError, MemoryError)
"""The errors of compiled code beside `CelError`; the last one means that values are too large."""


def _reworded(failure: Exception) -> CelError:
    """Converts another error to a `CelError`."""
    match failure:
        case KeyError():
            return CelError(f"no such key: {failure.args[0]}")
        case CelPanicError():
            return CelError(f"internal error: {failure}")
        case MemoryError():
            return CelError("values need more memory than there is")
    return CelError(str(failure))


class Program:
    """An expression that can be evaluated repeatedly, and by several threads."""

    __slots__ = ("_checked", "_env", "_metered", "evaluate")

    evaluate: Callable[..., Any]
    """`evaluate(bindings={}, budget=None)`: evaluates the expression with its variables bound; raises `CelError`.

    Without a budget, each evaluation has a new one. After the first call, this is the compiled function itself.
    """

    def __init__(self, env: Env, checked: CheckedAst):
        self._env = env
        self._checked = checked
        self.evaluate = self._first_evaluation
        self._metered: Callable[..., Any] | None = None

    @property
    def checked(self) -> CheckedAst:
        """The expression with its types and references."""
        return self._checked

    @property
    def result_type(self) -> Type:
        """The static type of the result."""
        return self._checked.result_type

    def _first_evaluation(self, bindings: Mapping[str, Any] = NO_BINDINGS, budget: Budget | None = None) -> Any:
        self.evaluate = _compile_for_bindings(self._checked, self._env.provider, metered=False)
        return self.evaluate(bindings, budget)

    def evaluate_metered(
        self, bindings: Mapping[str, Any] = NO_BINDINGS, *, limit: int = UNLIMITED, budget: Budget | None = None
    ) -> tuple[Any, int]:
        """Evaluates the expression and counts its cost; raises `CostExceededError` past the limit."""
        _check_depth(bindings)
        with deep_stack():
            meter = Meter(limit, budget or Budget())
            return self.evaluate_by(meter, bindings), meter.spent

    def evaluate_by(self, meter: Meter, bindings: Mapping[str, Any]) -> Any:
        """Evaluates the expression with a meter, which has the cost even if the evaluation fails.

        The caller ensures that values are shallow enough for the current stack.
        """
        if self._metered is None:
            self._metered = _compile_for_bindings(self._checked, self._env.provider, metered=True)
        return self._metered(meter, bindings)


@deep_stack()
def free_variables(checked: CheckedAst) -> set[str]:
    """Returns the variables of the environment that an expression reads."""
    found: set[str] = set()
    _collect(checked.ast.expr, checked, frozenset(), found)
    return found


def _collect(node: Expr, checked: CheckedAst, bound: frozenset[str], found: set[str]) -> None:
    match node:
        case Ident(name=name):
            reference = checked.references.get(node.id)
            name = reference.name if reference is not None and reference.name else name
            if name not in bound and (reference is None or reference.value is ABSENT):
                found.add(name.removeprefix("."))
        case Select(operand=operand):
            _collect(operand, checked, bound, found)
        case Call():
            for each in node.args if node.target is None else (node.target, *node.args):
                _collect(each, checked, bound, found)
        case ListExpr(elements=elements):
            for each in elements:
                _collect(each, checked, bound, found)
        case MapExpr(entries=entries) | StructExpr(entries=entries):
            for entry in entries:
                if isinstance(node, MapExpr):
                    _collect(entry.key, checked, bound, found)
                _collect(entry.value, checked, bound, found)
        case Comprehension():
            inner = bound | {node.iter_var, node.iter_var2, node.accu_var} - {""}
            _collect(node.iter_range, checked, bound, found)
            _collect(node.accu_init, checked, bound, found)
            for each in (node.loop_condition, node.loop_step, node.result):
                _collect(each, checked, inner, found)
