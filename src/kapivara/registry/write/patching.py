"""Patches: applies a patch to the current object and continues as an update.

Upstream: apiserver/pkg/endpoints/handlers/patch.go jsonPatcher (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from kapivara.apis.machinery.objects.body import Body, Read, UndecodableError
from kapivara.codec import Decoded, DecodeError, decode_json
from kapivara.field import FieldPath, invalid
from kapivara.meta import (
    ApiError,
    GroupKind,
    bad_request_status,
    generic_status,
    invalid_status,
    request_entity_too_large_status,
    unsupported_media_type_status,
)
from kapivara.meta.media_types import APPLY_PATCH, JSON_PATCH, STRATEGIC_MERGE_PATCH
from kapivara.patch import (
    JsonPatchBody,
    MergePatchBody,
    PatchDecodeError,
    PatchNotAppliedError,
    PatchText,
    PatchTooLargeError,
    ReadPatch,
    overflow_message,
    to_text,
    to_value,
)
from kapivara.registry.objects.metadata import check_name, drop_double_owners, put_into_namespace
from kapivara.registry.objects.stored_object import Found
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.body import decode_numbers
from kapivara.registry.requests.options import WriteOptions, read_write_options
from kapivara.registry.requests.outcome import Written
from kapivara.registry.requests.request import Request
from kapivara.registry.write.pipeline import answered, judge_shown, replace
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import to_json_text


def patch(active: ActiveRequest) -> Written:
    """Applies a patch and stores the result; returns the stored object."""
    request = active.request
    patch_type = _patch_type(active)
    active.options = read_write_options(request.query, "PatchOptions", patch_type=patch_type)
    if patch_type == APPLY_PATCH:
        from kapivara.registry.write.apply import apply as apply_configuration

        return apply_configuration(active)
    make = _patcher(active, patch_type)

    def change(found: Found) -> JsonObject:
        new = make(found.obj)
        put_into_namespace(new["metadata"], active.namespace)
        check_name(new["metadata"], request.name)
        active.warn(drop_double_owners(new["metadata"], patching=True))
        judge_shown(active, new, found.obj)
        return active.subresource.put(new, found.obj)

    return Written(answered(active, replace(active, change)))


def _patch_type(active: ActiveRequest) -> str:
    """Returns the media type of the patch; ends the request if the kind does not support it."""
    patch_type = active.request.media_type.partition(";")[0]
    if patch_type in active.kind.patch_types:
        return patch_type
    raise ApiError(unsupported_media_type_status(active.kind.patch_types))


def _patcher(active: ActiveRequest, patch_type: str) -> Callable[[JsonObject], JsonObject]:
    """Decodes the body as a patch; returns a function that applies it and reports its errors."""
    sent = _read_patch(active.request, patch_type, active.options.strict)
    if sent.fault:
        return lambda _current: _refuse_reading(sent.fault)
    if patch_type == STRATEGIC_MERGE_PATCH:
        from kapivara.registry.write.strategic_patching import apply_strategic_patch  # custom resources need none

        return lambda current: apply_strategic_patch(active, sent, current)
    read = JsonPatchBody(sent) if patch_type == JSON_PATCH else MergePatchBody(sent)
    return lambda current: _decode_patched(active, read, current)


def _read_patch(request: Request, patch_type: str, strict: bool) -> PatchText:
    body = request.body
    if isinstance(body, Decoded):
        return PatchText(body, to_json_text(body.value).encode(), strict)
    return _decode_body(body, patch_type, strict)


def _decode_body(body: bytes, patch_type: str, strict: bool) -> PatchText:
    try:
        return PatchText(decode_json(body), body, strict)
    except DecodeError as error:
        if error.decoded is None:
            raise ApiError(bad_request_status("invalid JSON patch")) from None
        fault = _fault_of_number(error.decoded, error.message, patch_type, strict)
        return PatchText(error.decoded, body, strict, approximate=True, fault=fault)


def _fault_of_number(decoded: Decoded, message: str, patch_type: str, strict: bool) -> str:
    """Returns the error for a patch with a number out of range; empty if the patch ignores that number."""
    if patch_type == STRATEGIC_MERGE_PATCH:
        return message
    problem = overflow_message(decoded.value, message) if patch_type == JSON_PATCH else message
    return f"error decoding patch: {problem}" if strict and problem else ""


def _refuse_reading(fault: str) -> NoReturn:
    raise ApiError(bad_request_status(fault))


def _decode_patched(active: ActiveRequest, read: ReadPatch, current: JsonObject) -> JsonObject:
    """Decodes the patched object; if it is invalid, the error quotes it completely."""
    view, options = active.subresource, active.options
    shown = view.show(current, reading=False)
    made = _made(read, shown)
    if made is not None:
        try:
            found = view.decode(Body(made, strict=options.strict, patched=True))
        except UndecodableError:
            found = None
        if found is not None and not _refuses(read, found, options):
            return _accepted(active, read, found)
    return _decode_spelled(active, read, shown)


def _made(read: ReadPatch, shown: JsonObject) -> JsonValue:
    """Returns the patched object; None if its exact text matters or it is no JSON value."""
    with _refusing():
        if read.needs_spelling:
            return None
        document = read.apply(shown)
    try:
        return to_value(document)
    except DecodeError:
        return None


def _decode_spelled(active: ActiveRequest, read: ReadPatch, shown: JsonObject) -> JsonObject:
    """Returns the patched object, decoded from its text; raises ApiError if it is invalid.

    Slower than with values, but keeps the spelling of numbers and strings.
    """
    view, options = active.subresource, active.options
    with _refusing():
        quoted = to_text(read.apply_spelled(view.printed(shown)))
    text = quoted.encode()
    decoded, beyond = decode_numbers(text)
    body = Body(
        decoded.value, tuple(decoded.strict_errors), decoded.duplicates, text, text, options.strict, True, beyond
    )
    try:
        found = view.decode(body)
    except UndecodableError as error:
        raise _refused(quoted, error.problem) from None
    if _refuses(read, found, options):
        raise _refused(quoted, f"strict decoding error: {', '.join(read.strict_errors + found.strict_errors)}")
    return _accepted(active, read, found)


@contextmanager
def _refusing() -> Iterator[None]:
    """Ends the request if a patch cannot be applied."""
    try:
        yield
    except PatchDecodeError as error:
        raise ApiError(bad_request_status(error.message)) from None
    except PatchTooLargeError as error:
        raise ApiError(request_entity_too_large_status(error.message)) from None
    except PatchNotAppliedError:
        raise ApiError(generic_status(422)) from None


def _refuses(read: ReadPatch, found: Read, options: WriteOptions) -> bool:
    return options.field_validation == "Strict" and bool(read.strict_errors or found.strict_errors)


def _accepted(active: ActiveRequest, read: ReadPatch, found: Read) -> JsonObject:
    if active.options.strict:
        active.warn_strict(read.strict_errors + found.strict_errors)
    found.obj.setdefault("metadata", {})
    return found.obj


def _refused(quoted: str, problem: str) -> ApiError:
    return ApiError(invalid_status(GroupKind("", ""), "", [invalid(FieldPath.of("patch"), quoted, problem)]))
