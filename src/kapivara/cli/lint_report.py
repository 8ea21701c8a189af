"""What one run of `kapivara lint` found: plain data between the command and the ways to print it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Unreadable
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


@record(eq=False)
class LintReport:
    """The findings, by place, the inputs that could not be read, and the rules that were applied.

    `strict` lets warnings count as errors.
    """

    findings: tuple[Finding, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    _: KW_ONLY
    rules: tuple[Rule, ...] = ()
    strict: bool = False

    def count(self, severity: Severity) -> int:
        """Counts the findings that are as bad as this."""
        return sum(each.severity is severity for each in self.findings)

    @property
    def exit_code(self) -> int:
        """Says 0 where all is good, 1 where there are errors, 2 where something could not be read."""
        if self.unreadable:
            return EXIT_UNREADABLE
        counted = len(self.findings) if self.strict else self.count(Severity.ERROR)
        return EXIT_INVALID if counted else EXIT_GOOD
