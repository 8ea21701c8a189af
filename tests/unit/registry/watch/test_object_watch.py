"""Tests of watches: their start, their events, their representations, and their end."""

import json

import pytest
from tests.contract.engines import ENGINES, overwrite
from tests.unit.registry.conftest import CRDS, Talk, crd, version

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request, ShownAs

EVENTS = GroupVersionResource("", "v1", "events")
CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")
SELECTABLE = [version("v1", selectableFields=[{"jsonPath": ".spec.size"}])]
NAME = "widgets.example.com"
RENAMED = {"spec": {"names": {"shortNames": ["wd"]}}}


@pytest.fixture(params=ENGINES)
def storage(request, tmp_path):
    with ENGINES[request.param](tmp_path) as storage:
        yield storage


@pytest.fixture
def talk(storage):
    return Talk(Registry(storage))


@pytest.fixture
def widgets(talk):
    return talk.define(versions=SELECTABLE)[0]


def begin(talk, resource, name="", **query):
    outcome = talk("watch", resource, name, watch="1", **query)
    assert outcome.ok, outcome.status
    return outcome.watch


def frames(watch):
    """Returns the available events as bytes."""
    pieces = []
    while (piece := watch.take()) is not None:
        pieces.append(piece)
    return b"".join(pieces)


def events(watch):
    return [json.loads(line) for line in frames(watch).splitlines()]


def told(watch):
    """Returns the available events as text."""
    return [f"{each['type']} {each['object']['metadata'].get('name', '')}".strip() for each in events(watch)]


def change(talk, widgets, name, **fields):
    outcome = talk("patch", widgets, name, body=fields, media_type=MERGE_PATCH)
    assert outcome.ok, outcome.status
    return outcome.object["metadata"]["resourceVersion"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param({}, ["ADDED a", "ADDED b"], id="unset"),
        pytest.param({"resourceVersion": "0"}, ["ADDED a", "ADDED b"], id="zero"),
        pytest.param({"allowWatchBookmarks": "true"}, ["ADDED a", "ADDED b", "BOOKMARK"], id="bookmark"),
        pytest.param({"labelSelector": "c=red"}, ["ADDED a"], id="labels"),
        pytest.param({"fieldSelector": "spec.size=2"}, ["ADDED b"], id="fields"),
        pytest.param({"sendInitialEvents": "false", "resourceVersionMatch": "NotOlderThan"}, [], id="from-now"),
    ],
)
def test_where_a_watch_begins(talk, widgets, widget, query, expected):
    talk("create", widgets, body=widget("b", {"size": 2}))
    talk("create", widgets, body=widget("a", {"size": 1}, labels={"c": "red"}))
    watch = begin(talk, widgets, **query)
    assert told(watch) == expected
    talk("create", widgets, body=widget("z", {"size": 2}, labels={"c": "red"}))
    assert told(watch) == ["ADDED z"]


def test_nothing_is_missed_between_the_answer_and_the_first_look(talk, widgets, widget):
    watch = begin(talk, widgets, sendInitialEvents="false", resourceVersionMatch="NotOlderThan")
    talk("create", widgets, body=widget("a"))
    assert told(watch) == ["ADDED a"]


def test_writes_since_a_version(talk, widgets, widget):
    created = talk("create", widgets, body=widget("a")).object["metadata"]["resourceVersion"]
    changed = change(talk, widgets, "a", spec={"size": 7})
    talk("delete", widgets, "a")
    (modified, deleted) = events(begin(talk, widgets, resourceVersion=created))
    assert (modified["type"], modified["object"]["metadata"]["resourceVersion"]) == ("MODIFIED", changed)
    assert deleted["type"] == "DELETED"
    assert deleted["object"]["spec"] == {"size": 7}
    assert int(deleted["object"]["metadata"]["resourceVersion"]) > int(changed)


def test_objects_enter_and_leave_a_selection(talk, widgets, widget):
    watch = begin(talk, widgets, labelSelector="c=red")
    assert told(watch) == []
    talk("create", widgets, body=widget("a"))
    entered = change(talk, widgets, "a", metadata={"labels": {"c": "red"}})
    left = change(talk, widgets, "a", metadata={"labels": {"c": "blue"}})
    talk("delete", widgets, "a")
    seen = [(each["type"], each["object"]["metadata"]) for each in events(watch)]
    assert [(kind, metadata["labels"], metadata["resourceVersion"]) for kind, metadata in seen] == [
        ("ADDED", {"c": "red"}, entered),
        ("DELETED", {"c": "red"}, left),
    ]


def test_a_watch_that_fell_behind_catches_up(talk, widgets, widget, storage):
    talk("create", widgets, body=widget("a"))
    watch = begin(talk, widgets)
    assert told(watch) == ["ADDED a"]
    (stored,) = storage.list("/registry/example.com/widgets/").items
    versions = [overwrite(storage, stored.key, stored.value).revision for _ in range(1100)]
    seen, watch.has_more = b"", True
    while watch.has_more:
        seen += watch.take() or b""
    assert [json.loads(each)["object"]["metadata"]["resourceVersion"] for each in seen.splitlines()] == [
        str(each) for each in versions
    ]


def test_pieces_of_large_objects_are_of_moderate_size(talk):
    watch = begin(talk, CONFIG_MAPS)
    assert told(watch) == []
    names = [f"n{number}" for number in range(6)]
    for name in names:
        talk("create", CONFIG_MAPS, body={"metadata": {"name": name}, "data": {"x": "y" * 40_000}})
    pieces, watch.has_more = [], True
    while watch.has_more:
        pieces.append(watch.take() or b"")
    assert max(map(len, pieces)) < 90_000
    assert [json.loads(each)["object"]["metadata"]["name"] for each in b"".join(pieces).splitlines()] == names


def test_one_object_by_its_name(talk, widgets, widget):
    for name in ("a", "ab"):
        talk("create", widgets, body=widget(name))
    assert told(begin(talk, widgets, "a")) == ["ADDED a"]


def test_a_version_to_come(talk, widgets, widget, storage):
    ahead = str(storage.revision + 2)
    watch = begin(talk, widgets, resourceVersion=ahead)
    assert told(watch) == []
    for name in ("a", "b", "c"):
        talk("create", widgets, body=widget(name))
    assert told(watch) == ["ADDED c"]


@pytest.mark.parametrize(
    ("ask", "code", "message"),
    [
        ({"resourceVersion": "1"}, 410, "too old resource version: 1 ("),
        (
            {"resourceVersion": "999", "sendInitialEvents": "true", "resourceVersionMatch": "NotOlderThan"},
            504,
            "Timeout: Too large resource version: 999, current: ",
        ),
    ],
    ids=["too-old", "too-new"],
)
def test_versions_that_cannot_be_had_are_told_within_the_stream(talk, widgets, ask, code, message, monkeypatch):
    monkeypatch.setattr("kapivara.registry.watch.object_watch._PATIENCE_SECONDS", 0.0)
    watch = begin(talk, widgets, **ask)
    (error,) = events(watch)
    assert (error["type"], error["object"]["code"]) == ("ERROR", code)
    assert error["object"]["message"].startswith(message)
    assert watch.is_over


def test_a_version_that_is_still_to_come_is_waited_for(talk, widgets, widget, storage):
    ahead = str(storage.revision + 2)
    watch = begin(talk, widgets, resourceVersion=ahead, sendInitialEvents="true", resourceVersionMatch="NotOlderThan")
    assert watch.lags is not storage.decides_at_once  # which is read then
    assert (watch.take(), watch.lags, watch.has_more) == (None, False, False)
    assert watch.seconds_to_wait < 1
    talk("create", widgets, body=widget("a"))
    assert watch.take() is None
    talk("create", widgets, body=widget("b"))
    assert watch.seconds_to_wait > 1000
    assert told(watch) == ["ADDED a", "ADDED b"]


def test_compaction(talk, widget, storage, widgets):
    first = talk("create", CONFIG_MAPS, body={"metadata": {"name": "a"}}).object["metadata"]["resourceVersion"]
    talk("create", CONFIG_MAPS, body={"metadata": {"name": "b"}})
    storage.compact(storage.revision)
    (error,) = events(begin(talk, CONFIG_MAPS, resourceVersion=first))
    assert error["object"] == {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": f"too old resource version: {first} ({storage.revision})",
        "reason": "Expired",
        "code": 410,
    }


def test_events_which_no_cache_holds_are_told_of_in_words_of_their_own(talk, storage):
    first = talk("create", CONFIG_MAPS, body={"metadata": {"name": "a"}}).object["metadata"]["resourceVersion"]
    talk("create", CONFIG_MAPS, body={"metadata": {"name": "b"}})
    storage.compact(storage.revision)
    (error,) = events(begin(talk, EVENTS, resourceVersion=first))
    assert error["object"]["message"] == "The resourceVersion for the provided watch is too old."
    watch = begin(talk, EVENTS, allowWatchBookmarks="true")
    assert told(watch) == ["BOOKMARK"]
    assert not watch.wants_bookmarks
    ahead = {"sendInitialEvents": "true", "resourceVersionMatch": "NotOlderThan", "resourceVersion": "999"}
    (error,) = events(begin(talk, EVENTS, **ahead))  # at once, without waiting
    assert "Too large resource version: 999, current: " in error["object"]["message"]


def test_a_bookmark_tells_how_far_a_watch_has_come(talk, widgets, widget, storage):
    watch = begin(talk, widgets, allowWatchBookmarks="1", resourceVersion=str(storage.revision))
    talk("create", CONFIG_MAPS, body={"metadata": {"name": "elsewhere"}})
    assert frames(watch) == b""
    bookmark = json.loads(watch.bookmark())
    assert bookmark == {
        "type": "BOOKMARK",
        "object": {
            "kind": "Widget",
            "apiVersion": "example.com/v1",
            "metadata": {"resourceVersion": str(storage.revision)},
        },
    }


def test_what_was_there_ends_with_a_bookmark(talk, widgets, widget):
    last = talk("create", widgets, body=widget()).object["metadata"]["resourceVersion"]
    asked = {"sendInitialEvents": "true", "resourceVersionMatch": "NotOlderThan", "allowWatchBookmarks": "true"}
    metadata = events(begin(talk, widgets, **asked))[-1]["object"]["metadata"]
    assert metadata == {"resourceVersion": last, "annotations": {"k8s.io/initial-events-end": "true"}}


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"sendInitialEvents": "1"}, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
        ({"resourceVersionMatch": "NotOlderThan"}, "is forbidden for watch unless sendInitialEvents is provided"),
        ({"continue": "x"}, "resourceVersionMatch is forbidden when continue is provided"),
        (
            {"sendInitialEvents": "1", "resourceVersionMatch": "Exact"},
            'Unsupported value: "Exact": supported values: "NotOlderThan"',
        ),
        ({"resourceVersion": "-1"}, 'resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1"'),
        ({"timeoutSeconds": "x"}, 'strconv.ParseInt: parsing "x": invalid syntax'),
        ({"fieldSelector": "spec.other=1"}, "field label not supported: spec.other"),
    ],
)
def test_options_that_are_refused(talk, widgets, query, message):
    outcome = talk("watch", widgets, watch="1", **query)
    assert outcome.watch is None
    assert message in outcome.status.message


def test_a_name_and_a_selector_must_agree(talk, widgets):
    outcome = talk("watch", widgets, "a", fieldSelector="metadata.name=b")
    assert outcome.status.message == "fieldSelector metadata.name doesn't match requested name"


def shown_watch(talk, widgets, shown_as, *, in_protobuf=False, **more):
    query = {"watch": ["1"], **{name: [text] for name, text in more.items()}}
    request = Request("watch", widgets, "default", query=query, shown_as=shown_as, in_protobuf=in_protobuf)
    return talk.registry.handle(request).watch


def test_tables_name_their_columns_once(talk, widgets, widget):
    for name in ("a", "b"):
        talk("create", widgets, body=widget(name))
    shown = [each["object"] for each in events(shown_watch(talk, widgets, ShownAs("Table", "v1")))]
    assert [each["rows"][0]["cells"][0] for each in shown] == ["a", "b"]
    assert [column["name"] for column in shown[0]["columnDefinitions"]] == ["Name", "Age"]
    assert shown[1]["columnDefinitions"] is None


@pytest.mark.parametrize(
    ("include", "kind"), [("", "PartialObjectMetadata"), ("None", "PartialObjectMetadata"), ("Object", "Widget")]
)
def test_the_row_of_a_bookmark_bears_its_metadata(talk, widgets, include, kind):
    asked = {"allowWatchBookmarks": "1", "includeObject": include}
    (table,) = (each["object"] for each in events(shown_watch(talk, widgets, ShownAs("Table", "v1"), **asked)))
    (row,) = table["rows"]
    assert [column["name"] for column in table["columnDefinitions"]] == ["Name", "Age"]
    assert row["object"]["kind"] == kind
    assert row["object"]["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}


def test_metadata_alone(talk, widgets, widget):
    talk("create", widgets, body=widget("a"))
    (event,) = events(shown_watch(talk, widgets, ShownAs("PartialObjectMetadata", "v1")))
    assert event["object"].keys() == {"kind", "apiVersion", "metadata"}


def test_what_cannot_be_shown_ends_the_watch(talk, widgets, widget):
    talk("create", widgets, body=widget("a"))
    watch = shown_watch(talk, widgets, ShownAs("PartialObjectMetadataList", "v1"))
    assert frames(watch) == b""
    assert watch.is_over


def test_protocol_buffers(talk, widgets, widget):
    talk("create", widgets, body=widget("a"))
    frame = frames(shown_watch(talk, widgets, ShownAs("PartialObjectMetadata", "v1"), in_protobuf=True))
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    assert frame[4:11] == b"\x0a\x05ADDED"
    assert b"k8s\0" in frame


def test_other_versions_are_converted(talk, widget):
    _, second = talk.define(versions=[version("v1"), version("v2", storage=False)])
    talk("create", GroupVersionResource("example.com", "v1", "widgets"), body=widget("a"))
    assert events(begin(talk, second))[0]["object"]["apiVersion"] == "example.com/v2"


@pytest.mark.parametrize(
    ("act", "last"),
    [
        (lambda talk: talk("delete", CRDS, NAME), ["DELETED a"]),
        (lambda talk: talk("patch", CRDS, NAME, body=RENAMED, media_type=MERGE_PATCH), []),
    ],
    ids=["goes", "changes"],
)
def test_a_definition_that_goes_or_changes_ends_its_watches(talk, widgets, widget, act, last):
    talk("create", widgets, body=widget("a"))
    watch = begin(talk, widgets)
    woken = []
    watch.notify(lambda: woken.append(1))
    assert told(watch) == ["ADDED a"]
    woken.clear()
    assert act(talk).ok
    assert woken
    assert told(watch) == last
    assert watch.is_over


def test_a_definition_that_is_only_annotated_keeps_its_watches(talk, widgets, widget):
    watch = begin(talk, widgets)
    assert told(watch) == []
    noted = {"metadata": {"annotations": {"a": "b"}}}
    assert talk("patch", CRDS, NAME, body=noted, media_type=MERGE_PATCH).ok
    talk("create", widgets, body=widget("a"))
    assert told(watch) == ["ADDED a"]
    assert not watch.is_over


@pytest.mark.parametrize(
    "act",
    [
        lambda talk: talk("delete", CRDS, NAME),
        lambda talk: talk("patch", CRDS, NAME, body=RENAMED, media_type=MERGE_PATCH),
    ],
    ids=["goes", "changes"],
)
def test_a_definition_that_goes_or_changes_before_a_watch_is_looked_at_ends_it_too(talk, widgets, act):
    watch, annotated = begin(talk, widgets), begin(talk, widgets)
    noted = {"metadata": {"annotations": {"a": "b"}}}
    assert talk("patch", CRDS, NAME, body=noted, media_type=MERGE_PATCH).ok
    assert told(annotated) == []
    assert not annotated.is_over
    assert act(talk).ok
    assert told(watch) == []
    assert watch.is_over


def test_a_new_definition_by_the_same_name_has_no_history(talk, widgets, widget):
    before = talk("create", widgets, body=widget("a")).object["metadata"]["resourceVersion"]
    talk("delete", CRDS, NAME)
    assert talk("create", CRDS, body=crd()).ok
    assert told(begin(talk, widgets, resourceVersion=before)) == ["ERROR"]


def test_those_who_watch_alike_share_what_is_written(talk, widgets, widget):
    watches = [begin(talk, widgets) for _ in range(2)]
    assert [told(each) for each in watches] == [[], []]
    talk("create", widgets, body=widget("a"))
    (one, other) = (each.take() for each in watches)
    assert one == other
    log = talk.registry._watched.log._logged.values()
    assert [len(each.frames) for each in log] == [1]


def test_those_who_come_for_the_same_events_share_the_piece(talk, widgets, widget):
    since = {"resourceVersion": str(talk.registry.revision)}
    here, twin = (begin(talk, widgets, **since) for _ in range(2))
    everywhere = begin(talk, widgets, namespace="", **since)
    selecting = begin(talk, widgets, labelSelector="a!=b", **since)
    for name in ("a", "b", "c"):
        talk("create", widgets, body=widget(name))
    pieces = [each.take() for each in (here, twin, everywhere, selecting)]
    assert pieces[0] is pieces[1]
    assert pieces[0] == pieces[2] == pieces[3]
    talk("create", widgets, body=widget("d"))
    assert told(here) == told(twin) == ["ADDED d"]


def test_a_watch_holds_nothing_before_and_after(talk, widgets, storage):
    watch = begin(talk, widgets)
    watched = talk.registry._watched.open._watches
    assert not watched
    watch.take()
    assert watched
    watch.close()
    assert not watched
    assert watch.take() is None
    assert watch.is_over


def test_a_storage_that_closes_ends_watches(talk, widgets, storage):
    watch = begin(talk, widgets)
    watch.take()
    storage.close()
    assert watch.take() is None
    assert watch.is_over
