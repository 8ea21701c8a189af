"""Selects the overloads of a function that may match the arguments of a call.

Upstream: cel-go checker/checker.go resolveOverload (0.29).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.cel.checker.inference import Inference, same, type_params
from kapivara.cel.functions import Function, Overload
from kapivara.cel.tree.checked import Reference
from kapivara.cel.types import DYN, CelKind, Type
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
