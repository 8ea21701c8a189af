"""What may be asked at a path, as data: both versions of OpenAPI are printed of it.

Upstream: the routes of go-restful, from which kube-openapi builds documents (pkg/common/interfaces.go, 1.37).
"""

from __future__ import annotations

from kapivara.meta import GroupVersionKind
from kapivara.registry.openapi.model import Model
from kapivara.values.record import record, replace

UNAUTHORIZED = ("401", "Unauthorized")
"""How all operations answer those whom the server does not know."""


@record
class Parameter:
    """A parameter in a path or a query; `owner` is the type that it is a field of, empty where it is of none."""

    name: str
    place: str
    type: str
    text: str
    owner: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What the parameter is told from others of an operation by; documents list them in this order."""
        return self.name, self.place


@record
class RequestBody:
    """What is sent with a request."""

    model: Model
    required: bool = True


@record
class Operation:
    """One method at a path.

    `id` is what generated clients call it, `model` the type of all good answers, whose `codes` come with a word each.
    `action` and `kind` are told where it is about a resource.
    """

    method: str
    id: str
    tag: str
    text: str
    consumes: tuple[str, ...]
    produces: tuple[str, ...]
    model: Model
    codes: tuple[tuple[str, str], ...]
    parameters: tuple[Parameter, ...] = ()
    body: RequestBody | None = None
    action: str = ""
    kind: GroupVersionKind | None = None


@record
class PathItem:
    """A path, and all that may be asked there."""

    path: str
    operations: tuple[Operation, ...]

    def without(self, name: str) -> PathItem:
        """Returns the same path where no operation takes a parameter."""
        operations = tuple(
            replace(each, parameters=tuple(taken for taken in each.parameters if taken.name != name))
            for each in self.operations
        )
        return PathItem(self.path, operations)

    def common_parameters(self) -> dict[tuple[str, str], Parameter]:
        """Returns the parameters that all operations take, in their order: documents say them once.

        Upstream: kube-openapi/pkg/builder3/openapi.go findCommonParameters.
        """
        taken = [{each.key: each for each in operation.parameters} for operation in self.operations]
        common = set.intersection(*(set(each) for each in taken))
        return {key: taken[-1][key] for key in sorted(common)}

    def own_parameters(self, operation: Operation) -> list[Parameter]:
        """Returns the parameters that an operation takes, and not all others with it, in their order."""
        common = self.common_parameters()
        own = [each for each in operation.parameters if each.key not in common]
        return sorted(own, key=lambda each: each.key)
