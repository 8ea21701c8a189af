"""What every admission plugin is: two questions about a write, each with the answer "nothing against it" to begin with.

Upstream: apiserver/pkg/admission/interfaces.go Attributes, MutationInterface, ValidationInterface (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from kapivara.meta import ApiError, forbidden_status
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind
    from kapivara.apis.surroundings import Surroundings


class Action(StrEnum):
    """What is done to an object."""

    CREATE = "CREATE"
    UPDATE = "UPDATE"
    DELETE = "DELETE"


def _unheard(*_texts: str) -> None:
    """Takes warnings that nobody is told."""


@record(eq=False)
class Attributes:
    """A write that is to be admitted: of which kind, through which subresource, what is written and what was there.

    `obj` is absent where an object is deleted, `old` where it is created.
    """

    action: Action
    kind: Kind
    subresource: str
    namespace: str
    name: str
    obj: JsonObject | Absent = ABSENT
    old: JsonObject | Absent = ABSENT
    dry_run: bool = False
    warn: Callable[..., None] = _unheard
    """Takes the texts of warnings for the client."""

    @property
    def surroundings(self) -> Surroundings:
        """The server around the kind: other objects, feature gates, the time."""
        return self.kind.surroundings

    def forbidden(self, problem: str) -> ApiError:
        """Makes the refusal of the write for a reason.

        Upstream: apiserver/pkg/admission/errors.go NewForbidden.
        """
        name = self.name
        if not name and self.obj is not ABSENT:
            metadata = self.obj["metadata"]
            name = metadata.get("name") or metadata.get("generateName") or "Unknown"
        return ApiError(forbidden_status(self.kind.group_resource, name, problem))


class Plugin:
    """An admission plugin. It keeps no state: what it has to know it asks the surroundings."""

    def admit(self, write: Attributes) -> None:
        """Changes an object before it is prepared and validated, in place; raises ApiError to refuse the write."""

    def validate(self, write: Attributes) -> None:
        """Raises ApiError to refuse a write that has passed validation."""
