"""Tests of several servers over one storage: a write through one applies to all of them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from tests.contract.engines import ENGINES
from tests.unit.registry.conftest import CRDS, Talk

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry

NAME = "widgets.example.com"
WIDGETS = GroupVersionResource("example.com", "v1", "widgets")
RELEASE = {"metadata": {"finalizers": None}}


@pytest.fixture(params=ENGINES)
def storage(request, tmp_path):
    with ENGINES[request.param](tmp_path) as storage:
        yield storage


@pytest.fixture
def servers(storage):
    return [Talk(Registry(storage)) for _ in range(2)]


@pytest.fixture
def between(storage, monkeypatch):
    """Runs a function once, right before the storage executes a call."""

    def arrange(method, act):
        usual = getattr(storage, method)

        def first_act(*args):
            monkeypatch.setattr(storage, method, usual)
            act()
            return usual(*args)

        monkeypatch.setattr(storage, method, first_act)

    return arrange


def is_accepted(crd):
    return {each["type"]: each["status"] for each in crd["status"]["conditions"]}["NamesAccepted"] == "True"


def accepted(talk):
    return [each["metadata"]["name"] for each in talk("list", CRDS).object["items"] if is_accepted(each)]


def test_a_definition_is_served_by_all(servers, make_crd, widget):
    one, other = servers
    assert one("create", CRDS, body=make_crd()).code == 201
    assert other("create", WIDGETS, body=widget()).code == 201
    assert one("get", WIDGETS, "one").ok


def test_a_change_of_a_definition_holds_for_all(servers, make_crd, make_version, widget):
    one, other = servers
    one("create", CRDS, body=make_crd())
    assert other("create", WIDGETS, body=widget(spec={"size": 1})).ok
    stored = one("get", CRDS, NAME).object
    stored["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["size"][
        "maximum"
    ] = 5
    assert one("update", CRDS, NAME, stored).ok
    assert other("create", WIDGETS, body=widget("two", spec={"size": 9})).code == 422


def test_the_end_of_a_definition_is_its_end_everywhere(servers, storage, make_crd, widget):
    one, other = servers
    one("create", CRDS, body=make_crd())
    other("create", WIDGETS, body=widget())
    assert one("delete", CRDS, NAME).ok
    assert other("list", WIDGETS).code == 404
    assert other.registry.kind(WIDGETS) is None
    assert not storage.list("/registry/example.com/").items


def test_names_that_are_let_go_are_claimed_by_others(servers, make_crd):
    one, other = servers
    one("create", CRDS, body=make_crd())
    assert not is_accepted(other("create", CRDS, body=make_crd("gadgets", "Widget")).object)
    assert one("delete", CRDS, NAME).ok
    assert accepted(other) == ["gadgets.example.com"]


def test_names_that_are_changed_are_claimed_by_others(servers, make_crd):
    one, other = servers
    one("create", CRDS, body=make_crd(shortNames=["w"]))
    other("create", CRDS, body=make_crd("gadgets", "Gadget", shortNames=["w"]))
    assert accepted(one) == [NAME]
    assert one("patch", CRDS, NAME, {"spec": {"names": {"shortNames": ["wi"]}}}, media_type=MERGE_PATCH).ok
    assert sorted(accepted(other)) == ["gadgets.example.com", NAME]


def test_names_go_to_one_who_looked_before_they_were_claimed(servers, make_crd, between):
    one, other = servers
    between("create", lambda: other("create", CRDS, body=make_crd("gadgets", "Widget")))
    late = one("create", CRDS, body=make_crd())
    assert (late.code, is_accepted(late.object)) == (201, False)
    assert accepted(one) == accepted(other) == ["gadgets.example.com"]


def test_names_that_go_while_they_are_asked_for(servers, make_crd, between):
    """The server that deletes the holder does not know the waiting CRD, which has found the names taken."""
    one, other = servers
    one("create", CRDS, body=make_crd())
    between("create", lambda: one("delete", CRDS, NAME))
    assert other("create", CRDS, body=make_crd("gadgets", "Widget")).code == 201
    assert accepted(one) == accepted(other) == ["gadgets.example.com"]


def test_a_race_for_names_has_one_winner(servers, make_crd):
    rivals = 8
    start = Barrier(rivals)

    def create(number):
        start.wait()
        return servers[number % 2]("create", CRDS, body=make_crd(f"rivals{number}", "Widget"))

    with ThreadPoolExecutor(rivals) as threads:
        outcomes = list(threads.map(create, range(rivals)))
    assert {outcome.code for outcome in outcomes} == {201}
    for left in range(rivals, 0, -1):  # each deleted one has one successor
        (winner,) = accepted(servers[0])
        assert len(servers[1]("list", CRDS).object["items"]) == left
        assert servers[left % 2]("delete", CRDS, winner).ok
    assert accepted(servers[0]) == []


def test_a_definition_goes_while_others_create(servers, storage, make_crd, widget):
    for _ in range(4):
        servers[0]("create", CRDS, body=make_crd())
        start = Barrier(5)

        def create(number, start=start):
            start.wait()
            for count in range(1000):
                code = servers[number % 2]("create", WIDGETS, body=widget(f"w{number}-{count}")).code
                if code != 201:
                    return code
            return 201

        with ThreadPoolExecutor(4) as threads:
            creators = [threads.submit(create, number) for number in range(4)]
            start.wait()
            assert servers[0]("delete", CRDS, NAME).ok
        assert {creator.result() for creator in creators} <= {403, 404}
        assert servers[1]("get", CRDS, NAME).code == 404
        assert not storage.list("/registry/example.com/").items


def test_nothing_is_stored_of_a_definition_that_another_server_deletes(servers, storage, make_crd, widget, between):
    one, other = servers
    one("create", CRDS, body=make_crd())
    between("create", lambda: one("delete", CRDS, NAME))
    assert other("create", WIDGETS, body=widget()).code == 403
    assert not storage.list("/registry/example.com/").items


def test_the_last_object_is_let_go_through_another_server(servers, storage, make_crd, widget):
    one, other = servers
    one("create", CRDS, body=make_crd())
    other("create", WIDGETS, body=widget(finalizers=["example.com/hold"]))
    assert one("delete", CRDS, NAME).ok
    assert one("get", CRDS, NAME).ok
    assert other("patch", WIDGETS, "one", RELEASE, media_type=MERGE_PATCH).ok
    assert one("get", CRDS, NAME).code == 404
    assert not storage.list("/registry/example.com/").items


def test_the_last_object_is_let_go_by_one_who_has_not_heard_of_the_deletion(servers, make_crd, widget, between):
    one, other = servers
    one("create", CRDS, body=make_crd())
    other("create", WIDGETS, body=widget(finalizers=["example.com/hold"]))
    between("delete", lambda: one("delete", CRDS, NAME))
    other("delete", WIDGETS, "one")
    assert other("patch", WIDGETS, "one", RELEASE, media_type=MERGE_PATCH).ok
    assert one("get", CRDS, NAME).code == 404


def test_who_is_late_leaves_the_objects_of_a_new_definition_alone(servers, make_crd, widget, between):
    """One server deletes a CRD; when it is about to delete its object, another has long done all of that."""
    one, other = servers
    one("create", CRDS, body=make_crd())
    one("create", WIDGETS, body=widget())

    def overtake():
        other("delete", CRDS, NAME)
        other("create", CRDS, body=make_crd())
        assert other("create", WIDGETS, body=widget(spec={"colour": "new"})).ok

    between("delete", overtake)
    assert one("delete", CRDS, NAME).ok
    assert one("get", WIDGETS, "one").object["spec"]["colour"] == "new"


def test_both_delete_at_once(servers, storage, make_crd, widget):
    for _ in range(4):
        servers[0]("create", CRDS, body=make_crd())
        for number in range(20):
            servers[1]("create", WIDGETS, body=widget(f"w{number}"))
        start = Barrier(2)

        def delete(talk, start=start):
            start.wait()
            return talk("delete", CRDS, NAME).code

        with ThreadPoolExecutor(2) as threads:
            codes = list(threads.map(delete, servers))
        assert set(codes) <= {200, 404}
        assert 200 in codes
        assert servers[0]("get", CRDS, NAME).code == 404
        assert not storage.list("/registry/example.com/").items
