"""What lint finds: one remark about one place of the sources."""

from __future__ import annotations

from enum import StrEnum

from kapivara.generator.model import Position
from kapivara.values.record import record


class Severity(StrEnum):
    """How bad a finding is: errors have to go, warnings are worth a look."""

    ERROR = "error"
    WARNING = "warning"


@record
class Finding:
    """One finding: what is wrong, where, and what would be right.

    `type_name` is the full name of the type, `field` the name of the field as the source spells it, `tag` the tag at
    fault, without its plus sign. What is not known is empty. Rules leave `rule` and, mostly, `severity` to the engine.
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
