"""What every admission plugin is: two questions about a write, each with the answer "nothing against it" to begin with.

Upstream: apiserver/pkg/admission/interfaces.go Attributes, MutationInterface, ValidationInterface (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from kapivara.authorization.user_info import ADMIN, UserInfo
from kapivara.meta import ApiError, forbidden_status
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.admission.reinvocation import Reinvocation
    from kapivara.apis.kind import Kind
    from kapivara.apis.surroundings import Surroundings


class Action(StrEnum):
    """What is done to an object."""

    CREATE = "CREATE"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    CONNECT = "CONNECT"


def _drop_warnings(*_texts: str) -> None:
    """Drops warnings, where nobody reads them."""


def _no_options(action: Action) -> JsonObject:  # noqa: ARG001  whatever is done
    """Returns no options at all."""
    return {}


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
    warn: Callable[..., None] = _drop_warnings
    """Takes the texts of warnings for the client."""
    deadline: Deadline = NO_DEADLINE
    """When the time for the write is up; who writes something else for it leaves its turn first."""
    user: UserInfo = ADMIN
    """Who writes."""
    options: Callable[[Action], JsonObject] = _no_options
    """Returns the options of the write, which is of this action, as an object."""
    rounds: list[Reinvocation] | None = None
    """What plugins that change objects leave for a second round, if one does."""

    @property
    def surroundings(self) -> Surroundings:
        """The server around the kind: other objects, feature gates, the time."""
        return self.kind.surroundings

    def forbidden(self, problem: str) -> ApiError:
        """Makes the refusal of the write for a reason.

        Upstream: apiserver/pkg/admission/errors.go NewForbidden.
        """
        name = self.name
        if not name:
            metadata = {} if self.obj is ABSENT else self.obj["metadata"]
            name = metadata.get("name") or metadata.get("generateName") or "Unknown"
        return ApiError(forbidden_status(self.kind.group_resource, name, problem))


class Plugin:
    """An admission plugin. It keeps no state: what it has to know it asks the surroundings."""

    def concerns(self, kind: Kind, namespace: str) -> bool:  # noqa: ARG002  most look at what is written
        """Tells whether there is anything to be asked about a write in a namespace, before anybody looks at it."""
        return True

    def admit(self, write: Attributes) -> None:
        """Changes an object before it is prepared and validated, in place; raises ApiError to refuse the write."""

    def validate(self, write: Attributes) -> None:
        """Raises ApiError to refuse a write that has passed validation."""
