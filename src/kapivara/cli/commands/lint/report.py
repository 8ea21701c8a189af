"""The results of `kapivara lint` as data, between the command and the output formats."""

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
    """The findings by place, the inputs that could not be read, and the rules that were applied.

    `strict` counts warnings as errors.
    """

    findings: tuple[Finding, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    _: KW_ONLY
    rules: tuple[Rule, ...] = ()
    strict: bool = False

    def count(self, severity: Severity) -> int:
        """Returns the number of findings of this severity."""
        return sum(each.severity is severity for each in self.findings)

    @property
    def exit_code(self) -> int:
        """0 without errors, 1 with errors, 2 if an input could not be read."""
        if self.unreadable:
            return EXIT_UNREADABLE
        counted = len(self.findings) if self.strict else self.count(Severity.ERROR)
        return EXIT_INVALID if counted else EXIT_GOOD
