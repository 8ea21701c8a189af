"""Tests of objects that a webhook converts over HTTPS: reads and writes, and the server's errors."""

from __future__ import annotations

import pytest
from tests.https_webhook import GROUP, capybara, convert, convert_all, definition, https_webhook, respond

from kapivara import Api
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.registry.conversion.converter import ConversionError
from kapivara.registry.conversion.webhook import restore_metadata
from kapivara.registry.requests.request import Request

_OLD, _NEW = f"{GROUP}/v1beta1", f"{GROUP}/v1"
_FAILED = f"conversion webhook for {GROUP}/v1, Kind=Capybara"


@pytest.fixture
def webhook(tmp_path):
    with https_webhook(tmp_path) as running:
        yield running


@pytest.fixture
def api(webhook):
    with Api() as made:
        assert made.create(definition(webhook.client)).ok
        yield made


def problem_of(outcome):
    assert not outcome.ok
    return outcome.code, outcome.status.reason, outcome.status.message


def test_objects_are_written_and_read_at_either_version(api, webhook):
    written = api.create(capybara("ada", "v1beta1", hostPort="pond:80"))
    assert (written.code, written.object["spec"]) == (201, {"hostPort": "pond:80"})
    assert api.get(_NEW, "Capybara", "ada").object["spec"] == {"host": "pond", "port": "80"}
    patched = api.patch(_OLD, "Capybara", "ada", {"spec": {"hostPort": "lake:81"}})
    assert patched.object["spec"] == {"hostPort": "lake:81"}
    assert api.get(_NEW, "Capybara", "ada").object["spec"] == {"host": "lake", "port": "81"}
    asked = webhook.reviews[0]
    assert asked["apiVersion"] == "apiextensions.k8s.io/v1"
    assert asked["response"] == {"uid": "", "convertedObjects": None, "result": {"metadata": {}}}
    assert asked["request"]["desiredAPIVersion"] == _NEW
    (sent,) = asked["request"]["objects"]
    assert (sent["apiVersion"], sent["spec"]) == (_OLD, {"hostPort": "pond:80"})
    assert "resourceVersion" not in sent["metadata"]


def test_what_is_at_the_right_version_asks_nobody(api, webhook):
    assert api.create(capybara("ada", host="pond", port="80")).ok
    assert api.get(_NEW, "Capybara", "ada").ok
    assert api.list(_NEW, "Capybara").ok
    assert webhook.reviews == []


def test_a_list_is_converted_in_one_call(api, webhook):
    for name in "abc":
        api.create(capybara(name, host=name, port="1"))
    listed = api.list(_OLD, "Capybara").object["items"]
    assert [each["spec"]["hostPort"] for each in listed] == ["a:1", "b:1", "c:1"]
    assert {each["metadata"]["resourceVersion"] for each in listed} != {""}
    (review,) = webhook.reviews
    assert len(review["request"]["objects"]) == 3
    chunk = api.list(_OLD, "Capybara", limit=2).object
    assert len(chunk["items"]) == 2
    assert chunk["metadata"]["remainingItemCount"] == 1


def test_a_selector_sees_the_labels_that_the_webhook_gives(api, webhook):
    api.create(capybara("ada", host="pond", port="1"))

    def labelled(review):
        objects = [convert(each, review["request"]["desiredAPIVersion"]) for each in review["request"]["objects"]]
        return respond(review, [{**each, "metadata": {**each["metadata"], "labels": {"a": "b"}}} for each in objects])

    webhook.answer = labelled
    assert len(api.list(_OLD, "Capybara", label_selector="a=b").object["items"]) == 1
    assert api.list(_NEW, "Capybara", label_selector="a=b").object["items"] == []


def test_watches_are_converted_and_end_where_that_fails(api, webhook):
    api.create(capybara("ada", host="pond", port="1"))
    with api.watch(_OLD, "Capybara", initial=True) as watch:
        assert next(watch).object["spec"] == {"hostPort": "pond:1"}
        api.create(capybara("bob", host="lake", port="2"))
        assert next(watch).object["spec"] == {"hostPort": "lake:2"}
        webhook.answer = lambda review: respond(review, [], result={"status": "Failed", "message": "no idea"})
        api.create(capybara("eve", host="sea", port="3"))
        with pytest.raises(ApiError) as told:
            next(watch)
        assert told.value.status.code == 500
        assert told.value.status.message.endswith(f"{_FAILED} failed: no idea")
        assert next(watch, None) is None


def broken(**changes):
    def answer(review):
        (sent,) = review["request"]["objects"]
        made = convert(sent, review["request"]["desiredAPIVersion"])
        return respond(review, [{**made, **changes}])

    return answer


def with_metadata(**changes):
    def answer(review):
        (sent,) = review["request"]["objects"]
        made = convert(sent, review["request"]["desiredAPIVersion"])
        return respond(review, [{**made, "metadata": {**made["metadata"], **changes}}])

    return answer


def review_of(**changes):
    return lambda review: {**convert_all(review), **changes}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            lambda r: respond(r, [], result={"status": "Failure"}),
            " failed: response.result.status was 'Failure', not 'Success'",
        ),
        (lambda r: respond(r, [], result={}), " failed: response.result.status was '', not 'Success'"),
        (lambda r: respond(r, [], result={"status": "Failed", "message": "no idea"}), " failed: no idea"),
        (lambda r: respond(r, []), " returned 0 objects, expected 1"),
        (lambda r: respond(r, [{}, {}]), " returned 2 objects, expected 1"),
        (review_of(response=None), " failed: no response provided"),
        (
            review_of(kind="Review"),
            '"Review" is registered for version "apiextensions.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
        ),
        (
            review_of(apiVersion="apiextensions.k8s.io/v1beta1"),
            "converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
        ),
        (
            review_of(apiVersion="", kind=""),
            "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
        ),
        (
            broken(apiVersion=_NEW),
            f" returned invalid object at index 0: invalid groupVersion (expected {_OLD}, received {_NEW})",
        ),
        (broken(kind="Rat"), " returned invalid object at index 0: invalid kind (expected Capybara, received Rat)"),
        (with_metadata(name="eve"), " returned invalid object: must have the same name: ada != eve"),
        (with_metadata(namespace="x"), " returned invalid object: must have the same namespace: default != x"),
        (
            with_metadata(labels="x"),
            " returned invalid metadata: invalid metadata.labels of type string in converted object",
        ),
        (
            with_metadata(annotations={"a": 1}),
            "invalid metadata: metadata.annotations[a] must be a string, but is int64 in converted object",
        ),
        (
            with_metadata(annotations={"a b": "c"}),
            ' returned invalid metadata: metadata.annotation: Invalid value: "a b": name part must consist of '
            "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
            "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
            "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        ),
    ],
)
def test_answers_that_the_server_refuses(api, webhook, answer, told):
    api.create(capybara("ada", host="pond", port="1"))
    webhook.answer = answer
    code, reason, message = problem_of(api.get(_OLD, "Capybara", "ada"))
    assert (code, reason) == (500, "InternalError")
    place = f"/registry/{GROUP}/capybaras/default/ada"
    start = f"Internal error occurred: StorageError: corrupt object, Code: 7, Key: {place}, ResourceVersion: 0, "
    assert message.startswith(f"{start}AdditionalErrorMsg: object not decodable revision=")
    assert f": {_FAILED}" in message
    assert message.endswith(told)


def test_an_answer_to_another_request(api, webhook):
    api.create(capybara("ada", host="pond", port="1"))
    webhook.answer = lambda review: respond(review, [], uid="other")
    message = problem_of(api.get(_OLD, "Capybara", "ada"))[2]
    assert message.endswith(f'failed: expected response.uid="{webhook.reviews[0]["request"]["uid"]}", got "other"')


def test_what_is_no_json_and_no_object(api, webhook):
    api.create(capybara("ada", host="pond", port="1"))
    for body, told in (
        (b"hello", "invalid character 'h' looking for beginning of value"),
        (b"[]", "couldn't get version/kind; json parse error: json: cannot unmarshal array"),
    ):
        webhook.answer = lambda _, body=body: body
        assert told in problem_of(api.get(_OLD, "Capybara", "ada"))[2]
    for returned, told in (
        (None, "unexpected end of JSON input"),
        ({"a": 1}, "Object 'Kind' is missing in '{\"a\":1}'"),
    ):
        webhook.answer = lambda review, returned=returned: respond(review, [returned])
        assert problem_of(api.get(_OLD, "Capybara", "ada"))[2].endswith(told)


def test_a_review_of_v1beta1_is_not_held_against_its_request(webhook):
    with Api() as api:
        assert api.create(definition(webhook.client, reviews=("v2", "v1beta1", "v1"))).ok
        api.create(capybara("ada", host="pond", port="1"))
        webhook.answer = lambda review: respond(review, convert_all(review)["response"]["convertedObjects"], uid="x")
        assert api.get(_OLD, "Capybara", "ada").ok
        assert webhook.reviews[0]["apiVersion"] == "apiextensions.k8s.io/v1beta1"


def test_a_list_with_objects_that_cannot_be_converted_is_refused(api, webhook):
    for name in "abc":
        api.create(capybara(name, host="pond", port="1"))
    webhook.code, webhook.headers["Content-Type"] = 500, "text/plain"
    webhook.answer = lambda _: b"out of hay"
    outcome = api.list(_OLD, "Capybara")
    code, reason, message = problem_of(outcome)
    assert (code, reason) == (500, "StorageReadError")
    assert message.startswith(f"failed to read one or more capybaras.{GROUP} from the storage: StorageError: corrupt")
    assert message.endswith('("out of hay") has prevented the request from succeeding (and 2 more)')
    assert [each.field for each in outcome.causes] == [f"/registry/{GROUP}/capybaras/default/{each}" for each in "abc"]
    assert len(webhook.reviews) == 1


def test_writes_are_refused_and_nothing_is_stored_or_removed(api, webhook):
    api.create(capybara("ada", host="pond", port="1"))
    webhook.answer = lambda review: respond(review, [], result={"status": "Failed", "message": "no idea"})
    refused = api.create(capybara("bob", "v1beta1", hostPort="pond:1"))
    told = f"conversion webhook for {GROUP}/v1beta1, Kind=Capybara failed: no idea"
    assert problem_of(refused) == (500, "", told)
    assert problem_of(api.delete(_OLD, "Capybara", "ada"))[0] == 500
    everything = api.registry.handle(Request("deletecollection", GroupVersionResource(GROUP, "v1beta1", "capybaras")))
    assert problem_of(everything)[1] == "StorageReadError"
    assert [each["metadata"]["name"] for each in api.list(_NEW, "Capybara").object["items"]] == ["ada"]


def test_metadata_is_kept_but_for_labels_and_annotations(api, webhook):
    api.create({**capybara("ada", host="pond", port="1"), "metadata": {"name": "ada", "labels": {"a": "1"}}})
    webhook.answer = with_metadata(finalizers=["x/y"], labels=None, annotations={"b": "2"}, generation=9)
    metadata = api.get(_OLD, "Capybara", "ada").object["metadata"]
    assert metadata["annotations"] == {"b": "2"}
    assert metadata["generation"] == 1
    assert "labels" not in metadata
    assert "finalizers" not in metadata


def test_objects_of_an_older_storage_version_go_with_their_definition_though_nobody_converts(webhook):
    with Api() as api:
        old = definition(webhook.client, storage="v1beta1")
        assert api.create(old).ok
        api.create(capybara("ada", "v1beta1", hostPort="pond:1"))
        stored = api.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", old["metadata"]["name"]).object
        new = definition(webhook.client)
        assert api.update({**new, "metadata": stored["metadata"]}).ok
        assert api.get(_NEW, "Capybara", "ada").object["spec"] == {"host": "pond", "port": "1"}
        webhook.answer = lambda _: b""
        assert api.delete("apiextensions.k8s.io/v1", "CustomResourceDefinition", old["metadata"]["name"]).ok
        assert api.get(_NEW, "Capybara", "ada").code == 404


def test_nobody_is_asked_where_objects_are_only_judged(webhook):
    with Api(assume_namespaces=True) as api:
        assert api.create(definition(webhook.client)).ok
        assert api.create(capybara("ada", "v1beta1", hostPort="pond:1")).ok
    assert webhook.reviews == []


def test_metadata_that_is_none():
    sent = capybara("ada")
    assert restore_metadata(sent, {}) == "missing metadata in converted object"
    assert restore_metadata(sent, {"metadata": []}) == "invalid metadata of type []interface {} in converted object"


def test_a_failure_is_a_refusal_in_itself():
    assert ConversionError("no idea").status.message == "no idea"
