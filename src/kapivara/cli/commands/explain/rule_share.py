"""The share of a built-in kind's rules that are declared by tags; the others are written by hand.

A declared rule is a tag that can reject a value, anywhere in the kind's types. A hand-written rule is a place in the
code that constructs an error; the table of hand-written rules holds their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.machinery.validation.declared_levels import declared_rules_of
from kapivara.cli.fields.hand_written_rules import count_rules
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind

_COMPARED_ONLY = "alpha"


@record
class RuleShare:
    """The numbers of rules: declared and enforced, declared but only compared, and hand-written."""

    declared: int
    compared: int
    by_hand: int

    @property
    def percent(self) -> float:
        """The percentage of enforced rules that are declared."""
        total = self.declared + self.by_hand
        return round(100 * self.declared / total, 1) if total else 0.0


def rule_share(kind: Kind) -> RuleShare:
    """Returns the numbers of rules of a built-in kind."""
    levels = [rule.level for rule in declared_rules_of(kind.shape)] if kind.declared_rules is not None else []
    compared = levels.count(_COMPARED_ONLY)
    return RuleShare(len(levels) - compared, compared, count_rules(kind.gvk))
