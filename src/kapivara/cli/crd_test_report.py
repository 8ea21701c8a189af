"""What `kapivara crd test` found: a result for each case, the rules that they cover, what kept cases from being run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.crd_case_run import CaseResult
from kapivara.cli.crd_rule_coverage import CoveredRule, percent_of
from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Result, Unreadable
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.cli.coverage_floor import Floor


@record(eq=False)
class CrdTestReport:
    """All that one run found, in the order of the input; `refused` are definitions that the server does not take.

    `floor` is the coverage that must not be missed, and whether it was.
    """

    results: tuple[CaseResult, ...]
    rules: tuple[CoveredRule, ...]
    unreadable: tuple[Unreadable, ...]
    _: KW_ONLY
    refused: tuple[Result, ...] = ()
    floor: Floor | None = None

    @property
    def failed(self) -> int:
        """How many cases came out otherwise than expected."""
        return sum(not each.passed for each in self.results)

    @property
    def percent(self) -> float:
        """The share of rules that are covered."""
        return percent_of(list(self.rules))

    @property
    def uncovered(self) -> tuple[CoveredRule, ...]:
        """The rules that no case breaks, or that none keeps."""
        return tuple(rule for rule in self.rules if rule.gap)

    @property
    def is_below_floor(self) -> bool:
        """Whether fewer rules are covered than have to be."""
        return self.floor is not None and not self.floor.held

    @property
    def exit_code(self) -> int:
        """Says 0 where all cases agree, 1 where one does not or too few rules are covered, 2 for unreadable input."""
        if self.unreadable:
            return EXIT_UNREADABLE
        return EXIT_INVALID if self.failed or self.refused or self.is_below_floor else EXIT_GOOD
