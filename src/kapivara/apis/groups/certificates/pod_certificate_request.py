"""PodCertificateRequest as a built-in kind.

Upstream: pkg/registry/certificates/podcertificaterequest/{strategy.go,storage/storage.go},
pkg/apis/certificates/v1/conversion.go, pkg/printers/internalversion/printers.go printPodCertificateRequest (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.field import ErrorList, FieldPath, Operation, forbidden
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.certificates.v1.zz_generated_types import PodCertificateRequest
    from kapivara.apis.machinery.tables.table import TableLayout

_FINAL = ("Issued", "Denied", "Failed")


class PodCertificateRequestKind(Kind):
    """A kubelet's request for a certificate for a pod."""

    unconditional_update = False
    kept_by_status = METADATA
    keeps_empties = True  # an error prints the whole spec

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a new request, the immutable spec of an update, or the outcome in a status."""
        errors = super().validate(operation, new, old)
        request = _as_request(new)
        if old is ABSENT:
            from kapivara.apis.groups.certificates.pod_request_rules import validate_pod_request

            return errors + validate_pod_request(request["spec"])
        if operation.subresource:
            from kapivara.apis.groups.certificates.pod_request_status_rules import validate_pod_request_status

            errors = errors or validate_pod_request_status(request, _as_request(old), self.surroundings.now())
            return errors or self._check_signer(new, old)
        from kapivara.apis.shared.rules.changes import validate_immutable_value

        shape, internal = self.shape.tables.by_name["spec"].shape, "certificates.PodCertificateRequestSpec"
        return errors + validate_immutable_value(new["spec"], old["spec"], FieldPath.of("spec"), shape, internal)

    def _check_signer(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Returns an error where the user changes the status, and may not sign for the signer."""
        surroundings = self.surroundings
        if surroundings.is_unbound or not self.changes(new, old, ("status",)):
            return []
        from kapivara.apis.groups.certificates.signer_rights import may_act_for  # most servers bind no user

        signer = _as_request(old)["spec"]["signerName"]
        if may_act_for(surroundings, surroundings.user, "sign", signer):
            return []
        named = f"User {quote(surroundings.user.name)}"
        problem = f'{named} is not permitted to "sign" for signer {quote(signer)}'
        return [forbidden(FieldPath.of("spec", "signerName"), problem)]

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name, the signer, the pod and its node."""
        spec = _as_request(obj)["spec"]
        return {
            **super().selectable_fields(obj),
            "spec.signerName": spec.get("signerName", ""),
            "spec.podName": spec.get("podName", ""),
            "spec.nodeName": spec.get("nodeName", ""),
        }

    @property
    def field_labels(self) -> Collection[str]:
        """Kept: the selectable fields without the namespace."""
        return ("metadata.name", "spec.signerName", "spec.podName", "spec.nodeName")

    def make_table(self) -> TableLayout:
        """Returns the columns: name, pod, service account, node, signer, annotations and state."""
        from kapivara.apis.groups.certificates import column_texts as texts
        from kapivara.apis.machinery.tables.table import Column, TableLayout, name_column

        return TableLayout(
            (
                name_column(),
                Column("PodName", "string", lambda obj: _as_request(obj)["spec"]["podName"], description=texts.POD),
                Column(
                    "ServiceAccountName",
                    "string",
                    lambda obj: _as_request(obj)["spec"]["serviceAccountName"],
                    description=texts.SERVICE_ACCOUNT,
                ),
                Column("NodeName", "string", lambda obj: _as_request(obj)["spec"]["nodeName"], description=texts.NODE),
                Column(
                    "SignerName",
                    "string",
                    lambda obj: _as_request(obj)["spec"]["signerName"],
                    description=texts.SIGNER_FOR_POD,
                ),
                Column("State", "string", _state, description="Is the request Pending, Issued, Denied, or Failed?"),
                Column("UnverifiedUserAnnotations", "string", _annotations, description=texts.ANNOTATIONS),
            )
        )


KIND = PodCertificateRequestKind


def _as_request(obj: JsonObject) -> PodCertificateRequest:
    """Casts a decoded object to PodCertificateRequest, so that mypy checks its fields."""
    return cast("PodCertificateRequest", obj)


def _state(obj: JsonObject) -> str:
    """Returns the type of the last final condition, or `Pending`; only one can be present."""
    conditions = _as_request(obj)["status"].get("conditions", [])
    return next((each["type"] for each in reversed(conditions) if each["type"] in _FINAL), "Pending")


def _annotations(obj: JsonObject) -> str:
    annotations = _as_request(obj)["spec"].get("unverifiedUserAnnotations", {})
    return ",".join(sorted(f"{key}={value}" for key, value in annotations.items())) or "<none>"
