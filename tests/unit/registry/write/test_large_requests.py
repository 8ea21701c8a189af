"""Tests of the largest requests: their work grows linearly with their size, and is counted here, not timed."""

import json
import sys

import pytest

from kapivara.codec.json.plain import source as json_source
from kapivara.codec.typed.reader import Reader
from kapivara.meta import owners
from kapivara.meta.media_types import JSON_PATCH, MERGE_PATCH
from kapivara.meta.selectors import SelectorError, parse_label_selector

FREE = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def calls_of(act):
    """Counts the function calls of some work."""
    count = 0

    def count_calls(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(count_calls)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def assert_linear(make, size=400):
    """Asserts that twice the size takes about twice the calls."""
    make(8)()  # one-time preparation is not counted
    once, twice = calls_of(make(size)), calls_of(make(2 * size))
    assert twice < 2.3 * once


@pytest.mark.parametrize(
    "term", ["a{}", "a{}=b", "a{} in (b,c)", "!a{}", "a=b", "a{}>1"], ids=["names", "equals", "in", "not", "same", "gt"]
)
def test_label_selectors(term):
    def make(size):
        text = ",".join(term.format(number) for number in range(size))
        return lambda: parse_label_selector(text)

    assert_linear(make)
    assert calls_of(make(1000)) < 60_000


@pytest.mark.parametrize("sign", [",", "!", "<", "=="])
def test_a_selector_is_read_no_further_than_its_first_fault(sign):
    def parse():
        with pytest.raises(SelectorError):
            parse_label_selector(sign * 100_000)

    assert calls_of(parse) < 500


POD = {"apiVersion": "v1", "kind": "P", "name": "p"}
OWNERS = {
    "controllers": lambda number: {**POD, "name": f"p{number}", "uid": str(number), "controller": True},
    "uids": lambda number: {"uid": str(number)},
    "same": lambda _: {**POD, "uid": "u"},
    "empty": lambda _: {},
}


@pytest.mark.parametrize("owner", OWNERS.values(), ids=OWNERS)
def test_owner_references(talk, widgets, widget, owner):
    def make(size):
        body = json.dumps(widget(ownerReferences=[owner(number) for number in range(size)])).encode()
        return lambda: talk("create", widgets, body=body, dryRun="All")

    assert_linear(make)


def test_errors_about_owner_references_are_told_as_far_as_they_are_of_use(talk, widgets, widget):
    owners = [OWNERS["controllers"](number) for number in range(2000)]
    causes = talk("create", widgets, body=widget(ownerReferences=owners)).status.causes
    assert 5 < len(causes) < 100
    assert causes[0].message.endswith('Found "true" in references for P/p0 and P/p1')


@pytest.fixture
def free(talk, make_version):
    """A resource whose objects may contain anything below `spec`."""
    return talk.define("frees", "Free", versions=[make_version("v1", spec=FREE)])[0]


def made(talk, free, items):
    obj = {"apiVersion": "example.com/v1", "kind": "Free", "metadata": {"name": "one"}, "spec": {"a": [1] * items}}
    talk("delete", free, "one")
    assert talk("create", free, body=obj).ok


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "add", "path": "/spec/a/0", "value": 1},
        {"op": "test", "path": "/spec/a/0", "value": 1},
        {"op": "move", "from": "/spec/a/0", "path": "/spec/a/-"},
        {"op": "replace", "path": "/spec/a/0", "value": 1},
    ],
    ids=lambda operation: operation["op"],
)
def test_json_patches(talk, free, operation):
    made(talk, free, 1000)

    def make(size):
        return lambda: talk("patch", free, "one", [operation] * size, media_type=JSON_PATCH, dryRun="All")

    assert_linear(make)


def test_what_is_copied_is_not_read_token_by_token(talk, free, monkeypatch):
    read = []

    def read_and_note(data):
        read.append(len(data))
        return usual(data)

    usual = json_source.read_source
    monkeypatch.setattr(json_source, "read_source", read_and_note)
    made(talk, free, 100_000)
    patch = [{"op": "copy", "from": "/spec/a", "path": f"/spec/b{number}"} for number in range(3)]
    look = {"op": "add", "path": "/spec/b0/0", "value": 1}
    assert talk("patch", free, "one", patch, media_type=JSON_PATCH).ok
    assert read == []
    assert talk("patch", free, "one", [*patch, look], media_type=JSON_PATCH).ok
    too_much = [{"op": "copy", "from": "/spec/a", "path": "/spec/a/-"}] * 10
    assert talk("patch", free, "one", too_much, media_type=JSON_PATCH).code == 422
    assert read == []
    odd = [{"op": "replace", "path": "/spec/a", "value": ["<"]}, *patch, look]
    assert talk("patch", free, "one", odd, media_type=JSON_PATCH).object["spec"]["b0"] == [1, "<"]
    assert len(read) == 1  # a text with another spelling than the printed one keeps it


def test_no_more_faults_of_metadata_are_looked_for_than_are_told(talk, free, monkeypatch):
    asked = []
    usual = owners.is_qualified_name
    monkeypatch.setattr(owners, "is_qualified_name", lambda name: asked.append(name) or usual(name))
    made(talk, free, 1)
    patch = {"metadata": {"finalizers": [""] * 200_000}}
    assert talk("patch", free, "one", patch, media_type=MERGE_PATCH).code == 422
    assert len(asked) < 50_000


def test_one_fault_of_a_patch_is_placed_however_many_it_has(talk, free, monkeypatch):
    placed = []
    usual = Reader._placed
    monkeypatch.setattr(Reader, "_placed", lambda self, error: placed.append(error) or usual(self, error))
    made(talk, free, 1)
    outcome = talk("patch", free, "one", [1] * 10_000, media_type=JSON_PATCH)
    assert outcome.code == 400
    assert len(placed) == 1
