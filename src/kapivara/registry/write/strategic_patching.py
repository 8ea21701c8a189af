"""Strategic merge patches: merged by the Go types' patch strategies, converted, and decoded as the object's kind.

Upstream: apiserver/pkg/endpoints/handlers/patch.go smpPatcher, strategicPatchObject, applyPatchToObject (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.objects.body import Body, UndecodableError
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.field import FieldPath, invalid
from kapivara.meta import ApiError, GroupKind, bad_request_status, generic_status, invalid_status, unknown_error_status
from kapivara.patch import PatchText
from kapivara.patch.errors import PatchDecodeError, PatchFailedError, PatchNotAppliedError, cannot_unmarshal
from kapivara.patch.strategic import NotConvertedError, convert, merge_strategically, unknown_fields
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.values import JsonObject, copy_json
from kapivara.values.rendering import format_value

_MOST_TOLD = 100
_OBJECT = "value of type map[string]interface {}"


def apply_strategic_patch(active: ActiveRequest, sent: PatchText, current: JsonObject) -> JsonObject:
    """Returns the current object with a patch applied; ends the request if the result is invalid."""
    view, options = active.subresource, active.options
    patch: JsonObject = copy_json(sent.decoded.value) if sent.decoded.value is not None else {}
    if not isinstance(patch, dict):
        raise ApiError(bad_request_status(cannot_unmarshal(patch, _OBJECT).message))
    shape = described(folder_of_types(view.shows.group, view.shows.version)).struct(view.shows.kind)
    made = _merged(copy_json(view.show(current, reading=False)), patch, shape)
    problem, found = "", None
    try:
        typed = {**convert(made, shape), "apiVersion": view.shows.api_version, "kind": view.shows.kind}
        # Copied: decoding changes it, while an error may have to quote the patch, whose parts it contains.
        found = view.decode(Body(copy_json(typed), strict=options.strict, patched=True))
    except NotConvertedError as error:
        raise _refused(patch, error.message) from None
    except UndecodableError as error:
        if not error.unconverted:
            raise _refused(patch, error.problem) from None
        problem = error.problem
    if options.strict:
        unknown = sorted(unknown_fields(typed, shape)) if found is None or found.strict_errors else ()
        strict = (*sent.decoded.strict_errors, *unknown[:_MOST_TOLD])
        if strict and options.field_validation == "Strict":
            raise _refused(patch, f"strict decoding error: {', '.join(strict)}")
        active.warn_strict(strict)
    if found is None:  # kept: the server reports a failed conversion as its own error
        raise ApiError(unknown_error_status(problem))
    found.obj.setdefault("metadata", {})
    return found.obj


def _merged(original: JsonObject, patch: JsonObject, shape: Struct) -> JsonObject:
    try:
        return merge_strategically(original, patch, shape)
    except PatchDecodeError as error:
        raise ApiError(bad_request_status(error.message)) from None
    except PatchNotAppliedError:
        raise ApiError(generic_status(422)) from None
    except PatchFailedError as error:
        raise ApiError(unknown_error_status(error.message)) from None


def _refused(patch: JsonObject, problem: str) -> ApiError:
    """Returns the error for a patch; quotes the patch in Go's format, without the directives it has applied."""
    errors = [invalid(FieldPath.of("patch"), format_value(patch), problem)]
    return ApiError(invalid_status(GroupKind("", ""), "", errors))
