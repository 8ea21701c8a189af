"""Tests of concurrent requests for one object: another client acts between a request's read and its write."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, active_count
from time import sleep

import pytest
from tests.contract.engines import remove
from tests.unit.registry.conftest import CRDS, Talk

from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline

NAME = "widgets.example.com"
TOUCH = {"metadata": {"labels": {"touched": "yes"}}}
RELEASE = {"metadata": {"finalizers": None}}


@pytest.fixture
def between(talk, storage, monkeypatch):
    """Runs a function once, right before the storage executes a call."""

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


@pytest.mark.parametrize("finalizers", [[], ["example.com/hold"]], ids=["plain", "held"])
def test_nothing_is_stored_of_a_definition_that_goes(talk, storage, widgets, widget, monkeypatch, finalizers):
    """The CRD is deleted when an object has passed all checks and is about to be stored."""
    usual = storage.create

    def create_late(*args):
        assert talk("delete", CRDS, NAME).ok
        return usual(*args)

    monkeypatch.setattr(storage, "create", create_late)
    refused = talk("create", widgets, body=widget(finalizers=finalizers))
    assert refused.code == 403
    assert refused.status.message.endswith("create not allowed while custom resource definition is terminating")
    assert talk("get", CRDS, NAME).code == 404
    assert not storage.list("/registry/example.com/").items


def test_a_change_of_the_definition_does_not_end_a_creation(talk, storage, widgets, widget, between):
    between("create", lambda: talk("patch", CRDS, NAME, TOUCH, media_type=MERGE_PATCH))
    assert talk("create", widgets, body=widget()).code == 201


def test_a_definition_goes_while_many_create(talk, storage, widget, monkeypatch):
    usual = storage.create

    def create_slowly(*args):
        sleep(0.001)
        return usual(*args)

    monkeypatch.setattr(storage, "create", create_slowly)
    for _ in range(5):
        (resource,) = talk.define()
        start = Barrier(5)

        def create(number, resource=resource, start=start):
            start.wait()
            for count in range(1000):
                code = talk("create", resource, body=widget(f"w{number}-{count}")).code
                if code != 201:
                    return code
            return 201

        with ThreadPoolExecutor(4) as threads:
            creators = [threads.submit(create, number) for number in range(4)]
            start.wait()
            assert talk("delete", CRDS, NAME).ok
        assert {creator.result() for creator in creators} <= {403, 404}
        assert talk("get", CRDS, NAME).code == 404
        assert not storage.list("/registry/example.com/").items


def test_the_last_finalizer_goes_while_the_definition_does(talk, widgets, widget, between):
    """The request came while the CRD existed; its object is deleted when the request has released it."""
    talk("create", widgets, body=widget(finalizers=["example.com/hold"]))
    between("update", lambda: talk("delete", CRDS, NAME))
    assert talk("patch", widgets, "one", RELEASE, media_type=MERGE_PATCH).ok
    assert talk("get", CRDS, NAME).code == 404


def test_a_definition_on_its_way_out_goes_on_after_a_restart(talk, storage, widgets, widget):
    talk("create", widgets, body=widget(finalizers=["example.com/hold"]))
    assert talk("delete", CRDS, NAME).ok
    assert talk("get", CRDS, NAME).ok
    remove(storage, "/registry/example.com/widgets/default/one")  # and the server was killed right after
    again = Talk(Registry(storage))
    assert again("get", CRDS, NAME).code == 404


@pytest.fixture
def leaves_after(storage, monkeypatch):
    """Lets a client disconnect after the storage has executed a call for the first time."""

    def arrange(method, deadline):
        usual = getattr(storage, method)

        def leave(*args):
            monkeypatch.setattr(storage, method, usual)
            done = usual(*args)
            deadline.cancel()
            return done

        monkeypatch.setattr(storage, method, leave)

    return arrange


@pytest.mark.parametrize("verb", ["delete", "deletecollection"])
def test_a_definition_goes_although_its_client_leaves(talk, widgets, widget, leaves_after, verb):
    talk("create", widgets, body=widget())
    deadline = Deadline(60)
    leaves_after("update", deadline)  # it is marked
    talk.registry.handle(Request(verb, CRDS, name=NAME if verb == "delete" else "", deadline=deadline))
    assert talk("get", CRDS, NAME).code == 404


def test_each_definition_of_a_collection_goes_before_the_next_is_deleted(talk, make_crd, leaves_after):
    talk("create", CRDS, body=make_crd())
    talk("create", CRDS, body=make_crd("gadgets", "Gadget"))
    deadline = Deadline(60)
    leaves_after("delete", deadline)  # the first one is gone
    outcome = talk.registry.handle(Request("deletecollection", CRDS, deadline=deadline))
    assert outcome.code == 504
    (left,) = talk("list", CRDS).object["items"]
    assert "deletionTimestamp" not in left["metadata"]


def test_following_the_storage_needs_no_thread(make_crd):
    before = active_count()
    talk = Talk(Registry(MemoryStorage()))
    talk("create", CRDS, body=make_crd())
    assert active_count() == before
