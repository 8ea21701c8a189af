"""What a command found, in the one form that reports for other tools are made from.

Each command tells its own report as a Diagnosis (`*_diagnosis.py`); SARIF, JUnit, TAP and the annotations of GitHub and
GitLab are rendered from that, and every JSON report lists the same diagnostics.
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
"""The rule of inputs that could not be read."""


class Level(StrEnum):
    """How much a diagnostic weighs: errors fail a run, notes only inform."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@record
class Diagnostic:
    """One remark about one place: which rule makes it, what it says, and what would help.

    `end_column` is the column behind what is meant, in the line of `place`; 0 where unknown. `related` is another place
    that has to do with it.
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
        """The message, below it the hint, and the template that Helm made this from."""
        template = f"rendered from {self.place.template}" if self.place.template else ""
        return "\n".join(filter(None, (self.message, self.hint, template)))


@record
class Subject:
    """What was judged as one: an object, a definition, a file. It passes where no diagnostic is an error.

    `group` is what such subjects have in common, such as their kind; `skipped` says why it was not judged.
    """

    name: str
    place: Location
    diagnostics: tuple[Diagnostic, ...] = ()
    _: KW_ONLY
    group: str = ""
    skipped: str = ""

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that fail it."""
        return tuple(each for each in self.diagnostics if each.level is Level.ERROR)


@record
class RuleDescription:
    """What a rule is about, for tools that list the rules of a run."""

    id: str
    what: str
    _: KW_ONLY
    help: str = ""
    markdown: str = ""
    level: Level = Level.ERROR


@record
class Diagnosis:
    """All that one run of a command found, in the order of the input; `remarks` are about the run itself."""

    command: str
    subjects: tuple[Subject, ...]
    rules: tuple[RuleDescription, ...] = ()
    remarks: tuple[Diagnostic, ...] = ()

    def diagnostics(self) -> Iterator[tuple[Subject, Diagnostic]]:
        """Lists all diagnostics with what they are about."""
        return ((subject, each) for subject in self.subjects for each in subject.diagnostics)


def unreadable_subject(item: Unreadable) -> Subject:
    """Returns an input that could not be read as one that does not pass."""
    found = Diagnostic(Level.ERROR, UNREADABLE, item.place, item.message, hint=item.note)
    return Subject(item.place.source, item.place, (found,), group="file")
