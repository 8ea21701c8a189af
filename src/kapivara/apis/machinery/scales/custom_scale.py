"""The `scale` subresource of custom resources: an autoscaling/v1 Scale of the fields that the CRD names.

Upstream: apiextensions-apiserver/pkg/registry/customresource/etcd.go ScaleREST, validator.go ValidateScaleSpec,
ValidateScaleStatus (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.apis.catalog.scale_paths import KEPT_METADATA, SCALE, ScalePaths
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.objects.body import Body, Read, UndecodableError, interpret
from kapivara.apis.machinery.scales.nested import AccessError, find_integer, find_text, put, split_path
from kapivara.codec import DecodeError
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.meta import (
    ApiError,
    GroupVersionKind,
    bad_request_status,
    internal_error_status,
    unknown_error_status,
)
from kapivara.patch.managers.given_managers import read_given, read_managers_of, show_managers
from kapivara.patch.managers.managed_fields import Entry, write_managers
from kapivara.patch.managers.scale_managers import (
    ReplicasPaths,
    scale_managers,
    to_parent_managers,
    track_replicas,
)
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue, copy_json
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.patch.merging.field_set import Fields

_INT32_MIN, _INT32_MAX = -(2**31), 2**31 - 1
_UNSET = _INT32_MIN
"""The replicas of a Scale that is read for a change, if the object has none in its spec."""
_SHAPE = described("apis.groups.autoscaling.v1").struct("Scale")
_NOT_A_SCALE = (
    "no kind is registered for the type v1.Scale in scheme "
    '"k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go:781"'
)
"""Kept: the server returns this error for every body that is not a Scale."""


class Scale(Subresource):
    """Shows an object as a Scale, and writes its replicas. `replicas_paths` are the paths of all versions."""

    unconverted = f"to proper version: request to convert CR to an invalid group/version: {SCALE.api_version}"
    """Kept: an apply that changes a Scale fails, as does every apply if the replicas have no manager."""

    __slots__ = ("_paths", "_replicas_paths", "_selector", "_spec", "_status")

    def __init__(self, of: Kind, verbs: Sequence[str], paths: ScalePaths, replicas_paths: ReplicasPaths):
        super().__init__(of, "scale", verbs, SCALE)
        self._paths = paths
        self._replicas_paths = replicas_paths
        self._spec = split_path(paths.spec_replicas)
        self._status = split_path(paths.status_replicas)
        self._selector = split_path(paths.selector) if paths.selector else []

    @property
    def go_package(self) -> str:
        """The package of Scale."""
        return "v1"

    @property
    def table(self) -> TableLayout:
        """The columns: name, desired replicas, available replicas and age.

        Upstream: apiextensions-apiserver/pkg/apiserver/helpers.go getScaleColumnsForVersion.
        """
        from kapivara.apis.machinery.tables.table import (  # few requests need it
            Column,
            TableLayout,
            age_column,
            name_column,
        )

        desired = Column("Desired", "integer", _desired, description="Number of desired replicas")
        available = Column("Available", "integer", _available, description="Number of actual replicas")
        age = age_column(self.of.surroundings, type="date")
        return TableLayout((name_column(), desired, available, age))

    def decode(self, body: Body) -> Read:
        """Reads a body as a Scale; kind and version may be absent."""
        try:
            found = interpret(body.value)
            if (found.kind or SCALE.kind) != SCALE.kind or (
                found.api_version or SCALE.api_version
            ) != SCALE.api_version:
                raise UndecodableError(_unregistered(found) if body.patched else _NOT_A_SCALE, found)
            typed = body.read_as(_SHAPE)
        except DecodeError as error:
            raise UndecodableError(error.message, SCALE) from None
        return Read(typed.value, SCALE, typed.strict)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:  # noqa: ARG002  one text for all errors
        """Returns the error text for a body that is not a Scale."""
        return _NOT_A_SCALE

    def show(self, obj: JsonObject, *, reading: bool = True) -> JsonObject:
        """Returns the Scale of an object; raises ApiError if it is read and the object has no replicas.

        Includes managed fields only if it is read for a change.
        """
        shown = self._scale(obj)
        if not reading:
            managers = scale_managers(read_managers_of(obj) or {}, self._replicas_paths)
            shown["metadata"] |= {"managedFields": write_managers(managers)} if managers else {}
        elif shown["spec"].get("replicas") == _UNSET:
            problem = f'the spec replicas field "{self._paths.spec_replicas}" does not exist'
            raise ApiError(internal_error_status(problem))
        return shown

    def _scale(self, obj: JsonObject) -> JsonObject:
        try:
            replicas = find_integer(obj, self._spec)
            status_replicas = find_integer(obj, self._status)
            selector = find_text(obj, self._selector) if self._selector else ABSENT
        except AccessError as error:
            raise ApiError(unknown_error_status(str(error))) from None
        status: JsonObject = {"replicas": 0 if status_replicas is ABSENT else _as_int32(status_replicas)}
        if selector:
            status["selector"] = selector
        metadata = {key: obj["metadata"][key] for key in KEPT_METADATA if key in obj["metadata"]}
        return {
            "kind": SCALE.kind,
            "apiVersion": SCALE.api_version,
            "metadata": metadata,
            "spec": _spec(_UNSET if replicas is ABSENT else _as_int32(replicas)),
            "status": status,
        }

    def printed(self, shown: JsonObject) -> JsonObject:
        """Returns the Scale with its fields in the order of the type."""
        from kapivara.codec.typed.go_order import in_go_order  # only rejected patches need it

        ordered: JsonObject = in_go_order(shown, _SHAPE)
        return ordered

    def answer(self, obj: JsonObject) -> JsonObject:
        """Returns the Scale of an object after a write; the object may have no replicas."""
        shown = self._scale(obj)
        if shown["spec"].get("replicas") == _UNSET:
            shown["spec"] = {}
        return shown

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the object with the replicas of a Scale and its resourceVersion as a precondition."""
        replicas = (shown.get("spec") or {}).get("replicas", 0)
        if replicas == _UNSET:
            problem = f'the spec replicas field "{self._paths.spec_replicas}" cannot be empty'
            raise ApiError(bad_request_status(problem))
        new: JsonObject = copy_json(old)
        try:
            put(new, self._spec, replicas)
        except AccessError as error:
            raise ApiError(unknown_error_status(str(error))) from None
        version = (shown.get("metadata") or {}).get("resourceVersion")
        if version:
            new["metadata"]["resourceVersion"] = version
        return new

    def track(self, new: JsonObject, old: JsonObject, author: Entry) -> bool:
        """Records the manager who changed an object's replicas through its Scale."""
        before, after = find_integer(old, self._spec), find_integer(new, self._spec)
        managers = read_managers_of(old) or {}
        scale = scale_managers(managers, self._replicas_paths)
        author = replace(author, api_version=SCALE.api_version)
        scale = track_replicas(scale, author, changed=before != after, new=0 if after is ABSENT else after)
        show_managers(new, to_parent_managers(managers, scale, self._replicas_paths, self.of.gvk.api_version))
        return True

    def put_applied(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the object with the replicas and the managed fields of its Scale."""
        new = self.put(shown, old)
        managers = read_managers_of(old) or {}
        scale = read_given(shown["metadata"].get("managedFields", [])) or {}
        show_managers(new, to_parent_managers(managers, scale, self._replicas_paths, self.of.gvk.api_version))
        return new

    @property
    def reset_fields(self) -> Fields:
        """Empty: every field of a Scale can have a manager."""
        return {}


def _unregistered(found: GroupVersionKind) -> str:
    kind, version = found.kind or SCALE.kind, found.api_version or SCALE.api_version
    return f'no kind "{kind}" is registered for version "{version}" in scheme "k8s.io/client-go/scale/util.go:146"'


def _desired(scale: JsonObject) -> JsonValue:
    return scale["spec"].get("replicas")


def _available(scale: JsonObject) -> JsonValue:
    return scale["status"]["replicas"]


def _spec(replicas: int) -> JsonObject:
    return {"replicas": replicas} if replicas else {}


def _as_int32(number: int) -> int:
    return (number - _INT32_MIN) % 2**32 + _INT32_MIN


def validate_scale_spec(paths: ScalePaths, obj: JsonObject) -> ErrorList:
    """Validates that the replicas of the spec fit into a Scale."""
    return _validate_replicas(paths.spec_replicas, obj)


def validate_scale_status(paths: ScalePaths, obj: JsonObject) -> ErrorList:
    """Validates that the replicas and the selector of the status fit into a Scale."""
    errors = _validate_replicas(paths.status_replicas, obj)
    if paths.selector:
        try:
            find_text(obj, split_path(paths.selector))
        except AccessError as error:
            errors.append(invalid(FieldPath.of(paths.selector), "", str(error)))
    return errors


def _validate_replicas(path: str, obj: JsonObject) -> ErrorList:
    place = FieldPath.of(path)
    replicas: int | Absent
    try:
        replicas = find_integer(obj, split_path(path))
    except AccessError as error:
        return [invalid(place, 0, str(error))]
    if replicas is ABSENT:
        return []
    if replicas < 0:
        return [invalid(place, replicas, "should be a non-negative integer")]
    if replicas > _INT32_MAX:
        return [invalid(place, replicas, f"should be less than or equal to {_INT32_MAX}")]
    return []
