"""Writes and reads the ConversionReviews exchanged with a conversion webhook.

Upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go createConversionReviewObjects,
getConvertedObjectsFromResponse (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kapivara.apis.machinery.objects.body import interpret, with_defaults
from kapivara.codec import DecodeError, decode_json, encode_json
from kapivara.codec.typed.decoding import take_typed
from kapivara.codec.typed.described import described
from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject
from kapivara.values.rendering import quote
from kapivara.webhooks.address import WebhookError

SPOKEN = ("v1", "v1beta1")
"""The review versions that the server supports."""
_GROUP = "apiextensions.k8s.io"
_REVIEW = "ConversionReview"
_SUCCESS = "Success"


def write_review(version: str, uid: str, objects: Sequence[JsonObject], api_version: str) -> bytes:
    """Returns the JSON of a review that requests the conversion of objects to a version."""
    request = {"uid": uid, "desiredAPIVersion": api_version, "objects": list(objects)}
    empty: JsonObject = {"uid": "", "convertedObjects": None, "result": {"metadata": {}}}
    return encode_json({"kind": _REVIEW, "apiVersion": f"{_GROUP}/{version}", "request": request, "response": empty})


def read_review(data: bytes, version: str, uid: str) -> list[Any]:
    """Returns the converted objects of a response.

    Raises WebhookError if it is not valid, has another UID or reports a failure.
    """
    wanted = GroupVersionKind(_GROUP, version, _REVIEW)
    try:
        value = decode_json(data).value
        given = interpret(value)
        found = with_defaults(given, wanted)
        if found != wanted:
            raise WebhookError(_wrong_type(found, wanted))
        raw = (value.get("response") or {}).get("convertedObjects") if type(value) is dict else None
        returned = list(raw) if type(raw) is list else []
        response = take_typed(value, described("apis.groups.apiextensions.v1").struct(_REVIEW)).value.get("response")
    except DecodeError as error:
        raise WebhookError(error.message) from None
    if version == "v1" and given != wanted:
        raise WebhookError(f"expected webhook response of {wanted}, got {given}")
    if response is None:
        raise WebhookError("no response provided")
    if version == "v1" and response.get("uid", "") != uid:
        raise WebhookError(f"expected response.uid={quote(uid)}, got {quote(response.get('uid', ''))}")
    result = response.get("result") or {}
    if result.get("status", "") != _SUCCESS:
        failure = f"response.result.status was '{result.get('status', '')}', not 'Success'"
        raise WebhookError(result.get("message") or failure)
    return returned


def _wrong_type(found: GroupVersionKind, wanted: GroupVersionKind) -> str:
    if found.group == _GROUP and found.kind == _REVIEW and found.version in SPOKEN:
        return f"converting ({found.version}.{_REVIEW}) to ({wanted.version}.{_REVIEW}): unknown conversion"
    scheme = 'in scheme "pkg/runtime/scheme.go:110"'
    api_version = str(found.group_version)
    return f"no kind {quote(found.kind)} is registered for version {quote(api_version)} {scheme}"
