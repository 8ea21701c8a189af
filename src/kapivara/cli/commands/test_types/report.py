"""The results of `kapivara test-types` as data: a result for each case, and what prevented cases from running."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Unreadable
from kapivara.generator.cases.case_run import CaseResult
from kapivara.generator.model.author_error import AuthorError
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.cli.reports.coverage_floor import Floor
    from kapivara.generator.cases.rule_coverage import RuleCoverage


@record(eq=False)
class TypesReport:
    """The results of one run; `source` is the name of the file of cases."""

    source: str
    results: tuple[CaseResult, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    """Lines that are not valid cases, and files that could not be read."""
    errors: tuple[AuthorError, ...] = ()
    """The errors of the types; no case runs if there are any."""
    coverage: RuleCoverage | None = None
    """The rules that cases violated, if coverage was requested."""
    floor: Floor | None = None

    @property
    def identical(self) -> int:
        """The number of cases with exactly the expected errors."""
        return sum(each.identical for each in self.results)

    @property
    def differ(self) -> int:
        """The number of cases with other errors than expected."""
        return len(self.results) - self.identical

    @property
    def exit_code(self) -> int:
        """0 if all cases pass, 2 if input could not be read.

        1 if a case fails, the types have errors, or too few rules are covered.
        """
        if self.unreadable:
            return EXIT_UNREADABLE
        below = self.floor is not None and not self.floor.held
        return EXIT_INVALID if self.errors or self.differ or below else EXIT_GOOD
