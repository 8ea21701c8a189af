"""Tests that a Status equals the body of the server's response."""

import pytest

from kapivara.field import FieldPath, invalid, required
from kapivara.meta import status
from kapivara.meta.kinds import GroupKind, GroupResource
from kapivara.meta.status import ApiError, Cause, success_status

WIDGET = GroupKind("example.com", "Widget")
WIDGETS = GroupResource("example.com", "widgets")
PODS = GroupResource("", "pods")
ABOUT_ONE = {"group": "example.com", "kind": "widgets", "name": "one"}


def failure(code, reason, message, details=None):
    body = {"apiVersion": "v1", "kind": "Status", "metadata": {}, "status": "Failure", "message": message, "code": code}
    if reason:
        body["reason"] = reason
    if details is not None:
        body["details"] = details
    return body


FAILURES = {
    "not found": (
        status.not_found_status(WIDGETS, "one"),
        failure(404, "NotFound", 'widgets.example.com "one" not found', ABOUT_ONE),
    ),
    "core not found": (
        status.not_found_status(PODS, "a"),
        failure(404, "NotFound", 'pods "a" not found', {"kind": "pods", "name": "a"}),
    ),
    "already exists": (
        status.already_exists_status(WIDGETS, "one"),
        failure(409, "AlreadyExists", 'widgets.example.com "one" already exists', ABOUT_ONE),
    ),
    "generated name": (
        status.generate_name_conflict_status(WIDGETS, "one"),
        failure(
            409,
            "AlreadyExists",
            'widgets.example.com "one" already exists, '
            "the server was not able to generate a unique name for the object",
            ABOUT_ONE | {"retryAfterSeconds": 1},
        ),
    ),
    "conflict": (
        status.conflict_status(WIDGETS, "one"),
        failure(
            409,
            "Conflict",
            'Operation cannot be fulfilled on widgets.example.com "one": the object has been modified; please apply '
            "your changes to the latest version and try again",
            ABOUT_ONE,
        ),
    ),
    "apply conflict": (
        status.apply_conflict_status([Cause("FieldManagerConflict", 'conflict with "m"', ".a")], "Apply failed"),
        failure(
            409,
            "Conflict",
            "Apply failed",
            {"causes": [{"reason": "FieldManagerConflict", "message": 'conflict with "m"', "field": ".a"}]},
        ),
    ),
    "unauthorized": (status.unauthorized_status(), failure(401, "Unauthorized", "Unauthorized")),
    "forbidden object": (
        status.forbidden_status(WIDGETS, "one", "no"),
        failure(403, "Forbidden", 'widgets.example.com "one" is forbidden: no', ABOUT_ONE),
    ),
    "forbidden resource": (
        status.forbidden_status(PODS, "", "no"),
        failure(403, "Forbidden", "pods is forbidden: no", {"kind": "pods"}),
    ),
    "forbidden path": (
        status.forbidden_status(GroupResource("", ""), "", "no"),
        failure(403, "Forbidden", "forbidden: no", {}),
    ),
    "bad request": (status.bad_request_status("what?"), failure(400, "BadRequest", "what?")),
    "expired": (status.resource_expired_status("too old"), failure(410, "Expired", "too old")),
    "method": (
        status.method_not_supported_status(WIDGETS, "create"),
        failure(
            405,
            "MethodNotAllowed",
            'create is not supported on resources of kind "widgets.example.com"',
            {"group": "example.com", "kind": "widgets"},
        ),
    ),
    "not acceptable": (
        status.not_acceptable_status(["application/json", "application/yaml"]),
        failure(
            406, "NotAcceptable", "only the following media types are accepted: application/json, application/yaml"
        ),
    ),
    "not acceptable conversion": (
        status.not_acceptable_status(["application/json"], "meta.k8s.io/v1, Kind=Table"),
        failure(
            406,
            "NotAcceptable",
            "only the following media types are accepted when converting to meta.k8s.io/v1, Kind=Table: "
            "application/json",
        ),
    ),
    "media type": (
        status.unsupported_media_type_status(["application/json"]),
        failure(
            415,
            "UnsupportedMediaType",
            "the body of the request was in an unknown format - accepted media types include: application/json",
        ),
    ),
    "too large": (
        status.request_entity_too_large_status("limit is 3145728"),
        failure(413, "RequestEntityTooLarge", "Request entity too large: limit is 3145728"),
    ),
    "internal": (
        status.internal_error_status("broken"),
        failure(500, "InternalError", "Internal error occurred: broken", {"causes": [{"message": "broken"}]}),
    ),
    "unknown": (status.unknown_error_status("odd"), failure(500, "", "odd")),
    "too many requests": (
        status.too_many_requests_status("later", 3),
        failure(429, "TooManyRequests", "later", {"retryAfterSeconds": 3}),
    ),
    "unavailable": (status.service_unavailable_status("away"), failure(503, "ServiceUnavailable", "away")),
    "future version": (
        status.too_large_resource_version_status(9, 5, 1),
        failure(
            504,
            "Timeout",
            "Timeout: Too large resource version: 9, current: 5",
            {
                "causes": [{"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}],
                "retryAfterSeconds": 1,
            },
        ),
    ),
    "generic 404": (
        status.generic_status(404),
        failure(404, "NotFound", "the server could not find the requested resource", {}),
    ),
    "generic 405": (
        status.generic_status(405),
        failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {}),
    ),
    "generic 422": (
        status.generic_status(422),
        failure(422, "Invalid", "the server rejected our request due to an error in our request", {}),
    ),
    "generic 415": (
        status.generic_status(415, "415: Unsupported Media Type"),
        failure(415, "UnsupportedMediaType", "415: Unsupported Media Type", {}),
    ),
    "generic 500": (
        status.generic_status(502, "bad"),
        failure(502, "InternalError", 'an error on the server ("bad") has prevented the request from succeeding', {}),
    ),
    "generic other": (
        status.generic_status(418),
        failure(418, "", "the server responded with the status code 418 but did not return more information", {}),
    ),
}


@pytest.mark.parametrize(("made", "body"), FAILURES.values(), ids=FAILURES.keys())
def test_failures(made, body):
    assert made.to_json() == body
    assert made.http_code == made.code
    assert str(made) == body["message"]


SPEC = FieldPath.of("spec")
MISSING, WRONG = required(SPEC.child("a")), invalid(SPEC.child("b"), 1, "bad")


def test_invalid_with_one_error():
    body = status.invalid_status(WIDGET, "one", [WRONG]).to_json()
    cause = {"reason": "FieldValueInvalid", "message": "Invalid value: 1: bad", "field": "spec.b"}
    assert body == failure(
        422,
        "Invalid",
        'Widget.example.com "one" is invalid: spec.b: Invalid value: 1: bad',
        {"name": "one", "group": "example.com", "kind": "Widget", "causes": [cause]},
    )


def test_invalid_repeats_causes_but_not_texts():
    made = status.invalid_status(WIDGET, "one", [MISSING, WRONG, MISSING])
    assert [cause.field for cause in made.causes] == ["spec.a", "spec.b", "spec.a"]
    assert made.message.endswith("is invalid: [spec.a: Required value, spec.b: Invalid value: 1: bad]")
    twice = status.invalid_status(WIDGET, "one", [MISSING, MISSING])
    assert twice.message.endswith("is invalid: spec.a: Required value")


def test_invalid_without_errors_and_names():
    made = status.invalid_status(GroupKind("", ""), "", [])
    assert made.to_json() == failure(422, "Invalid", ' "" is invalid', {})


def test_success():
    deleted = success_status(kind="widgets", group="example.com", name="one", uid="u")
    assert deleted.http_code == 200
    assert deleted.to_json() == {
        "apiVersion": "v1",
        "kind": "Status",
        "metadata": {},
        "status": "Success",
        "details": ABOUT_ONE | {"uid": "u"},
    }
    bare = {"apiVersion": "v1", "kind": "Status", "metadata": {}, "status": "Success", "code": 201}
    assert success_status(code=201).to_json() == bare


def test_causes_can_be_replaced():
    cause = Cause("NamespaceTerminating", "namespace a is being terminated", "metadata.namespace")
    made = status.forbidden_status(PODS, "a", "no").with_causes(cause)
    assert made.causes == (cause,)
    assert made.details is not None
    assert made.details.name == "a"
    assert status.bad_request_status("x").causes == ()


def test_an_api_error_carries_its_status():
    made = status.bad_request_status("what?")
    error = ApiError(made)
    assert error.status is made
    assert str(error) == "what?"


def test_errors_are_told_as_far_as_they_are_of_use():
    few = [invalid(FieldPath.of("spec", "a"), i, "wrong") for i in range(5000)]
    assert len(status.invalid_status(WIDGET, "one", few).causes) == 5000
    long = "x" * 20_000
    for many in (
        [invalid(FieldPath.of("spec", "a"), i, long) for i in range(5000)],
        [invalid(FieldPath.of("spec", "a"), long, "wrong") for i in range(500)],
    ):
        assert 50 < len(status.invalid_status(WIDGET, "one", many).causes) < 120


def test_one_error_is_told_however_long_it_is():
    errors = [invalid(FieldPath.of("spec", "a"), "x" * 5_000_000, "wrong")] * 2
    assert len(status.invalid_status(WIDGET, "one", errors).causes) == 1
