"""The results of `kapivara crd test`: the results of cases, the rules that they cover, and what prevented cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.commands.crd.test.case_run import CaseResult, CoveredRule, percent_of
from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Result, Unreadable
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.cli.reports.coverage_floor import Floor


@record(eq=False)
class CrdTestReport:
    """The results of one run in input order; `refused` holds the results of CRDs that the server rejected.

    `floor` is the coverage that is required, and whether it was reached.
    """

    results: tuple[CaseResult, ...]
    rules: tuple[CoveredRule, ...]
    unreadable: tuple[Unreadable, ...]
    _: KW_ONLY
    refused: tuple[Result, ...] = ()
    floor: Floor | None = None

    @property
    def failed(self) -> int:
        """The number of cases with an unexpected outcome."""
        return sum(not each.passed for each in self.results)

    @property
    def percent(self) -> float:
        """The percentage of rules that are covered."""
        return percent_of(list(self.rules))

    @property
    def uncovered(self) -> tuple[CoveredRule, ...]:
        """The rules that no case violates, or that no case satisfies."""
        return tuple(rule for rule in self.rules if rule.gap)

    @property
    def is_below_floor(self) -> bool:
        """Whether fewer rules are covered than required."""
        return self.floor is not None and not self.floor.held

    @property
    def exit_code(self) -> int:
        """0 if all cases pass, 1 if one fails or too few rules are covered, 2 if input could not be read."""
        if self.unreadable:
            return EXIT_UNREADABLE
        return EXIT_INVALID if self.failed or self.refused or self.is_below_floor else EXIT_GOOD
