"""What one run of `kapivara crd lint` found: plain data between the command and the ways to print it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kapivara.apis.apiextensions.lint import Finding, LintRule, Severity
from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Location, Unreadable
from kapivara.meta.identity import Identity
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.cli.excerpts import Excerpt


@record(eq=False)
class PlacedFinding:
    """A finding, where it is in the file, and the line there; `lines` are those beside which it may be silenced."""

    finding: Finding
    place: Location
    excerpt: Excerpt | None
    _: KW_ONLY
    lines: tuple[int, ...] = ()

    @property
    def message(self) -> str:
        """What is wrong, behind the field of objects that it is about."""
        found = self.finding
        return f"{found.field}: {found.message}" if found.field else found.message


@record(eq=False)
class LintedDefinition:
    """A definition and its findings, by place; so many were silenced, or are advice that nobody asked for."""

    identity: Identity
    place: Location
    findings: tuple[PlacedFinding, ...]
    _: KW_ONLY
    silenced: int = 0
    hidden: int = 0


@record(eq=False)
class CrdLintReport:
    """All that one run found, in the order of the input; `strict` lets warnings count as errors."""

    definitions: tuple[LintedDefinition, ...]
    unreadable: tuple[Unreadable, ...]
    _: KW_ONLY
    rules: tuple[LintRule, ...] = ()
    strict: bool = False

    def findings(self) -> Iterator[PlacedFinding]:
        """Lists all findings."""
        return (each for definition in self.definitions for each in definition.findings)

    def count(self, severity: Severity) -> int:
        """Counts the findings that are as bad as this."""
        return sum(each.finding.severity is severity for each in self.findings())

    @property
    def exit_code(self) -> int:
        """Says 0 where all is good, 1 where there are errors, 2 where something could not be read."""
        if self.unreadable:
            return EXIT_UNREADABLE
        counted = self.count(Severity.ERROR) + (self.count(Severity.WARNING) if self.strict else 0)
        return EXIT_INVALID if counted else EXIT_GOOD
