"""The results of `kapivara crd lint` as data, for all output formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.lint import Finding, LintRule, Severity
from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Location, Unreadable
from kapivara.meta.identity import Identity
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.cli.findings import Excerpt


@record(eq=False)
class PlacedFinding:
    """A finding, its place in the file, and its source line; a comment on one of `lines` silences it."""

    finding: Finding
    place: Location
    excerpt: Excerpt | None
    _: KW_ONLY
    lines: tuple[int, ...] = ()

    @property
    def message(self) -> str:
        """The message, after the field of objects if there is one."""
        found = self.finding
        return f"{found.field}: {found.message}" if found.field else found.message


@record(eq=False)
class LintedDefinition:
    """A CRD and its findings by place; `silenced` counts silenced ones, `hidden` advice that was not requested."""

    identity: Identity
    place: Location
    findings: tuple[PlacedFinding, ...]
    _: KW_ONLY
    silenced: int = 0
    hidden: int = 0


@record(eq=False)
class CrdLintReport:
    """The results of one run in input order; `strict` counts warnings as errors."""

    definitions: tuple[LintedDefinition, ...]
    unreadable: tuple[Unreadable, ...]
    _: KW_ONLY
    rules: tuple[LintRule, ...] = ()
    strict: bool = False

    def findings(self) -> Iterator[PlacedFinding]:
        """Yields all findings."""
        return (each for definition in self.definitions for each in definition.findings)

    def count(self, severity: Severity) -> int:
        """Returns the number of findings of this severity."""
        return sum(each.finding.severity is severity for each in self.findings())

    @property
    def exit_code(self) -> int:
        """0 without errors, 1 with errors, 2 if input could not be read."""
        if self.unreadable:
            return EXIT_UNREADABLE
        counted = self.count(Severity.ERROR) + (self.count(Severity.WARNING) if self.strict else 0)
        return EXIT_INVALID if counted else EXIT_GOOD
