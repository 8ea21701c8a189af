"""What one pass over a value does, as data: look, count, fill in, check, and evaluate rules, all as it goes by.

A front end decides it, `emit_pass` prints it. A pass only ever says yes: whatever it is not sure of (null, a field that
is not declared, a value of an odd type, a rule that does not hold) is looked at again by those who tell what is wrong.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.lazy import LazyNode
from kapivara.compiler.plan import NO_BRANCHES, Branches
from kapivara.emit.conditions import Condition
from kapivara.values import copy_json
from kapivara.values.record import record

UNSURE: Final = -1
"""What a pass returns where it does not say yes."""


class Filling(Protocol):
    """What defaults may still add to an object: so many bytes."""

    left: int
    may_hold_floats: bool
    """Whether a pass has met a float, or what it does not look into."""

    def spend(self, size: int) -> None:
        """Counts added bytes; raises where they are too many."""
        ...


class PassNode(LazyNode[[Any, Filling | None, Any], int]):
    """A node's function `run(value, filling, budget)`: what its rules may cost at the most, or `UNSURE`.

    Missing fields take their defaults where there is a `filling`; the `budget` is that of the rules.
    """

    __slots__ = ("_plan",)

    def __init__(self, allowance: CodeAllowance):
        super().__init__(allowance)
        self._plan: PassPlan | None = None

    @property
    def plan(self) -> PassPlan:
        """The node's plan, made when first asked for."""
        if self._plan is None:
            self._plan = self.make_plan()
        return self._plan

    @abstractmethod
    def make_plan(self) -> PassPlan:
        """Decides what the pass does at this node."""

    @property
    @abstractmethod
    def has_costs(self) -> bool:
        """Whether there are rules at the node or below it."""

    @property
    def is_printable(self) -> bool:
        """Whether the plan says all; if not, the node is walked."""
        return True

    @property
    def is_small(self) -> bool:
        """Whether the code of the node is always printed into that of the node above."""
        return False

    def walk(self, _value: Any, _filling: Filling | None, _budget: Any) -> int:
        """Leaves values to those who look closer: the schema has too many nodes to compile them all."""
        return UNSURE

    def compile(self) -> Callable[[Any, Filling | None, Any], int]:
        """Compiles the plan into a function."""
        from kapivara.compiler.emit_pass import compile_pass

        return compile_pass(self.plan) if self.is_printable else self.walk


@record(eq=False)
class Default:
    """What a missing field takes, how many bytes that is, and whether it is known to pass.

    One that is not `usable`, as it would itself be pruned, is left to those who look closer.
    """

    value: Any
    size: int
    is_sound: bool = False
    usable: bool = True
    holds_floats: bool = False


@record(eq=False)
class PassPlan:
    """The whole of one node."""

    title: str
    kinds: Mapping[type, Condition]
    """The Python types that pass, and what has to hold of a value of each."""
    fields: Mapping[str, PassNode] = {}
    plain: Mapping[str, type] = {}
    """Fields for which the Python type alone decides."""
    required: tuple[str, ...] = ()
    defaults: Mapping[str, Default] = {}
    others: PassNode | None = None
    """The values of fields that are not declared."""
    keeps_others: bool = False
    """Whether fields, or items, that are not declared are kept as they are."""
    items: PassNode | None = None
    branches: Branches = NO_BRANCHES
    rules: LazyNode[[Any, Any, Any], int] | None = None
    """The rules of the node: a function of a value, None and the budget, which returns what a pass does."""
    has_costs: bool = False
    most_cost: int = 0
    """What rules may cost together."""


def fill_many(value: dict[str, Any], defaults: Mapping[str, Default], filling: Filling) -> None:
    """Does for many defaults what is printed for a few."""
    for name, default in defaults.items():
        if name not in value:
            filling.spend(default.size)
            value[name] = copy_json(default.value)
            if default.holds_floats:
                filling.may_hold_floats = True
