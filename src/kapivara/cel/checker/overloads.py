"""Which overloads of a function the arguments of a call may turn out to be for.

Upstream: cel-go checker/checker.go resolveOverload (0.29).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.cel.checker.inference import Inference, same
from kapivara.cel.functions import Function, Overload
from kapivara.cel.types import DYN, Kind, Type
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.cel.env import Env


@record(eq=False)
class Resolution:
    """The overloads that fit, and the type of the call: `dyn` where they differ in it."""

    overloads: tuple[Overload, ...]
    result: Type


def find_function(env: Env, name: str) -> Function | None:
    """The function of a name, in the environment's container or around it."""
    for candidate in env.candidate_names(name):
        if (found := env.functions.get(candidate)) is not None:
            return found
    return None


def resolve(
    env: Env, inference: Inference, function: Function, args: Sequence[Type], *, member: bool
) -> Resolution | None:
    """All overloads for such arguments, in the order of declaration; None where there is none.

    All of them bind type parameters, as they do upstream.
    """
    fitting: list[Overload] = []
    result: Type | None = None
    for overload in function.overloads:
        if overload.member is not member or len(overload.args) != len(args):
            continue
        wanted: tuple[Type, ...] = (overload.result, *overload.args)
        if params := env.type_params(overload):
            wanted = inference.instantiate(wanted, params)
        if not inference.all_assignable(args, wanted[1:]):
            continue
        fitting.append(overload)
        found = inference.resolve(wanted[0])
        if result is None:
            result = found
        elif result.kind is not Kind.DYN and not same(found, result):
            result = DYN
    return None if result is None else Resolution(tuple(fitting), result)
