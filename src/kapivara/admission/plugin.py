"""The base of admission plugins: `admit` and `validate`, which accept every write by default.

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
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.server.surroundings import Surroundings


class Action(StrEnum):
    """The operation on an object."""

    CREATE = "CREATE"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    CONNECT = "CONNECT"


def _drop_warnings(*_texts: str) -> None:
    """Drops warnings that have no reader."""


def _no_options(action: Action) -> JsonObject:  # noqa: ARG001  whatever is done
    """Returns empty options."""
    return {}


@record(eq=False)
class Attributes:
    """A write to admit: its kind and subresource, and the new and the old object.

    `obj` is absent for a deletion, `old` for a creation.
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
    """Adds texts as warnings to the response."""
    deadline: Deadline = NO_DEADLINE
    """The deadline of the write; a plugin that writes other objects gives up its turn first."""
    user: UserInfo = ADMIN
    """The user of the request."""
    options: Callable[[Action], JsonObject] = _no_options
    """Returns the options of the write as an object, for its action."""
    rounds: list[Reinvocation] | None = None
    """The state for a second round of mutating plugins, if there is one."""

    @property
    def surroundings(self) -> Surroundings:
        """The server of the kind: other objects, feature gates, the time."""
        return self.kind.surroundings

    def forbidden(self, problem: str) -> ApiError:
        """Returns the error that rejects the write.

        Upstream: apiserver/pkg/admission/errors.go NewForbidden.
        """
        name = self.name
        if not name:
            metadata = {} if self.obj is ABSENT else self.obj["metadata"]
            name = metadata.get("name") or metadata.get("generateName") or "Unknown"
        return ApiError(forbidden_status(self.kind.group_resource, name, problem))


class Plugin:
    """An admission plugin. It keeps no state, but asks the surroundings."""

    def concerns(self, kind: Kind, namespace: str) -> bool:  # noqa: ARG002  for subclasses
        """Returns False if the plugin can skip all writes of a kind in a namespace, without their content."""
        return True

    def admit(self, write: Attributes) -> None:
        """Changes an object in place before it is prepared and validated; raises ApiError to reject the write."""

    def validate(self, write: Attributes) -> None:
        """Raises ApiError to reject a write that has passed validation."""
