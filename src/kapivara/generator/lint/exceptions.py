"""Parses the exceptions file of the tag linter, which lists accepted differences between two versions of an API.

Each line accepts different validation tags of one type or field. It names the package of the older version (folder or
import path, or the end of either), and the type, or the type and the JSON name of a field; `*` means all its fields.
A `#` starts a comment:

    # v1beta1 allowed longer names, and has to keep doing so
    apps/v1beta1  Widget.displayName
    v1alpha1      Gadget.*
"""

from __future__ import annotations

from kapivara.generator.model.types import Position
from kapivara.values.record import record


@record
class AcceptedDifference:
    """A line of the exceptions file.

    `package` is the end of the package's path. `field` is the JSON name of a field, `*` for all fields, or empty for
    tags of the type itself. `place` is the position of the line.
    """

    package: str
    type_name: str
    field: str
    place: Position

    def covers(self, package: str, type_name: str, field: str) -> bool:
        """Returns True if the line accepts differing tags of a type, or of its field if `field` is not empty."""
        return (
            (package == self.package or package.endswith("/" + self.package))
            and type_name == self.type_name
            and (field == self.field or (self.field == "*" and field != ""))
        )

    def __str__(self) -> str:
        return f"{self.package} {self.type_name}.{self.field}" if self.field else f"{self.package} {self.type_name}"


@record
class AcceptedDifferences:
    """The parsed lines of an exceptions file, and the positions of malformed lines."""

    accepted: tuple[AcceptedDifference, ...]
    malformed: tuple[Position, ...] = ()


def read_exceptions(text: str, file: str) -> AcceptedDifferences:
    """Parses the text of an exceptions file; `file` is its name, used in positions."""
    accepted, malformed = [], []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0]
        words = content.split()
        if not words:
            continue
        place = Position(file, number, len(content) - len(content.lstrip()) + 1)
        type_name, dot, field = words[1].partition(".") if len(words) == 2 else ("", "", "")
        if not type_name or (dot and not field):
            malformed.append(place)
        else:
            accepted.append(AcceptedDifference(words[0].strip("/"), type_name, field, place))
    return AcceptedDifferences(tuple(accepted), tuple(malformed))
