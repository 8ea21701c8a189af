"""Kinds, names, object metadata, selectors and Status.

Folders
- `intstr/`: the types of `meta/intstr`
- `compact_selectors.py`: large selectors of watches in a compact form
- `resource/`: the types of `meta/resource`
- `runtime/`: the types of `meta/runtime`
- `types/`: the types of `meta/types`
- `v1/`: the types of `meta/v1`
- `v1beta1/`: the types of `meta/v1beta1`
- `version/`: the types of `meta/version`

Steps
- `kinds.py`: group, version, kind and resource
- `status_body.py`: the Status object
- `status.py`: constructors of all error responses
- `media_types.py`: media types of bodies and patches
- `query_parameters.py`: converts query parameters
- `identity.py`: the identity that a value claims
- `selector_error.py`: the error of an invalid selector
- `field_selectors.py`: field selectors
- `label_selectors.py`: label selectors
- `selectors.py`: selectors of requests
- `selector_objects.py`: LabelSelector objects
- `owners.py`: owner references and finalizers
- `managed_fields.py`: validates managed fields
- `object_meta.py`: validates `metadata`

Entry point: the names that this package exports.
"""

from kapivara.meta.kinds import (
    ApiVersionError,
    GroupKind,
    GroupResource,
    GroupVersion,
    GroupVersionKind,
    GroupVersionResource,
    kind_of,
    parse_api_version,
)
from kapivara.meta.object_meta import (
    finalizer_warnings,
    validate_common_fields,
    validate_object_meta,
    validate_object_meta_update,
)
from kapivara.meta.status import (
    ApiError,
    Cause,
    Details,
    Status,
    already_exists_status,
    bad_request_status,
    cannot_status,
    conflict_status,
    forbidden_status,
    generate_name_conflict_status,
    generic_status,
    internal_error_status,
    invalid_status,
    method_not_supported_status,
    not_acceptable_status,
    not_found_status,
    request_entity_too_large_status,
    resource_expired_status,
    success_status,
    too_large_resource_version_status,
    too_many_requests_status,
    unauthorized_status,
    unknown_error_status,
    unsupported_media_type_status,
)

__all__ = [
    "ApiError",
    "ApiVersionError",
    "Cause",
    "Details",
    "GroupKind",
    "GroupResource",
    "GroupVersion",
    "GroupVersionKind",
    "GroupVersionResource",
    "Status",
    "already_exists_status",
    "bad_request_status",
    "cannot_status",
    "conflict_status",
    "finalizer_warnings",
    "forbidden_status",
    "generate_name_conflict_status",
    "generic_status",
    "internal_error_status",
    "invalid_status",
    "kind_of",
    "method_not_supported_status",
    "not_acceptable_status",
    "not_found_status",
    "parse_api_version",
    "request_entity_too_large_status",
    "resource_expired_status",
    "success_status",
    "too_large_resource_version_status",
    "too_many_requests_status",
    "unauthorized_status",
    "unknown_error_status",
    "unsupported_media_type_status",
    "validate_common_fields",
    "validate_object_meta",
    "validate_object_meta_update",
]
