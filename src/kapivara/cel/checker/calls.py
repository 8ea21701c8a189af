"""Checks calls of functions, members and operators, and optional selection.

Upstream: cel-go checker/checker.go resolveOverload (0.29).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.cel.checker import complaints
from kapivara.cel.checker.check_run import CheckRun
from kapivara.cel.checker.inference import Inference, same, type_params
from kapivara.cel.checker.names import select_field
from kapivara.cel.functions import Function, Overload
from kapivara.cel.tree.ast import Call, Const, Expr
from kapivara.cel.tree.checked import Reference
from kapivara.cel.tree.walk import qualified_name
from kapivara.cel.types import BOOL, DYN, ERROR, STRING, CelKind, Type
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.cel.env import Env


_PLAIN = frozenset(
    {
        CelKind.BOOL,
        CelKind.BYTES,
        CelKind.DOUBLE,
        CelKind.DURATION,
        CelKind.INT,
        CelKind.NULL,
        CelKind.STRING,
        CelKind.TIMESTAMP,
        CelKind.UINT,
    }
)


@record(eq=False)
class Signature:
    """One signature of a function: the overload, its type parameters, its result and arguments."""

    overload: Overload
    params: tuple[str, ...]
    result_and_args: tuple[Type, ...]


@record(eq=False)
class Resolution:
    """The overloads of a call, and its type (`dyn` where they have different types)."""

    reference: Reference
    result: Type


class Resolver:
    """Caches the signatures of an environment's functions, and the resolution of calls with plain arguments.

    Environments with the same functions, and threads, share it: the caches only grow.
    """

    def __init__(self) -> None:
        self._signatures: dict[tuple[Function, bool], tuple[Signature, ...]] = {}
        self._plain: dict[tuple[object, ...], tuple[Resolution | None, int]] = {}
        """The resolution of each call with plain arguments, and the number of type parameters that it creates."""

    def resolve(
        self, function: Function, args: Sequence[Type], inference: Inference, *, member: bool
    ) -> Resolution | None:
        """Returns the resolution of a call; None where no overload matches the arguments.

        All matching overloads bind type parameters, as upstream. Where all arguments have plain types, nothing is
        bound, so the result is cached.
        """
        kinds = [arg.kind for arg in args]
        if not _PLAIN.issuperset(kinds):
            return self._resolve(function, args, inference, member)
        key = (function, member, *kinds)
        try:
            found, params = self._plain[key]
        except KeyError:
            found = self._resolve(function, args, inference, member)
            if found is None or not type_params((found.result,)):
                self._plain[key] = found, sum([len(one.params) for one in self._of(function, member)])
            return found
        inference.skip(params)
        return found

    def _resolve(
        self, function: Function, args: Sequence[Type], inference: Inference, member: bool
    ) -> Resolution | None:
        fitting: list[Overload] = []
        result: Type | None = None
        for signature in self._of(function, member):
            wanted = signature.result_and_args
            if signature.params:
                wanted = inference.instantiate(wanted, signature.params)
            if not inference.all_assignable(args, wanted[1:]):
                continue
            fitting.append(signature.overload)
            found = inference.resolve(wanted[0])
            if result is None:
                result = found
            elif result.kind is not CelKind.DYN and not same(found, result):
                result = DYN
        return None if result is None else Resolution(Reference(function.name, tuple(fitting)), result)

    def _of(self, function: Function, member: bool) -> tuple[Signature, ...]:
        found = self._signatures.get((function, member))
        if found is None:
            found = self._signatures[function, member] = tuple(
                Signature(one, type_params((one.result, *one.args)), (one.result, *one.args))
                for one in function.overloads
                if one.member is member
            )
        return found


def find_function(env: Env, name: str) -> Function | None:
    """Returns the function with a name, in the environment's container or an outer one; None where there is none."""
    if not env.container and not name.startswith("."):
        return env.functions.get(name)
    for candidate in env.candidate_names(name):
        if (found := env.functions.get(candidate)) is not None:
            return found
    return None


_LOGICAL = ("_&&_", "_||_")


def visit_call(run: CheckRun, expr: Call) -> None:
    """Checks the arguments first, then the target, unless it is part of the function's name."""
    if expr.function == "_?._":
        run.later(_finish_optional_select, expr)
        run.visit(expr.args[0])
        return
    if expr.target is None:
        run.later(_finish_global, expr)
    else:
        run.later(_visit_target, (expr, expr.target))
    for arg in reversed(expr.args):
        run.visit(arg)


def _finish_optional_select(run: CheckRun, expr: Call) -> None:
    operand, field = expr.args
    name = field.value if isinstance(field, Const) else ""
    found = select_field(run, expr, operand, name, optional=True)
    run.types[field.id] = STRING
    run.types[expr.id] = run.inference.resolve(found)
    function = run.env.functions.get(expr.function)
    run.references[expr.id] = Reference(expr.function, function.overloads if function else ())


def _visit_target(run: CheckRun, call: tuple[Call, Expr]) -> None:
    """Decides whether `a.b.f(x)` calls the function `a.b.f`, or `f` on `a.b`."""
    expr, target = call
    prefix = qualified_name(target)
    function = None if prefix is None else find_function(run.env, f"{prefix}.{expr.function}")
    if function is not None:
        _finish_as(run, function, Call(expr.id, function.name, None, expr.args))
        return
    run.later(_finish_member, expr)
    run.visit(target)


def _finish_global(run: CheckRun, expr: Call) -> None:
    function = find_function(run.env, expr.function)
    if function is None:
        _undeclared(run, expr)
    elif function.name == expr.function:
        _finish(run, function, expr)
    else:
        _finish_as(run, function, Call(expr.id, function.name, None, expr.args))


def _finish_member(run: CheckRun, expr: Call) -> None:
    function = find_function(run.env, expr.function)
    if function is None:
        _undeclared(run, expr)
    else:
        _finish(run, function, expr)


def _undeclared(run: CheckRun, expr: Call) -> None:
    run.types[expr.id] = ERROR
    run.report(expr.id, complaints.undeclared_reference(expr.function, run.env.container))


def _finish_as(run: CheckRun, function: Function, expr: Call) -> None:
    run.replacements[expr.id] = expr
    _finish(run, function, expr)


def _finish(run: CheckRun, function: Function, expr: Call) -> None:
    if function.name in _LOGICAL:
        _finish_logical(run, function, expr)
        return
    member = expr.target is not None
    operands = expr.args if expr.target is None else (expr.target, *expr.args)
    types = [run.types[operand.id] for operand in operands]
    resolution = run.env.resolver.resolve(function, types, run.inference, member=member)
    if resolution is None:
        run.types[expr.id] = ERROR
        given = [run.inference.resolve_fully(one) for one in types]
        run.report(expr.id, complaints.no_matching_overload(function.name, given, member=member))
    else:
        run.types[expr.id] = resolution.result
        run.references[expr.id] = resolution.reference


def _finish_logical(run: CheckRun, function: Function, expr: Call) -> None:
    run.types[expr.id] = BOOL
    run.references[expr.id] = Reference(function.name, function.overloads)
    for arg in expr.args:
        found = run.types[arg.id]
        if not run.inference.assignable(found, BOOL):
            run.report(arg.id, complaints.type_mismatch(BOOL, found))
            run.types[expr.id] = ERROR
