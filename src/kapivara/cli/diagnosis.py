"""The results of a command in one common form, from which reports for other tools are made.

Each command converts its report to a Diagnosis (`*_diagnosis.py`). SARIF, JUnit, TAP and the annotations of GitHub and
GitLab are rendered from it, and every JSON report lists the same diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from kapivara.cli.findings import Location, Unreadable
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

UNREADABLE = "unreadable"
"""The rule id of inputs that could not be read."""


class Level(StrEnum):
    """The severity of a diagnostic: errors fail a run, notes only inform."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@record
class Diagnostic:
    """One message about one place, with its rule and a hint.

    `end_column` is the column after the marked text in the line of `place`; 0 if unknown. `related` is another place
    that the message is about.
    """

    level: Level
    rule: str
    place: Location
    message: str
    _: KW_ONLY
    hint: str = ""
    end_column: int = 0
    related: Location | None = None

    @property
    def text(self) -> str:
        """The message, then the hint, then the Helm template that rendered the object, each on lines of its own."""
        template = f"rendered from {self.place.template}" if self.place.template else ""
        return "\n".join(filter(None, (self.message, self.hint, template)))


@record
class Subject:
    """A unit that was validated: an object, a CRD, or a file. It passes if no diagnostic is an error.

    `group` is shared by similar subjects, such as their kind; `skipped` states why the subject was not validated.
    """

    name: str
    place: Location
    diagnostics: tuple[Diagnostic, ...] = ()
    _: KW_ONLY
    group: str = ""
    skipped: str = ""

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that make the subject fail."""
        return tuple(each for each in self.diagnostics if each.level is Level.ERROR)


@record
class RuleDescription:
    """The documentation of a rule, for formats that list the rules of a run."""

    id: str
    what: str
    _: KW_ONLY
    help: str = ""
    markdown: str = ""
    level: Level = Level.ERROR


@record
class Diagnosis:
    """The results of one run in input order; `remarks` are about the run itself."""

    command: str
    subjects: tuple[Subject, ...]
    rules: tuple[RuleDescription, ...] = ()
    remarks: tuple[Diagnostic, ...] = ()

    def diagnostics(self) -> Iterator[tuple[Subject, Diagnostic]]:
        """Yields all diagnostics, each with its subject."""
        return ((subject, each) for subject in self.subjects for each in subject.diagnostics)


def unreadable_subject(item: Unreadable) -> Subject:
    """Returns an input that could not be read as a failed subject."""
    found = Diagnostic(Level.ERROR, UNREADABLE, item.place, item.message, hint=item.note)
    return Subject(item.place.source, item.place, (found,), group="file")
