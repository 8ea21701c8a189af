"""CertificateSigningRequest as a built-in kind; its spec is immutable, and the server records the user in it.

The subresource `approval` sets approvals and denials; `status` sets all other conditions and the certificate. The
server sets the missing times of conditions.
Upstream: pkg/registry/certificates/certificates/{strategy.go,storage/storage.go}, pkg/apis/certificates/validation
ValidateCertificateRequestName, pkg/apis/certificates/v1/conversion.go, pkg/printers/internalversion/printers.go
printCertificateSigningRequest (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.content.names import is_path_segment_name
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values import ABSENT, Absent, JsonObject, copy_json

if TYPE_CHECKING:
    from kapivara.apis.groups.certificates.v1.zz_generated_types import (
        CertificateSigningRequest,
        CertificateSigningRequestCondition,
    )
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.patch.merging.field_set import Fields

_MANY_BYTES = 64 * 1024
_APPROVED, _DENIED, _FAILED = "Approved", "Denied", "Failed"
_NONE = "<none>"


class Approval(Subresource):
    """The `approval` subresource, which changes only conditions."""

    __slots__ = ()

    has_table = False

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps all except metadata and conditions, and sets missing times of conditions."""
        request, stored = _as_request(new), _as_request(old)
        _date_conditions(request, stored, self.of.surroundings.now())
        conditions = request["status"].get("conditions")
        request["spec"] = copy_json(stored["spec"])
        request["status"] = copy_json(stored["status"])
        request["status"].pop("conditions", None)
        if conditions:
            request["status"]["conditions"] = conditions

    @property
    def reset_fields(self) -> Fields:
        """All except the conditions."""
        return {"f:spec": {}, "f:status": {"f:certificate": {}}}


class CertificateSigningRequestKind(Kind):
    """A request for a certificate."""

    subresource_types: ClassVar = {**Kind.subresource_types, "approval": Approval}

    def may_take_long(self, data: bytes) -> bool:
        """Returns True for a large object, since its request is parsed on every change."""
        return len(data) > _MANY_BYTES

    def check_name(self, name: str, prefix: bool) -> list[str]:  # noqa: ARG002
        """Accepts any name."""
        return []

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the whole request on create and update; the name only without other errors."""
        from kapivara.apis.groups.certificates.signing_request_rules import validate_decisions, validate_signing_request

        request, stored = _as_request(new), None if old is ABSENT else _as_request(old)
        errors = self.validate_new_metadata(new)
        errors += validate_signing_request(request, stored)
        if stored is not None and old is not ABSENT:
            errors += validate_decisions(request, stored, operation.subresource)
            return errors + self.validate_changed_metadata(new, old)
        name = new["metadata"].get("name", "")
        path = FieldPath.of("metadata", "name")
        return errors or [invalid(path, name, problem) for problem in is_path_segment_name(name)]

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Records the user of the request, replacing sent values."""
        super().prepare_for_create(obj)
        spec, user = _as_request(obj)["spec"], self.surroundings.user
        spec["username"], spec["uid"], spec["groups"] = user.name, user.uid, list(user.groups)
        spec.pop("extra", None)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps all except the metadata."""
        super().prepare_for_update(new, old)
        new["spec"] = copy_json(old["spec"])

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the spec, approvals and denials."""
        super().prepare_for_status_update(new, old)
        request, stored = _as_request(new), _as_request(old)
        for kind in (_APPROVED, _DENIED):
            _keep_conditions(request, stored, kind)
        _date_conditions(request, stored, self.surroundings.now())

    @property
    def reset_fields(self) -> Fields:
        """All except the metadata."""
        return {"f:spec": {}, "f:status": {}}

    @property
    def status_reset_fields(self) -> Fields:
        """Kept: includes conditions, though a status update can set some of them."""
        return {"f:spec": {}, "f:status": {"f:conditions": {}}}

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name and the signer."""
        signer = _as_request(obj)["spec"].get("signerName", "")
        return {**super().selectable_fields(obj), "spec.signerName": signer}

    def make_table(self) -> TableLayout:
        """Returns the columns: name, age, signer, requestor, duration and condition."""
        from kapivara.apis.groups.certificates.column_texts import CONDITIONS, DURATION, REQUEST, SIGNER_OF_REQUEST
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                age_column(self.surroundings),
                Column("SignerName", "string", _signer, description=SIGNER_OF_REQUEST),
                Column("Requestor", "string", _requestor, description=REQUEST),
                Column("RequestedDuration", "string", _duration, description=DURATION),
                Column("Condition", "string", _state, description=CONDITIONS),
            )
        )


KIND = CertificateSigningRequestKind


def _as_request(obj: JsonObject) -> CertificateSigningRequest:
    """Casts a decoded object to CertificateSigningRequest, so that mypy checks its fields."""
    return cast("CertificateSigningRequest", obj)


def _conditions(request: CertificateSigningRequest) -> list[CertificateSigningRequestCondition]:
    return request["status"].get("conditions", [])


def _keep_conditions(request: CertificateSigningRequest, stored: CertificateSigningRequest, kind: str) -> None:
    """Restores the stored conditions of a type, unless their number changed, which validation rejects."""
    kept = [copy_json(each) for each in _conditions(stored) if each["type"] == kind]
    conditions = _conditions(request)
    places = [place for place, each in enumerate(conditions) if each["type"] == kind]
    if len(kept) == len(places):
        for place, each in zip(places, kept, strict=True):
            conditions[place] = each


def _date_conditions(request: CertificateSigningRequest, stored: CertificateSigningRequest, now: str) -> None:
    """Sets missing times of conditions; an unchanged condition keeps its transition time."""
    known = {(each["type"], each["status"]): each["lastTransitionTime"] for each in reversed(_conditions(stored))}
    for each in _conditions(request):
        each["lastUpdateTime"] = each["lastUpdateTime"] or now
        each["lastTransitionTime"] = each["lastTransitionTime"] or known.get((each["type"], each["status"])) or now


def _signer(obj: JsonObject) -> str:
    return _as_request(obj)["spec"].get("signerName") or _NONE


def _requestor(obj: JsonObject) -> str:
    return _as_request(obj)["spec"].get("username", "")


def _duration(obj: JsonObject) -> str:
    from kapivara.apis.machinery.tables.ages import duration_text

    seconds = _as_request(obj)["spec"].get("expirationSeconds")
    return _NONE if seconds is None else duration_text(seconds)


def _state(obj: JsonObject) -> str:
    request = _as_request(obj)
    kinds = {each["type"] for each in _conditions(request)}
    state = _DENIED if _DENIED in kinds else _APPROVED if _APPROVED in kinds else "Pending"
    if _FAILED in kinds:
        state += ",Failed"
    return f"{state},Issued" if request["status"].get("certificate") else state
