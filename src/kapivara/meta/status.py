"""Creates a Status for every failure of the server, with one function per upstream constructor.

`status_body.py` has the type; its names are exported here, too.
Upstream: apimachinery/pkg/api/errors/errors.go, apiserver/pkg/endpoints/handlers/negotiation/errors.go,
apiserver/pkg/storage/errors.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kapivara.field import ErrorList
from kapivara.field.errors import first_reported
from kapivara.meta.kinds import GroupKind, GroupResource
from kapivara.meta.status_body import ApiError, Cause, Details, Status, success_status
from kapivara.values.rendering import quote

__all__ = [
    "MODIFIED",
    "ApiError",
    "Cause",
    "Details",
    "Status",
    "aggregate_text",
    "already_exists_status",
    "apply_conflict_status",
    "bad_request_status",
    "conflict_status",
    "forbidden_status",
    "generate_name_conflict_status",
    "generic_status",
    "internal_error_status",
    "invalid_status",
    "method_not_supported_status",
    "not_acceptable_status",
    "not_found_status",
    "request_entity_too_large_status",
    "resource_expired_status",
    "service_unavailable_status",
    "store_read_status",
    "success_status",
    "timeout_status",
    "too_large_resource_version_status",
    "too_many_requests_status",
    "unauthorized_status",
    "unknown_error_status",
    "unsupported_media_type_status",
]

MODIFIED = "the object has been modified; please apply your changes to the latest version and try again"
"""The reason why an update of an older version of an object conflicts."""


def aggregate_text(messages: Iterable[str]) -> str:
    """Joins error texts as the server does: without duplicates, several in brackets.

    Upstream: apimachinery/pkg/util/errors/errors.go aggregate.Error.
    """
    unique = list(dict.fromkeys(messages))
    return unique[0] if len(unique) == 1 else f"[{', '.join(unique)}]"


def invalid_status(group_kind: GroupKind, name: str, errors: ErrorList) -> Status:
    """Returns the Status of an object with field errors (422).

    Only the first errors are included if their texts would take megabytes; the server has no such limit.
    """
    errors = first_reported(errors)
    message = f"{group_kind} {quote(name)} is invalid"
    causes = tuple(Cause(error.type.reason, error.body(), error.field) for error in errors)
    if errors:
        message = f"{message}: {aggregate_text(f'{each.field}: {each.message}' for each in causes)}"
    return Status(422, "Invalid", message, Details(name, group_kind.group, group_kind.kind, causes=causes))


def not_found_status(resource: GroupResource, name: str) -> Status:
    """Returns the Status of an object that does not exist (404)."""
    return Status(404, "NotFound", f"{resource} {quote(name)} not found", _about(resource, name))


def already_exists_status(resource: GroupResource, name: str) -> Status:
    """Returns the Status of a name that is in use (409)."""
    return Status(409, "AlreadyExists", f"{resource} {quote(name)} already exists", _about(resource, name))


def generate_name_conflict_status(resource: GroupResource, name: str, retry_after_seconds: int = 1) -> Status:
    """Returns the Status of generated names that are all in use (409)."""
    problem = "the server was not able to generate a unique name for the object"
    return Status(
        409,
        "AlreadyExists",
        f"{resource} {quote(name)} already exists, {problem}",
        _about(resource, name, retry_after_seconds),
    )


def conflict_status(resource: GroupResource, name: str, problem: str = MODIFIED) -> Status:
    """Returns the Status of an update or deletion that conflicts with the stored object (409)."""
    message = f"Operation cannot be fulfilled on {resource} {quote(name)}: {problem}"
    return Status(409, "Conflict", message, _about(resource, name))


def invalid_object_text(key: str, problem: str) -> str:
    """Returns the text of the server's storage about a stored object that violates the preconditions of a write.

    Upstream: apiserver/pkg/storage/errors.go NewInvalidObjError (1.37).
    """
    return _storage_error_text("invalid object, Code: 4", key, problem)


def corrupt_object_text(key: str, problem: str) -> str:
    """Returns the text of the server's storage about a stored object that cannot be read.

    Upstream: apiserver/pkg/storage/errors.go NewCorruptObjError (1.37).
    """
    return _storage_error_text("corrupt object, Code: 7", key, problem)


def store_read_status(resource: GroupResource, failures: Sequence[tuple[str, str]], *, is_cut: bool = False) -> Status:
    """Returns the Status of a list with unreadable objects (500), with keys and reasons, possibly not of all.

    Upstream: apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go aggregatedStorageError.NewAPIStatusError (1.37).
    """
    causes = [Cause("UnexpectedServerResponse", text, key) for key, text in failures]
    if is_cut:
        causes.append(Cause("FieldValueTooMany", "too many errors, the list is truncated"))
    more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
    message = f"failed to read one or more {resource} from the storage: {failures[0][1]}{more}"
    details = Details("list", resource.group, resource.resource, causes=tuple(causes))
    return Status(500, "StorageReadError", message, details)


def _storage_error_text(kind: str, key: str, problem: str) -> str:
    return f"StorageError: {kind}, Key: {key}, ResourceVersion: 0, AdditionalErrorMsg: {problem}"


def precondition_text(field: str, wanted: str, actual: str) -> str:
    """Returns the text about a field of the metadata (`UID`, `ResourceVersion`) that violates a precondition."""
    return f"{field} in precondition: {wanted}, {field} in object meta: {actual}"


def apply_conflict_status(causes: Sequence[Cause], message: str) -> Status:
    """Returns the Status of an apply that conflicts with other managers (409)."""
    return Status(409, "Conflict", message, Details(causes=tuple(causes)))


def unauthorized_status(message: str = "Unauthorized") -> Status:
    """Returns the Status of a caller who is not authenticated (401)."""
    return Status(401, "Unauthorized", message or "not authorized")


def forbidden_status(resource: GroupResource, name: str, problem: str) -> Status:
    """Returns the Status of an action that is not allowed (403)."""
    if not resource:
        message = f"forbidden: {problem}"
    elif not name:
        message = f"{resource} is forbidden: {problem}"
    else:
        message = f"{resource} {quote(name)} is forbidden: {problem}"
    return Status(403, "Forbidden", message, _about(resource, name))


def bad_request_status(message: str) -> Status:
    """Returns the Status of a malformed request (400)."""
    return Status(400, "BadRequest", message)


def resource_expired_status(message: str, continue_token: str = "") -> Status:
    """Returns the Status of an expired version or continue token (410), with a token to continue the list."""
    return Status(410, "Expired", message, continue_token=continue_token)


def method_not_supported_status(resource: GroupResource, action: str) -> Status:
    """Returns the Status of an unsupported verb (405)."""
    message = f"{action} is not supported on resources of kind {quote(str(resource))}"
    return Status(405, "MethodNotAllowed", message, _about(resource, ""))


def not_acceptable_status(accepted: Iterable[str], target: str = "") -> Status:
    """Returns the Status of unsupported response media types (406); `target` names a requested conversion."""
    converting = f" when converting to {target}" if target else ""
    return Status(
        406,
        "NotAcceptable",
        f"only the following media types are accepted{converting}: {', '.join(accepted)}",
    )


def unsupported_media_type_status(accepted: Iterable[str]) -> Status:
    """Returns the Status of an unsupported body media type (415)."""
    problem = "the body of the request was in an unknown format - accepted media types include"
    return Status(415, "UnsupportedMediaType", f"{problem}: {', '.join(accepted)}")


def request_entity_too_large_status(problem: str) -> Status:
    """Returns the Status of a body or patch beyond a limit (413)."""
    return Status(413, "RequestEntityTooLarge", f"Request entity too large: {problem}")


def internal_error_status(problem: str) -> Status:
    """Returns the Status of an internal error (500)."""
    details = Details(causes=(Cause("", problem),))
    return Status(500, "InternalError", f"Internal error occurred: {problem}", details)


def unknown_error_status(message: str, code: int = 500) -> Status:
    """Returns the Status of an error that has only a message.

    Upstream: apiserver/pkg/endpoints/handlers/responsewriters/status.go ErrorToAPIStatus, its default branch.
    """
    return Status(code, "", message)


def cannot_status(message: str) -> Status:
    """Returns the Status of a request that the server supports, and kapivara does not (501)."""
    return Status(501, "", message)


def too_many_requests_status(message: str, retry_after_seconds: int = 0) -> Status:
    """Returns the Status of a request that must be retried later (429)."""
    return Status(429, "TooManyRequests", message, Details(retry_after_seconds=retry_after_seconds))


def service_unavailable_status(message: str) -> Status:
    """Returns the Status of a service that is currently unavailable (503)."""
    return Status(503, "ServiceUnavailable", message)


def timeout_status(problem: str, retry_after_seconds: int = 0) -> Status:
    """Returns the Status of a request that exceeded its time limit (504)."""
    return Status(504, "Timeout", f"Timeout: {problem}", Details(retry_after_seconds=retry_after_seconds))


def too_large_resource_version_status(wanted: int, current: int, retry_after_seconds: int = 0) -> Status:
    """Returns the Status of a requested version that does not exist yet (504)."""
    status = timeout_status(f"Too large resource version: {wanted}, current: {current}", retry_after_seconds)
    return status.with_causes(Cause("ResourceVersionTooLarge", "Too large resource version"))


_GENERIC = {
    400: ("BadRequest", "the server rejected our request for an unknown reason"),
    401: ("Unauthorized", "the server has asked for the client to provide credentials"),
    404: ("NotFound", "the server could not find the requested resource"),
    405: ("MethodNotAllowed", "the server does not allow this method on the requested resource"),
    409: ("Conflict", "the server reported a conflict"),
    422: ("Invalid", "the server rejected our request due to an error in our request"),
    429: ("TooManyRequests", "the server has received too many requests and has asked us to try again later"),
    503: ("ServiceUnavailable", "the server is currently unable to handle the request"),
    504: (
        "Timeout",
        "the server was unable to return a response in the time allotted, but may still be processing the request",
    ),
}
_GENERIC_WITH_TEXT = {403: "Forbidden", 406: "NotAcceptable", 415: "UnsupportedMediaType"}


def generic_status(code: int, text: str = "") -> Status:
    """Returns the Status of an HTTP code with its default text, or `text` for 403, 406 and 415. The details are empty.

    Upstream: apimachinery/pkg/api/errors/errors.go NewGenericServerResponse.
    """
    if code in _GENERIC_WITH_TEXT:
        reason = _GENERIC_WITH_TEXT[code]
        if code == 406 and text in ("", "unknown"):
            text = "the server was unable to respond with a content type that the client supports"
        return Status(code, reason, text, Details())
    if code in _GENERIC:
        reason, message = _GENERIC[code]
    elif code >= 500:
        reason = "InternalError"
        message = f"an error on the server ({quote(text)}) has prevented the request from succeeding"
    else:
        reason, message = "", f"the server responded with the status code {code} but did not return more information"
    return Status(code, reason, message, Details())


def _about(resource: GroupResource, name: str, retry_after_seconds: int = 0) -> Details:
    return Details(name, resource.group, resource.resource, retry_after_seconds=retry_after_seconds)
