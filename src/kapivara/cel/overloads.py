"""Which overloads of a function the arguments of a call may turn out to be for.

Upstream: cel-go checker/checker.go resolveOverload (0.29).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.cel.functions import Function, Overload
from kapivara.cel.inference import Inference, same
from kapivara.cel.types import DYN, Kind, Type
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.cel.env import Env


@record(eq=False)
class Resolution:
    """The overloads that fit, and the type of the call: `dyn` where they differ in it."""

    overloads: tuple[Overload, ...]
    result: Type


class Resolver:
    """Finds functions and their overloads for one expression."""

    def __init__(self, env: Env, inference: Inference):
        self._env = env
        self._inference = inference

    def find(self, name: str) -> Function | None:
        """The function of a name, in the environment's container or around it."""
        functions = self._env.functions
        for candidate in self._env.candidate_names(name):
            if (found := functions.get(candidate)) is not None:
                return found
        return None

    def resolve(self, function: Function, args: Sequence[Type], *, member: bool) -> Resolution | None:
        """All overloads for such arguments, in the order of declaration; None where there is none.

        The types of all of them bind type parameters, as they do upstream.
        """
        inference = self._inference
        fitting: list[Overload] = []
        result: Type | None = None
        for overload in function.overloads:
            if overload.member is not member or len(overload.args) != len(args):
                continue
            wanted: tuple[Type, ...] = (overload.result, *overload.args)
            if params := self._env.type_params(overload):
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
