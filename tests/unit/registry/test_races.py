"""Requests that meet on one object: somebody acts between a request's look at it and its own act."""

import pytest

from kapivara.registry.request import MERGE_PATCH

TOUCH = {"metadata": {"labels": {"touched": "yes"}}}
RELEASE = {"metadata": {"finalizers": None}}


@pytest.fixture
def between(talk, storage, monkeypatch):
    """Has something done once, right before the storage does what it is asked for."""

    def arrange(method, act):
        usual = getattr(storage, method)

        def first_act(*args):
            monkeypatch.setattr(storage, method, usual)
            act()
            return usual(*args)

        monkeypatch.setattr(storage, method, first_act)

    return arrange


def test_a_change_does_not_save_an_object_from_deletion(talk, widgets, widget, between):
    talk("create", widgets, body=widget())
    between("delete", lambda: talk("patch", widgets, "one", TOUCH, media_type=MERGE_PATCH))
    assert talk("delete", widgets, "one").code == 200
    assert talk("get", widgets, "one").code == 404


def test_a_finalizer_that_comes_meanwhile_is_waited_for(talk, widgets, widget, between):
    talk("create", widgets, body=widget())
    hold = {"metadata": {"finalizers": ["example.com/hold"]}}
    between("delete", lambda: talk("patch", widgets, "one", hold, media_type=MERGE_PATCH))
    outcome = talk("delete", widgets, "one")
    assert (outcome.code, outcome.object["metadata"]["finalizers"]) == (200, ["example.com/hold"])
    assert outcome.object["metadata"]["deletionTimestamp"]


def test_a_change_does_not_meet_a_precondition(talk, widgets, widget, between):
    version = talk("create", widgets, body=widget()).object["metadata"]["resourceVersion"]
    between("delete", lambda: talk("patch", widgets, "one", TOUCH, media_type=MERGE_PATCH))
    options = {"kind": "DeleteOptions", "apiVersion": "v1", "preconditions": {"resourceVersion": version}}
    outcome = talk("delete", widgets, "one", options)
    assert outcome.code == 409
    assert f"the ResourceVersion in the precondition ({version}) does not match" in outcome.status.message


def test_deleted_twice_at_once(talk, widgets, widget, between):
    talk("create", widgets, body=widget())
    between("delete", lambda: talk("delete", widgets, "one"))
    assert talk("delete", widgets, "one").code == 404


@pytest.mark.parametrize("other", [RELEASE, TOUCH], ids=["released-twice", "touched"])
def test_the_last_finalizer_goes_while_others_act(talk, widgets, widget, between, other):
    talk("create", widgets, body=widget(finalizers=["example.com/hold"]))
    talk("delete", widgets, "one")
    between("delete", lambda: talk("patch", widgets, "one", other, media_type=MERGE_PATCH))
    assert talk("patch", widgets, "one", RELEASE, media_type=MERGE_PATCH).code == 200
    assert talk("get", widgets, "one").code == 404


def test_a_name_that_gets_free_again_was_taken(talk, storage, widgets, widget, monkeypatch):
    talk("create", widgets, body=widget())
    usual = storage.create

    def refuse(*args):
        try:
            return usual(*args)
        finally:
            talk("delete", widgets, "one")

    monkeypatch.setattr(storage, "create", refuse)
    outcome = talk("create", widgets, body=widget())
    assert (outcome.code, outcome.status.reason) == (409, "AlreadyExists")
