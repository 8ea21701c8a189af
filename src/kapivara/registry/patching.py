"""Patches: the current object shown, changed, and carried on as an update.

Upstream: apiserver/pkg/endpoints/handlers/patch.go jsonPatcher (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

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
from kapivara.patch import (
    PatchDecodeError,
    PatchNotAppliedError,
    PatchTooLargeError,
    apply_json_patch,
    apply_merge_patch,
    check_merge_patch,
    read_json_patch,
)
from kapivara.registry.body import Body
from kapivara.registry.call import Call
from kapivara.registry.metadata import check_name, drop_double_owners, settle_namespace
from kapivara.registry.options import WriteOptions, read_write_options
from kapivara.registry.pipeline import Admission, replace
from kapivara.registry.request import APPLY_PATCH, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH, Request
from kapivara.registry.scope import UndecodableError, View
from kapivara.registry.store import Found
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record
from kapivara.values.rendering import to_json_text

_OFFERED = {
    True: (JSON_PATCH, MERGE_PATCH, APPLY_PATCH),
    False: (JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH, APPLY_PATCH),
}
"""What the reference server offers for custom resources, and for built-in kinds."""


@record
class Patched:
    """What a patch made of an object's JSON; what strict decoding has against the patch; fields it gives twice."""

    value: JsonValue
    strict_errors: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()


def patch(call: Call, view: View, admit: Admission) -> tuple[JsonObject, bool]:
    """Carries an object, patched, to the storage; returns what was stored, and whether it is new."""
    request = call.request
    patch_type = _patch_type(call)
    options = read_write_options(request.query, "PatchOptions", patch_type=patch_type)
    if patch_type == APPLY_PATCH:
        from kapivara.registry.apply import apply as apply_configuration

        return apply_configuration(call, view, admit, options)
    apply = _read_patch(request, patch_type, options.strict)

    def change(found: Found) -> JsonObject:
        shown = view.show(found.obj, reading=False)
        new = _decode_patched(call, view, apply(shown), options)
        settle_namespace(new["metadata"], request.namespace if call.scope.namespaced else "")
        check_name(new["metadata"], request.name)
        call.warn(drop_double_owners(new["metadata"], patching=True))
        return view.put(new, found.obj)

    return view.answer(replace(call, change, options)), False


def _patch_type(call: Call) -> str:
    """Returns the kind of the patch; ends the request where it is none that can be applied."""
    patch_type = call.request.media_type.partition(";")[0]
    if patch_type in (JSON_PATCH, MERGE_PATCH, APPLY_PATCH):
        return patch_type
    offered = _OFFERED[call.scope.custom]
    if patch_type in offered:  # known to the reference server, not to this one
        offered = (JSON_PATCH, MERGE_PATCH, APPLY_PATCH)
    raise ApiError(unsupported_media_type_status(offered))


def _read_patch(request: Request, patch_type: str, strict: bool) -> Callable[[JsonObject], Patched]:
    """Reads the body as a patch; returns how to apply it. What is wrong with it is said when it is applied."""
    decoded = request.body
    if not isinstance(decoded, Decoded):
        try:
            decoded = decode_json(decoded)
        except DecodeError as error:
            if not error.message.startswith("json: cannot unmarshal"):
                raise ApiError(bad_request_status("invalid JSON patch")) from None
            raise ApiError(bad_request_status(f"error decoding patch: {error.message}")) from None
    apply = _apply_json if patch_type == JSON_PATCH else _apply_merge
    return lambda shown: _applied(apply, decoded, shown, strict)


def _applied(
    apply: Callable[[Decoded, JsonObject, bool], Patched], decoded: Decoded, shown: JsonObject, strict: bool
) -> Patched:
    try:
        return apply(decoded, shown, strict)
    except PatchDecodeError as error:
        prefix = "error decoding patch: " if strict and error.message.startswith("json:") else ""
        raise ApiError(bad_request_status(prefix + error.message)) from None
    except PatchTooLargeError as error:
        raise ApiError(request_entity_too_large_status(error.message)) from None
    except PatchNotAppliedError:
        raise ApiError(generic_status(422)) from None


def _apply_json(decoded: Decoded, shown: JsonObject, strict: bool) -> Patched:
    read = read_json_patch(decoded.value, decoded.duplicates, strict=strict)
    value = apply_json_patch(shown, read)
    doubled = []
    for index, below in read.doubled:
        operation = read.operations[index]
        if below and operation.op in ("add", "replace") and operation.path:
            doubled.append(f'duplicate field "{_dotted(operation.path)}{below}"')
    return Patched(value, read.strict_errors, tuple(doubled))


def _dotted(pointer: str) -> str:
    steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
    return "".join(f"[{step}]" if step.isdecimal() else f".{step}" for step in steps).removeprefix(".")


def _apply_merge(decoded: Decoded, shown: JsonObject, strict: bool) -> Patched:
    check_merge_patch(decoded.value, strict=strict)
    errors = tuple(decoded.strict_errors) if strict else ()
    return Patched(apply_merge_patch(shown, decoded.value), errors)


def _decode_patched(call: Call, view: View, patched: Patched, options: WriteOptions) -> JsonObject:
    """Reads what a patch made as an object; where it is none, the refusal quotes it whole."""
    quoted = to_json_text(patched.value)
    try:
        read = view.decode(Body(patched.value, patched.doubled, text=quoted.encode()))
    except UndecodableError as error:
        raise _refused(quoted, error.problem) from None
    strict_errors = patched.strict_errors + read.strict_errors
    if strict_errors and options.field_validation == "Strict":
        raise _refused(quoted, f"strict decoding error: {', '.join(strict_errors)}")
    if options.strict:
        call.warn_strict(strict_errors)
    read.obj.setdefault("metadata", {})
    return read.obj


def _refused(quoted: str, problem: str) -> ApiError:
    return ApiError(invalid_status(GroupKind("", ""), "", [invalid(FieldPath.of("patch"), quoted, problem)]))
