"""The operations of a path as data, from which both OpenAPI versions are written.

Upstream: the routes of go-restful, from which kube-openapi builds documents (pkg/common/interfaces.go, 1.37).
"""

from __future__ import annotations

from kapivara.meta import GroupVersionKind
from kapivara.registry.openapi.model import Model
from kapivara.values.record import record, replace

UNAUTHORIZED = ("401", "Unauthorized")
"""The response of all operations to unauthenticated clients."""


@record
class Parameter:
    """A parameter in a path or a query; `owner` is the options type that declares it, or empty."""

    name: str
    place: str
    type: str
    text: str
    owner: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The identity of the parameter within an operation; documents list parameters in this order."""
        return self.name, self.place


@record
class RequestBody:
    """The body of a request."""

    model: Model
    required: bool = True


@record
class Operation:
    """One method at a path.

    `id` is the name in generated clients; `model` is the type of all successful responses; `codes` are their status
    codes, each with a text. `action` and `kind` are set for operations on resources.
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
    """A path with its operations."""

    path: str
    operations: tuple[Operation, ...]

    def without(self, name: str) -> PathItem:
        """Returns the path without a parameter of its operations."""
        operations = tuple(
            replace(each, parameters=tuple(taken for taken in each.parameters if taken.name != name))
            for each in self.operations
        )
        return PathItem(self.path, operations)

    def common_parameters(self) -> dict[tuple[str, str], Parameter]:
        """Returns the parameters of all operations, sorted; documents list them once per path.

        Upstream: kube-openapi/pkg/builder3/openapi.go findCommonParameters.
        """
        taken = [{each.key: each for each in operation.parameters} for operation in self.operations]
        common = set.intersection(*(set(each) for each in taken))
        return {key: taken[-1][key] for key in sorted(common)}

    def own_parameters(self, operation: Operation) -> list[Parameter]:
        """Returns the parameters of an operation that are not common to all, sorted."""
        common = self.common_parameters()
        own = [each for each in operation.parameters if each.key not in common]
        return sorted(own, key=lambda each: each.key)
