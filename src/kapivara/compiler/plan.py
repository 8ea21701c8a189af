"""The plan of one schema node, as data.

The front end makes all decisions here; the emitters only print. Children are validators that plan themselves when the
first value reaches them.
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
"""explain(report, path, value, *args): adds the errors of the value to the report."""


@record
class RuleCall:
    """One rule on a value: where it applies, the condition that it checks, and the function that reports its error.

    `kinds` are the Python types to which it applies (empty: all but null). Where `holds` is None, the structure of the
    plan (children, branches) checks the rule, which then only explains. Where `explain` is None, another rule explains
    the error, and this one only takes part in `ok`.
    """

    kinds: tuple[type, ...]
    holds: Condition | None
    explain: Explain | None
    args: tuple[Any, ...] = ()


@record
class Members:
    """The constraints on the fields of an object."""

    properties: Mapping[str, Validator]
    plain: Mapping[str, type]
    """Fields that are valid whenever their value has this Python type."""
    required: tuple[str, ...]
    additional: Validator | None
    additional_allowed: bool


@record
class Branches:
    """The schemas of `allOf`, `anyOf`, `oneOf` and `not`, which all apply to the same value."""

    all_of: tuple[Validator, ...] = ()
    any_of: tuple[Validator, ...] = ()
    one_of: tuple[Validator, ...] = ()
    not_: Validator | None = None

    @property
    def count(self) -> int:
        """The number of schemas."""
        return len(self.all_of) + len(self.any_of) + len(self.one_of) + (self.not_ is not None)


FEW = 16
"""The most branches, or required fields, that are printed one by one; more are checked in a loop."""
NO_BRANCHES = Branches()
"""The branches of a node without `allOf`, `anyOf`, `oneOf` or `not`."""


@record
class ValuePlan:
    """The plan of one node, with its rules in the order in which the server reports their errors."""

    title: str
    accepts: Mapping[type, bool]
    """Whether a value of each Python type passes the type check; conditions on values are rules."""
    rules: tuple[RuleCall, ...]
    counts: dict[type, int]
    """The number of counted checks of a value per type, where it is constant; filled in from earlier values.

    Nodes with the same counted checks may share the mapping.
    """
    members: Members | None = None
    items: Validator | None = None
    branches: Branches = NO_BRANCHES
    in_branch: bool = False
    """Whether the node is inside `allOf`, `anyOf`, `oneOf` or `not`, where repeated checks count as steps."""
