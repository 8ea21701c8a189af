"""The plan of one pass over a value, as data: type checks, counts of fields, defaults, conditions and CEL rules.

The front end makes the plan, `emit_pass` prints it. A pass only accepts values. Where it is unsure (null, an undeclared
field, an unexpected type, a failing rule), the slower steps process the value again and report its errors.
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
"""The result of a pass that does not accept the value."""


class Filling(Protocol):
    """Counts the bytes that defaults may still add to an object."""

    left: int
    may_hold_floats: bool
    """Whether the pass has met a float, or a value that it does not look into."""

    def spend(self, size: int) -> None:
        """Counts added bytes; raises an error where the object grows too large."""
        ...


class PassNode(LazyNode[[Any, Filling | None, Any], int]):
    """A node's function `run(value, filling, budget)`: returns the most that its CEL rules may cost, or `UNSURE`.

    Fills in defaults of missing fields where `filling` is given; `budget` is the cost budget of the CEL rules.
    """

    __slots__ = ("_plan",)

    def __init__(self, allowance: CodeAllowance):
        super().__init__(allowance)
        self._plan: PassPlan | None = None

    @property
    def plan(self) -> PassPlan:
        """The node's plan, built on first access."""
        if self._plan is None:
            self._plan = self.make_plan()
        return self._plan

    @abstractmethod
    def make_plan(self) -> PassPlan:
        """Returns the plan of this node's pass."""

    @property
    @abstractmethod
    def has_costs(self) -> bool:
        """Whether the node, or a node below it, has CEL rules."""

    @property
    def is_printable(self) -> bool:
        """Whether the plan describes the node completely; if not, the node is walked."""
        return True

    @property
    def is_small(self) -> bool:
        """Whether the node's code is always inlined into the code of the node above."""
        return False

    def walk(self, _value: Any, _filling: Filling | None, _budget: Any) -> int:
        """Returns `UNSURE`: nodes without compiled code leave their values to the slower steps."""
        return UNSURE

    def compile(self) -> Callable[[Any, Filling | None, Any], int]:
        """Compiles the plan into a function."""
        from kapivara.compiler.emit_pass import compile_pass

        return compile_pass(self.plan) if self.is_printable else self.walk


@record(eq=False)
class Default:
    """The default of a missing field, its size in bytes, and whether it is known to be valid.

    A default that is not `usable`, because pruning would remove it, is left to the slower steps.
    """

    value: Any
    size: int
    is_sound: bool = False
    usable: bool = True
    holds_floats: bool = False


@record(eq=False)
class PassPlan:
    """The plan of one node."""

    title: str
    kinds: Mapping[type, Condition]
    """The accepted Python types, each with the condition on its values."""
    fields: Mapping[str, PassNode] = {}
    plain: Mapping[str, type] = {}
    """Fields that are valid whenever their value has this Python type."""
    required: tuple[str, ...] = ()
    defaults: Mapping[str, Default] = {}
    others: PassNode | None = None
    """The node of the values of undeclared fields."""
    keeps_others: bool = False
    """Whether undeclared fields, or items without a schema, are kept unchanged."""
    items: PassNode | None = None
    branches: Branches = NO_BRANCHES
    rules: LazyNode[[Any, Any, Any], int] | None = None
    """The CEL rules of the node: a function of a value, None and the budget, with the same results as a pass."""
    has_costs: bool = False
    most_cost: int = 0
    """The highest cost that the CEL rules may reach together."""


def fill_many(value: dict[str, Any], defaults: Mapping[str, Default], filling: Filling) -> None:
    """Fills in missing fields from a table of defaults, as the printed code does for a few."""
    for name, default in defaults.items():
        if name not in value:
            filling.spend(default.size)
            value[name] = copy_json(default.value)
            if default.holds_floats:
                filling.may_hold_floats = True
