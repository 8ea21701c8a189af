"""Tests that stored objects are readable, and that an unreadable one is named, harms no other and can be deleted."""

import json

import pytest
from tests.contract.engines import overwrite
from tests.unit.registry.conftest import CRDS, NAMESPACES, Talk

from kapivara.codec import DecodeError
from kapivara.meta.media_types import APPLY_PATCH, JSON_PATCH, MERGE_PATCH
from kapivara.registry.crds.codec import CustomCodec
from kapivara.registry.registry import Registry
from kapivara.storage.sqlite.file import FILE_NAME
from kapivara.storage.sqlite.storage import SqliteStorage

KEY = "/registry/example.com/widgets/default/bad"
UNREADABLE = "ignoreStoreReadErrorWithClusterBreakingPotential"
FORCE = {"fieldManager": "me", "force": "true"}
FREE = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def nested(depth, leaf="1"):
    return '{"a":' * depth + leaf + "}" * depth


@pytest.fixture(params=[b"\x00\x00", b"{", b"[]", b'{"apiVersion":"example.com/v1","kind":"Widget"}'], ids=repr)
def spoiled(request, talk, storage, widgets, widget):
    """A valid object, and one whose bytes are damaged."""
    for name in ("bad", "good"):
        assert talk("create", widgets, body=widget(name, finalizers=["example.com/a"] if name == "bad" else [])).ok
    overwrite(storage, KEY, request.param)
    return widgets


def names(outcome):
    return [item["metadata"]["name"] for item in outcome.object["items"]]


@pytest.mark.parametrize("verb", ["get", "update", "patch"])
def test_the_key_is_named(talk, spoiled, widget, verb):
    media_type = {"patch": MERGE_PATCH}.get(verb, "application/json")
    outcome = talk(verb, spoiled, "bad", widget("bad") if verb != "get" else b"", media_type=media_type)
    assert (outcome.code, outcome.status.reason) == (500, "InternalError")
    start = f"Internal error occurred: StorageError: corrupt object, Code: 7, Key: {KEY}, ResourceVersion: 0, "
    assert outcome.status.message.startswith(f"{start}AdditionalErrorMsg: object not decodable revision=")
    assert talk("create", spoiled, body=widget("bad")).status.reason == "AlreadyExists"


def test_others_are_listed(talk, spoiled):
    outcome = talk("list", spoiled)
    assert names(outcome) == ["good"]
    assert outcome.warnings == (f"objects that cannot be read are left out: {KEY}",)
    assert names(talk("list", spoiled, limit="1")) == ["good"]


def test_the_warning_stays_short(talk, storage, widgets, widget):
    for number in range(30):
        talk("create", widgets, body=widget(f"w{number:02}"))
        overwrite(storage, f"/registry/example.com/widgets/default/w{number:02}", b"{")
    (warning,) = talk("list", widgets).warnings
    assert warning.endswith("default/w09 and 20 more")


def test_deleted_by_name(talk, spoiled):
    assert talk("delete", spoiled, "bad", dryRun="All").ok
    assert talk("get", spoiled, "bad").code == 500
    outcome = talk("delete", spoiled, "bad")
    assert (outcome.code, outcome.status.status) == (200, "Success")
    assert outcome.warnings == (f"{KEY} could not be read, and was deleted whatever it held",)
    assert talk("get", spoiled, "bad").code == 404
    assert names(talk("list", spoiled)) == ["good"]


def test_deleted_as_the_server_asks_for_it(talk, spoiled):
    outcome = talk("delete", spoiled, "bad", {UNREADABLE: True})
    assert (outcome.code, outcome.warnings) == (200, ())
    refused = talk("delete", spoiled, "good", **{UNREADABLE: "true"})
    assert (refused.code, refused.status.reason) == (409, "Conflict")
    assert "unsafe deletion is not allowed because the object is decodable from storage" in refused.status.message


@pytest.mark.parametrize("verb", ["delete", "deletecollection"])
def test_the_servers_option_stands_alone(talk, spoiled, verb):
    options = {UNREADABLE: True, "preconditions": {"uid": "x"}, "gracePeriodSeconds": 1}
    causes = talk(verb, spoiled, "bad", options).status.causes
    assert [cause.message for cause in causes] == [
        "Invalid value: true: cannot be set together with .gracePeriodSeconds",
        "Invalid value: true: cannot be set together with .preconditions",
    ]
    refused = talk("deletecollection", spoiled, "", {UNREADABLE: True})
    assert "is not allowed with DELETECOLLECTION" in refused.status.message


def test_preconditions_that_cannot_be_proved_stand(talk, storage, spoiled):
    assert talk("delete", spoiled, "bad", {"preconditions": {"uid": "x"}}).code == 500
    assert talk("delete", spoiled, "bad", {"preconditions": {"resourceVersion": "1"}}).code == 500
    version = str(storage.get(KEY).revision)
    assert talk("delete", spoiled, "bad", {"preconditions": {"resourceVersion": version}}).code == 200


def test_deleted_with_the_collection(talk, spoiled):
    assert names(talk("deletecollection", spoiled, labelSelector="!x")) == ["good"]
    assert talk("get", spoiled, "bad").code == 500
    outcome = talk("deletecollection", spoiled)
    assert outcome.warnings == (f"{KEY} could not be read, and was deleted whatever it held",)
    assert talk("get", spoiled, "bad").code == 404


def test_deleted_with_its_definition(talk, storage, spoiled):
    assert talk("delete", CRDS, "widgets.example.com").code == 200
    assert talk("get", CRDS, "widgets.example.com").code == 404
    assert not storage.list("/registry/example.com/").items


def test_an_unreadable_definition(talk, storage, spoiled, make_crd):
    talk.define("gadgets", "Gadget")
    key = "/registry/apiextensions.k8s.io/customresourcedefinitions/widgets.example.com"
    overwrite(storage, key, b"{")
    again = Talk(Registry(storage))
    assert names(again("list", CRDS)) == ["gadgets.example.com"]
    assert again("list", spoiled).code == 404
    assert again("get", CRDS, "widgets.example.com").code == 500
    assert again("delete", CRDS, "widgets.example.com").code == 200
    assert again("create", CRDS, body=make_crd()).code == 201
    assert names(again("list", spoiled)) == ["good"]  # its objects were only unreachable


@pytest.mark.parametrize("spoil", [{"names": []}, {"group": 5}, {"versions": []}, None], ids=repr)
def test_a_definition_that_no_server_would_have_stored(talk, storage, spoiled, spoil):
    """Other programs may write to the storage: a server starts nevertheless and serves the rest."""
    talk.define("gadgets", "Gadget")
    key = "/registry/apiextensions.k8s.io/customresourcedefinitions/widgets.example.com"
    crd = json.loads(storage.get(key).value)
    if spoil is None:
        del crd["spec"]
    else:
        crd["spec"].update(spoil)
    overwrite(storage, key, json.dumps(crd).encode())
    again = Talk(Registry(storage))
    assert "gadgets.example.com" in names(again("list", CRDS))
    assert again("list", spoiled).code == 404
    assert again("delete", CRDS, "widgets.example.com").code == 200


def test_an_unreadable_namespace(talk, storage, widgets, widget):
    talk("create", NAMESPACES, body={"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}})
    overwrite(storage, "/registry/namespaces/team", b'{"status":"Terminating"')
    assert "Key: /registry/namespaces/team" in talk("create", widgets, body=widget(), namespace="team").status.message
    assert talk("delete", NAMESPACES, "team").code == 200
    assert talk("create", widgets, body=widget(), namespace="team").code == 404


@pytest.fixture
def free(talk, make_version):
    """A resource whose objects may contain anything below `spec`."""
    return talk.define("frees", "Free", versions=[make_version("v1", spec=FREE, subresources={"status": {}})])[0]


def free_body(spec, name="one"):
    return f'{{"apiVersion":"example.com/v1","kind":"Free","metadata":{{"name":"{name}"}},"spec":{spec}}}'.encode()


@pytest.mark.parametrize("depth", [310, 313, 315, 316, 318])
def test_what_is_created_is_read(talk, free, depth):
    """Managed fields nest deeper than the object itself."""
    created = talk("create", free, body=free_body(nested(depth)))
    assert created.ok == talk("get", free, "one").ok
    assert talk("list", free).ok
    assert talk("delete", CRDS, "frees.example.com").ok
    assert talk("get", CRDS, "frees.example.com").code == 404


@pytest.mark.parametrize("depth", [310, 313, 315, 316, 318])
@pytest.mark.parametrize("kind", ["merge", "json"])
def test_what_is_patched_is_read(talk, free, depth, kind):
    talk("create", free, body=free_body("{}"))
    if kind == "merge":
        patched = talk("patch", free, "one", f'{{"spec":{nested(depth)}}}'.encode(), media_type=MERGE_PATCH)
    else:
        operation = f'[{{"op":"add","path":"/spec/deep","value":{nested(depth)}}}]'.encode()
        patched = talk("patch", free, "one", operation, media_type=JSON_PATCH)
    read = talk("get", free, "one")
    assert read.ok
    assert patched.ok == (read.object["spec"] != {})
    assert talk("delete", free, "one").ok


def test_nothing_is_written_that_cannot_be_read(talk, storage, widgets, widget, monkeypatch):
    """Everything that fails in reading fails before the write."""
    talk("create", widgets, body=widget(finalizers=["example.com/a"]))
    before, usual = storage.revision, CustomCodec.from_storage

    def read_old_ones_only(codec, obj):
        if obj["spec"]["size"] == 5:
            raise DecodeError("too new")
        return usual(codec, obj)

    monkeypatch.setattr(CustomCodec, "from_storage", read_old_ones_only)
    whole = talk("get", widgets, "one").object | {"spec": {"size": 5}}
    patch = {"spec": {"size": 5}}
    for outcome in (
        talk("create", widgets, body=widget("two", {"size": 5})),
        talk("update", widgets, "one", whole),
        talk("patch", widgets, "one", patch, media_type=MERGE_PATCH),
        talk("patch", widgets, "one", widget("one", {"size": 5}), media_type=APPLY_PATCH, **FORCE),
        talk("patch", widgets, "new", widget("new", {"size": 5}), media_type=APPLY_PATCH, **FORCE),
    ):
        assert outcome.code == 500
        assert outcome.status.message.endswith("too new")
    assert storage.revision == before


def test_stored_bytes_have_no_limit_of_depth(talk, storage, free):
    talk("create", free, body=free_body('{"a":1}'))
    key = "/registry/example.com/frees/default/one"
    obj = storage.get(key).value.replace(b'"spec":{"a":1}', b'"spec":' + nested(600).encode())
    overwrite(storage, key, obj)
    assert json.dumps(talk("get", free, "one").object["spec"]).count("{") == 600


def test_damage_is_told(talk, storage, widgets, widget, monkeypatch):
    """A storage may detect itself that bytes are damaged."""
    talk("create", widgets, body=widget("bad"))
    sound = storage.get(KEY)
    damaged = type(sound)(sound.key, sound.value, sound.revision, "the checksum does not match")
    monkeypatch.setattr(storage, "get", lambda *_: damaged)
    assert talk("get", widgets, "bad").status.message.endswith("the checksum does not match")
    assert talk("list", widgets).ok


def test_a_damaged_database_serves_the_rest(tmp_path, widget):
    with SqliteStorage(tmp_path) as storage:
        talk = Talk(Registry(storage))
        (widgets,) = talk.define()
        for name in ("bad", "good"):
            talk("create", widgets, body=widget(name, {"colour": f"the colour of {name}"}))
    path = tmp_path / FILE_NAME
    data = path.read_bytes()
    assert data.count(b"the colour of bad") == 1
    path.write_bytes(data.replace(b"the colour of bad", b"the colour of BAD"))
    with SqliteStorage(tmp_path) as storage:
        talk = Talk(Registry(storage))
        refused = talk("get", widgets, "bad")
        assert (refused.code, refused.status.reason) == (500, "InternalError")
        assert f"Key: {KEY}" in refused.status.message
        assert refused.status.message.endswith("the data file is damaged: the checksum does not match")
        listed = talk("list", widgets)
        assert (names(listed), listed.warnings) == (["good"], (f"objects that cannot be read are left out: {KEY}",))
        assert talk("delete", widgets, "bad").code == 200
        assert talk("create", widgets, body=widget("bad")).code == 201
        assert names(talk("list", widgets)) == ["bad", "good"]
