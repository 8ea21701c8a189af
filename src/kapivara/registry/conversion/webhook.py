"""Converts objects with a webhook: sends a ConversionReview and validates the response.

The server converts one object per call, and its error texts assume that; here objects that are read together are sent
together, as the webhook's contract allows. Upstream:
apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go, metrics.go (1.37).

A webhook may change only labels and annotations; changed ones are validated. Upstream: webhook_converter.go
validateConvertedObject, restoreObjectMeta (1.37).
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from kapivara.apis.groups.apiextensions.conversion_review import SPOKEN, read_review, write_review
from kapivara.apis.machinery.objects.body import interpret
from kapivara.codec import DecodeError, encode_json
from kapivara.field import ErrorList, FieldPath
from kapivara.meta import GroupVersionKind, kind_of
from kapivara.meta.object_meta import validate_annotations, validate_labels
from kapivara.meta.status import aggregate_text
from kapivara.registry.conversion.converter import ConversionError
from kapivara.registry.observer import Observer, WebhookConversion
from kapivara.values import ABSENT, JsonObject, copy_json
from kapivara.values.rendering import go_type_name
from kapivara.values.request_budget import current_budget
from kapivara.webhooks.access import WebhookAccess
from kapivara.webhooks.address import WebhookError

_SAME = (("name", "name"), ("namespace", "namespace"), ("UID", "uid"))


def validate_converted(sent: JsonObject, back: JsonObject) -> str:
    """Returns the error if a webhook changed the identity of an object; empty if not."""
    for word, field in _SAME:
        was, became = _text(sent, field), _text(back, field)
        if was != became:
            return f"must have the same {word}: {was} != {became}"
    return ""


def _text(obj: JsonObject, field: str) -> str:
    metadata = obj.get("metadata")
    value = metadata.get(field) if type(metadata) is dict else None
    return value if type(value) is str else ""


def restore_metadata(sent: JsonObject, back: JsonObject) -> str:
    """Restores a converted object's metadata except labels and annotations; returns the error if these are invalid."""
    metadata = back.get("metadata", ABSENT)
    if metadata is ABSENT:
        return "missing metadata in converted object"
    if type(metadata) is not dict:
        return f"invalid metadata of type {go_type_name(metadata)} in converted object"
    kept = back["metadata"] = copy_json(sent["metadata"])
    for field in ("labels", "annotations"):
        given = metadata.get(field)
        if given is None:
            kept.pop(field, None)
            continue
        if type(given) is not dict:
            return f"invalid metadata.{field} of type {go_type_name(given)} in converted object"
        for key, value in given.items():
            if type(value) is not str:
                return f"metadata.{field}[{key}] must be a string, but is {go_type_name(value)} in converted object"
        errors = _changes_errors(field, given) if given != (kept.get(field) or {}) else []
        if errors:
            return aggregate_text(map(str, errors))
        kept[field] = given
    return ""


def _changes_errors(field: str, given: JsonObject) -> ErrorList:
    if field == "labels":
        return validate_labels(given, FieldPath.of("metadata", "labels"))
    return validate_annotations(given, FieldPath.of("metadata", "annotation"))  # kept: the server drops the s


CALL_FAILURE = "conversion_webhook_call_failure"
"""The value of the server's metrics for a failed call."""


class WebhookConverter:
    """Calls the webhook of a CRD, which is resolved on each call; `observer` receives metrics of each call."""

    waits = True

    def __init__(self, definition: str, webhook: JsonObject, access: WebhookAccess, observer: Observer):
        self._definition = definition
        self._observer = observer
        self._client = webhook.get("clientConfig") or {}
        self._review_versions: Sequence[str] = webhook.get("conversionReviewVersions") or ()
        self._access = access

    def convert(self, objects: Sequence[JsonObject], api_version: str) -> list[JsonObject | ConversionError]:
        """Returns objects at a version, converted in one call of the webhook, or an error for each.

        Objects with nothing but a kind are not sent.
        """
        asked = [each for each in objects if not _is_empty(each)]
        answers = iter(self._ask(asked, api_version) if asked else ())
        return [{**each, "apiVersion": api_version} if _is_empty(each) else next(answers) for each in objects]

    def _ask(self, objects: Sequence[JsonObject], api_version: str) -> list[JsonObject | ConversionError]:
        kind, started = _kind(objects[0]), perf_counter()
        returned = self._call(objects, api_version)
        succeeded = not isinstance(returned, ConversionError)
        to = api_version.rpartition("/")[2]
        conversion = WebhookConversion(self._definition, kind.version, to, succeeded)
        self._observer.observe_conversion(conversion, perf_counter() - started)
        if isinstance(returned, ConversionError):
            return [returned] * len(objects)
        if len(returned) != len(objects):
            problem = f"conversion webhook for {kind} returned {len(returned)} objects, expected {len(objects)}"
            return [ConversionError(problem)] * len(objects)
        return [_checked(sent, back, api_version) for sent, back in zip(objects, returned, strict=True)]

    def _call(self, objects: Sequence[JsonObject], api_version: str) -> list[Any] | ConversionError:
        """Sends a review and returns the content of the response unchecked, or the error."""
        version = next((each for each in self._review_versions if each in SPOKEN), None)
        if version is None:
            return ConversionError("no supported conversion review versions")
        uid, started = str(uuid.uuid4()), perf_counter()
        try:
            webhooks = self._access.webhooks
            address = webhooks.find(self._client)
            review = write_review(version, uid, objects, api_version)
            answer = webhooks.post(address, review, current_budget().deadline)
            returned = read_review(answer, version, uid)
        except WebhookError as error:
            self._observer.observe_webhook_call(CALL_FAILURE, perf_counter() - started)
            return ConversionError(f"conversion webhook for {_kind(objects[0])} failed: {error}")
        self._observer.observe_webhook_call("", perf_counter() - started)
        return returned


def _is_empty(obj: JsonObject) -> bool:
    return obj.keys() == {"apiVersion", "kind"}


def _kind(obj: JsonObject) -> GroupVersionKind:
    return kind_of(obj["apiVersion"], obj["kind"])


def _checked(sent: JsonObject, back: Any, api_version: str) -> JsonObject | ConversionError:
    """Returns a converted object with its original metadata restored, or the error."""
    kind = _kind(sent)
    if type(back) is not dict:
        return ConversionError("unexpected end of JSON input" if back is None else _no_object(back))
    try:
        made = interpret(back)
    except DecodeError as error:
        return ConversionError(error.message)
    if not made.kind:
        return ConversionError(f"Object 'Kind' is missing in '{encode_json(back).decode()}'")
    start = f"conversion webhook for {kind} returned invalid"
    if str(made.group_version) != api_version:
        problem = f"invalid groupVersion (expected {api_version}, received {made.group_version})"
        return ConversionError(f"{start} object at index 0: {problem}")
    if made.kind != kind.kind:
        return ConversionError(f"{start} object at index 0: invalid kind (expected {kind.kind}, received {made.kind})")
    if problem := validate_converted(sent, back):
        return ConversionError(f"{start} object: {problem}")
    if problem := restore_metadata(sent, back):
        return ConversionError(f"{start} metadata: {problem}")
    return back


def _no_object(value: Any) -> str:
    """Kept: a value that is no object gets the error of a missing type field."""
    try:
        interpret(value)
    except DecodeError as error:
        return error.message
    return "unexpected end of JSON input"
