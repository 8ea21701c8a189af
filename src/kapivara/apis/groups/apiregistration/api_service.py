"""APIService as a built-in kind: this server or an extension server serves a version of a group.

Upstream: kube-aggregator/pkg/registry/apiservice/{strategy.go,etcd/etcd.go},
kube-aggregator/pkg/apis/apiregistration/{helpers.go,validation/validation.go} (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.apis.machinery.kinds.subresource import StatusSubresource
from kapivara.content.names import name_is_path_segment
from kapivara.field import ErrorList, Operation
from kapivara.meta.object_meta import validate_object_meta, validate_object_meta_update
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.apiregistration.v1.zz_generated_types import APIService
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import TableLayout

AVAILABLE = "Available"
_SERVICE = "The reference to the service that hosts this API endpoint."
_IS_AVAILABLE = "Whether this service is available."


class ApiServiceStatus(StatusSubresource):
    """The status subresource of an APIService."""

    __slots__ = ()

    has_table = False


class ApiServiceKind(Kind):
    """A version of an API group, with the server that serves it."""

    qualified_finalizers = False
    unconditional_update = False
    merges_errors = False
    stored_as_json = True
    kept_by_status = METADATA
    has_initial_objects = True
    scheme = "k8s.io/kube-aggregator/pkg/apiserver/scheme/scheme.go:28"
    subresource_types: ClassVar = {"status": ApiServiceStatus}

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the APIServices of the groups that this server serves."""
        from kapivara.apis.groups.apiregistration.bootstrap import api_services

        return api_services()

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Marks the APIService as available if this server serves it."""
        super().prepare_for_create(obj)
        service = _as_service(obj)
        if "service" not in service["spec"]:
            service["status"]["conditions"] = [
                {
                    "type": AVAILABLE,
                    "status": "True",
                    "lastTransitionTime": self.surroundings.now(),
                    "reason": "Local",
                    "message": "Local APIServices are always available",
                }
            ]

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the whole object on create and update, its name by version and group; the status by itself."""
        from kapivara.apis.groups.apiregistration.api_service_rules import (
            validate_api_service,
            validate_api_service_status,
        )

        service = _as_service(new)
        errors = [] if old is ABSENT else validate_object_meta_update(new["metadata"], old["metadata"])
        if operation.subresource == "status":
            return errors + validate_api_service_status(service["status"])
        spec = service["spec"]
        check = partial(_check_name, f"{spec.get('version', '')}.{spec.get('group', '')}")
        errors += validate_object_meta(new["metadata"], namespaced=False, name_check=check)
        return errors + validate_api_service(spec)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, service, availability and age."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        service = Column("Service", "string", _service, description=_SERVICE)
        available = Column("Available", "string", _available, description=_IS_AVAILABLE)
        return TableLayout((name_column(), service, available, age_column(self.surroundings)))


KIND = ApiServiceKind


def _as_service(obj: JsonObject) -> APIService:
    """Casts a decoded object to APIService, so that mypy checks its fields."""
    return cast("APIService", obj)


def _check_name(required: str, name: str, prefix: bool) -> list[str]:  # noqa: ARG001  a prefix is checked like a name
    if problems := name_is_path_segment(name):
        return problems
    return [] if name == required else [f'must be `spec.version+"."+spec.group`: {quote(required)}']


def _service(obj: JsonObject) -> str:
    service = _as_service(obj)["spec"].get("service")
    return "Local" if service is None else f"{service.get('namespace', '')}/{service.get('name', '')}"


def _available(obj: JsonObject) -> str:
    conditions = _as_service(obj)["status"].get("conditions", [])
    condition = next((each for each in conditions if each["type"] == AVAILABLE), None)
    if condition is None:
        return "Unknown"
    status, reason = condition["status"], condition.get("reason")
    return f"{status} ({reason})" if reason and status != "True" else status
