"""A function is one object with all its answers: overloads, implementation, cost, documentation, example.

The checker reads the overloads, the compiler the implementation, the cost estimator and the run-time tracker the
cost, the reference page the rest. One cost table serves both static and run-time cost.
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
"""The first version that evaluates rules by default."""

FUTURE: Version = (1, 1000)
"""For what proposals name, and no server has yet."""


class OverloadCost(Protocol):
    """What a call costs. `kapivara.cel.cost` has the common ones; see there for the two arguments' types."""

    @property
    def by_result(self) -> bool:
        """Whether `actual` needs the result; where it does not, a call is paid for before it is made."""

    @property
    def doc(self) -> str:
        """The cost in a few words, for people."""

    @property
    def unpaid(self) -> int | None:
        """What `bound` is beyond `estimate`; None where they may have little in common."""

    def estimate(self, call: Any) -> Any:
        """The range of costs and the size of the result, before anything runs."""

    def bound(self, call: Any) -> Any:
        """The range of costs and the size of the result that no call exceeds.

        Upstream's estimates, which `estimate` gives, may fall short of what it counts later.
        """

    def actual(self, args: tuple[Any, ...], result: Any) -> int:
        """The cost of one call that was made; `args` starts with the target of a member call.

        `FAILED` stands for a result, and for an argument, that failed: such calls are paid for too.
        """


@record(eq=False)
class Overload:
    """One signature of a function.

    `implementation` takes the values positionally (target first) and raises `CelError` where the call fails.
    `inline`, where given, is Python of ours with `{0}`, `{1}` … for the arguments, which are printed exactly once
    each; the compiler prints it in place of a call. `fails` tells whether a call can raise at all.
    `cost` None means the language's default: 1. A `budgeted` one takes a `Budget` before the values, and pays there
    for work of which its cost tells nothing; it has no `inline`. One that `grows` may
    make much of little: a server does not call it where others wait. `since` is the version of the server from which
    rules may use it, None where they may not.
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
    """A named function or operator: its overloads, what it does in one sentence, and worked examples.

    `examples` are pairs of an expression and what it evaluates to, both in the language; tests run them.
    """

    name: str
    overloads: tuple[Overload, ...]
    doc: str = ""
    examples: tuple[tuple[str, str], ...] = ()


Library = Mapping[str, Function]
"""Functions by name."""
