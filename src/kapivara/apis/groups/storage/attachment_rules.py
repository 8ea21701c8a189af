"""Validation rules of VolumeAttachment: attacher, source, node and status.

Upstream: pkg/apis/storage/validation/validation.go ValidateVolumeAttachment, ValidateVolumeAttachmentUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.changes import validate_immutable_value
from kapivara.apis.shared.rules.names import subdomain_problems, validate_csi_driver_name
from kapivara.apis.shared.rules.numbers import INT32_MAX, range_message
from kapivara.codec.typed.described import described
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required, too_long

if TYPE_CHECKING:
    import kapivara.apis.groups.storage.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_STATUS: Final = FieldPath.of("status")
_ONE_OF: Final = "must specify exactly one of inlineVolumeSpec and persistentVolumeName"
_LONGEST_MESSAGE: Final = 1024
_LARGEST_METADATA: Final = 256 * 1024


def validate_attachment(attachment: v1.VolumeAttachment) -> ErrorList:
    """Requires a driver, one volume source and a node, and a status of limited size."""
    spec, source = attachment["spec"], attachment["spec"]["source"]
    name, path = source.get("persistentVolumeName"), _SPEC.child("source")
    is_spelt_out = source.get("inlineVolumeSpec") is not None
    errors = validate_csi_driver_name(spec["attacher"], _SPEC.child("attacher"), is_covered=True)
    if name is None and not is_spelt_out:
        errors.append(required(path, _ONE_OF))
    elif name is not None and is_spelt_out:
        errors.append(forbidden(path, _ONE_OF))
    elif name == "":
        errors.append(required(path.child("persistentVolumeName"), "must specify non empty persistentVolumeName"))
    elif name is None:
        from kapivara.apis.shared.volumes.volume_spec import validate_inline_volume  # inline volumes are rare

        errors += validate_inline_volume(source["inlineVolumeSpec"], path.child("inlineVolumeSpec"))
    node = spec["nodeName"]
    errors += [invalid(_SPEC.child("nodeName"), node, problem) for problem in subdomain_problems(node)]
    errors += _validate_status(attachment["status"])
    if name is not None:
        path = path.child("persistentVolumeName")
        errors += [invalid(path, name, problem) for problem in subdomain_problems(name)]
    return errors


def validate_same_attachment(new: v1.VolumeAttachment, old: v1.VolumeAttachment) -> ErrorList:
    """Rejects a changed spec."""
    shape = described("apis.groups.storage.v1").struct("VolumeAttachmentSpec")
    changed = validate_immutable_value(new["spec"], old["spec"], _SPEC, shape)
    return [each.with_origin("immutable").marked(covered_by_declarative=True) for each in changed]


def _validate_status(status: v1.VolumeAttachmentStatus) -> ErrorList:
    errors: ErrorList = []
    metadata = status.get("attachmentMetadata") or {}
    if sum(byte_length(key) + byte_length(value) for key, value in metadata.items()) > _LARGEST_METADATA:
        errors.append(too_long(_STATUS.child("attachmentMetadata"), _LARGEST_METADATA))
    for field, failure in (("attachError", status.get("attachError")), ("detachError", status.get("detachError"))):
        if failure is None:
            continue
        path, code = _STATUS.child(field), failure.get("errorCode")
        if byte_length(failure.get("message", "")) > _LONGEST_MESSAGE:
            errors.append(too_long(path.child("message"), _LONGEST_MESSAGE))
        if code is not None and code < 0:
            errors.append(invalid(path.child("errorCode"), code, range_message(0, INT32_MAX)))
    return errors
