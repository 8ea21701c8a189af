"""A finding of lint: one problem at one place of the sources."""

from __future__ import annotations

from enum import StrEnum

from kapivara.generator.model.types import Position
from kapivara.values.record import record


class Severity(StrEnum):
    """The severity of a finding: errors must be corrected, warnings should be reviewed."""

    ERROR = "error"
    WARNING = "warning"


@record
class Finding:
    """One finding: the problem, its place, and a correction.

    `type_name` is the full name of the type, `field` the name of the field in the source, `tag` the name of the tag
    without its plus sign; unknown ones are empty. The engine sets `rule` and, usually, `severity`.
    """

    message: str
    place: Position | None
    type_name: str = ""
    field: str = ""
    tag: str = ""
    hint: str = ""
    rule: str = ""
    severity: Severity | None = None

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.severity or Severity.ERROR}: {self.message} [{self.rule}]"
