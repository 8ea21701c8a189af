"""What `kapivara test-types` found: one result for each case, and what kept cases from being run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Unreadable
from kapivara.generator.author_error import AuthorError
from kapivara.generator.case_run import CaseResult
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.cli.coverage_floor import Floor
    from kapivara.generator.rule_coverage import RuleCoverage


@record(eq=False)
class TypesReport:
    """All that one run found; `source` is the name of the file of cases."""

    source: str
    results: tuple[CaseResult, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    """Lines that are no cases, files that could not be read."""
    errors: tuple[AuthorError, ...] = ()
    """What is wrong with the types; no case was run then."""
    coverage: RuleCoverage | None = None
    """Which rules the cases made refuse something, where that was asked for."""
    floor: Floor | None = None

    @property
    def identical(self) -> int:
        """How many cases gave exactly the expected errors."""
        return sum(each.identical for each in self.results)

    @property
    def differ(self) -> int:
        """How many cases did not."""
        return len(self.results) - self.identical

    @property
    def exit_code(self) -> int:
        """Says 0 where all cases agree, 2 for unreadable input.

        1 where one differs, the types are not right, or too few rules are covered.
        """
        if self.unreadable:
            return EXIT_UNREADABLE
        below = self.floor is not None and not self.floor.held
        return EXIT_INVALID if self.errors or self.differ or below else EXIT_GOOD
