"""What to compile, as data: the plan of one schema node.

A front end decides everything here; the emitters only print. Children are thunks, so that a node's plan
is made when an object first reaches it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.compiler.validator import Validator
    from kapivara.emit.conditions import Condition

NULL = type(None)

Explain = Callable[..., None]
"""explain(report, path, value, *args): adds what is wrong to the report."""


@record
class RuleCall:
    """One rule on the value at hand: when it applies, when it holds, and how its failure is told.

    `kinds` are the Python types it applies to (empty: all but null). Where `holds` is None the rule is
    covered by the structure of the plan (children, branches) and only explains; where `explain` is None the
    rule is explained elsewhere and only takes part in `ok`.
    """

    kinds: tuple[type, ...]
    holds: Condition | None
    explain: Explain | None
    args: tuple[Any, ...] = ()


@record
class Members:
    """What an object's fields must satisfy."""

    properties: Mapping[str, Validator]
    plain: Mapping[str, type]
    """Fields for which the Python type alone decides."""
    required: tuple[str, ...]
    additional: Validator | None
    additional_allowed: bool


@record
class Branches:
    """Schemas combined at the same value."""

    all_of: tuple[Validator, ...] = ()
    any_of: tuple[Validator, ...] = ()
    one_of: tuple[Validator, ...] = ()
    not_: Validator | None = None

    @property
    def count(self) -> int:
        """How many schemas there are."""
        return len(self.all_of) + len(self.any_of) + len(self.one_of) + (self.not_ is not None)


FEW = 16
"""How many branches, or required fields, are printed one by one; more are walked in a loop, which nests nothing."""
NO_BRANCHES = Branches()
"""The one that nodes without junctors have."""


@record
class ValuePlan:
    """The whole of one node, in the order in which its failures are told."""

    title: str
    accepts: Mapping[type, bool]
    """Which Python types pass the type check; the value-dependent cases are rules."""
    rules: tuple[RuleCall, ...]
    counts: dict[type, int]
    """How many checks count of a value of a type, where that is always the same; known from earlier values.

    Nodes of which the same checks count may share it.
    """
    members: Members | None = None
    items: Validator | None = None
    branches: Branches = NO_BRANCHES
    in_branch: bool = False
    """Whether the node is part of a junctor, where one value is looked at again and again: that counts as steps."""
