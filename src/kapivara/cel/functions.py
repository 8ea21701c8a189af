"""Functions as objects: each has its overloads, implementation, cost, documentation and examples.

The checker uses the overloads, the compiler the implementation, estimates and tracking the cost, the reference page the
rest. One cost table serves static and run-time cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from kapivara.cel.budget import Budget
from kapivara.cel.types import Type
from kapivara.values.record import record

Version: TypeAlias = tuple[int, int]
"""A version of the server, such as (1, 36)."""

FIRST_VERSION: Version = (1, 25)
"""The first version that evaluates CEL rules by default."""

FUTURE: Version = (1, 1000)
"""For functions that proposals define and no server has yet."""


class OverloadCost(Protocol):
    """The cost of a call. `kapivara.cel.cost` has the implementations, and the types of the two arguments."""

    @property
    def by_result(self) -> bool:
        """Whether `actual` needs the result; otherwise a call is charged before it runs."""

    @property
    def doc(self) -> str:
        """The cost in a few words, for the reference."""

    @property
    def unpaid(self) -> int | None:
        """The most by which `bound` exceeds `estimate`; None where there is no such number."""

    def estimate(self, call: Any) -> Any:
        """Returns the range of costs and the size of the result, before evaluation."""

    def bound(self, call: Any) -> Any:
        """Returns the range of costs and the size of the result that no call exceeds.

        Upstream's estimates, which `estimate` returns, may be lower than its tracking at run time.
        """

    def actual(self, args: tuple[Any, ...], result: Any) -> int:
        """Returns the cost of an evaluated call; `args` begins with the target of a member call.

        `FAILED` stands for a result, or an argument, that failed: such calls are charged, too.
        """


@record(eq=False)
class Overload:
    """One signature of a function.

    `implementation` takes the values positionally (target first) and raises `CelError` where the call fails. `inline`,
    if given, is Python code with `{0}`, `{1}` … for the arguments, each of which is printed exactly once; the compiler
    prints it instead of a call. `fails` means that a call can raise an error.
    `cost` None means the language's default: 1. A `budgeted` implementation takes a `Budget` before the values, and
    charges work that its cost does not include; it has no `inline`. One that `grows` may create large results from
    small arguments: a server does not call it where other requests wait. `since` is the version of the server from
    which rules may use it, None if they may not.
    """

    id: str
    args: tuple[Type, ...]
    result: Type
    implementation: Callable[..., Any]
    member: bool = False
    inline: str = ""
    fails: bool = True
    cost: OverloadCost | None = None
    budgeted: bool = False
    grows: bool = False
    since: Version | None = FIRST_VERSION

    def call(self, budget: Budget, *values: Any) -> Any:
        """Calls the implementation."""
        return self.implementation(budget, *values) if self.budgeted else self.implementation(*values)


@record(eq=False)
class Function:
    """A named function or operator: its overloads, its description in one sentence, and examples.

    `examples` are pairs of an expression and its value, both as CEL; tests evaluate them.
    """

    name: str
    overloads: tuple[Overload, ...]
    doc: str = ""
    examples: tuple[tuple[str, str], ...] = ()


Library = Mapping[str, Function]
"""Functions by name."""
