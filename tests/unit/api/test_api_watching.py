"""Tests of watches of the façade: their start, events and end."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from kapivara import Api, ApiError, WatchEvent
from kapivara.api import watching
from kapivara.storage.memory import MemoryStorage

KIND = ("v1", "ConfigMap")
PATIENCE = 60.0


def config_map(name: str, **labels: str) -> dict[str, object]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "labels": labels}}


def shown(event: WatchEvent) -> str:
    return f"{event.type} {event.object['metadata']['name']}"


@pytest.fixture
def storage() -> MemoryStorage:
    return MemoryStorage()


@pytest.fixture
def api(storage: MemoryStorage) -> Iterator[Api]:
    with Api(storage) as api:
        yield api


def test_it_begins_now(api: Api) -> None:
    api.create(config_map("before"))
    with api.watch(*KIND, timeout=PATIENCE) as watch:
        api.create(config_map("one"))
        api.patch(*KIND, "one", {"data": {"a": "b"}})
        api.delete(*KIND, "one")
        assert [shown(next(watch)) for _ in range(3)] == ["ADDED one", "MODIFIED one", "DELETED one"]


def test_it_begins_behind_a_list(api: Api) -> None:
    listed = api.list(*KIND, namespace="default").object
    api.create(config_map("one"))
    with api.watch(*KIND, resource_version=listed["metadata"]["resourceVersion"], timeout=PATIENCE) as watch:
        assert shown(next(watch)) == "ADDED one"


def test_it_begins_with_what_is_there(api: Api) -> None:
    api.create(config_map("one"))
    with api.watch(*KIND, namespace="default", initial=True, timeout=PATIENCE) as watch:
        api.create(config_map("two"))
        assert [shown(next(watch)) for _ in range(2)] == ["ADDED one", "ADDED two"]


def test_it_cannot_begin_twice(api: Api) -> None:
    with pytest.raises(ValueError, match="not both"):
        api.watch(*KIND, resource_version="1", initial=True)


def test_selectors(api: Api) -> None:
    with (
        api.watch(*KIND, label_selector="app=web", timeout=PATIENCE) as by_label,
        api.watch(*KIND, field_selector="metadata.name=two", timeout=PATIENCE) as by_field,
        api.watch(*KIND, "two", namespace="default", timeout=PATIENCE) as by_name,
    ):
        api.create(config_map("one", app="web"))
        api.create(config_map("two", app="log"))
        api.patch(*KIND, "one", {"metadata": {"labels": {"app": "log"}}})
        assert [shown(next(by_label)) for _ in range(2)] == ["ADDED one", "DELETED one"]
        assert shown(next(by_field)) == shown(next(by_name)) == "ADDED two"


def test_namespaces(api: Api) -> None:
    api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "other"}})
    with (
        api.watch(*KIND, timeout=PATIENCE) as all_of_them,
        api.watch(*KIND, "two", timeout=PATIENCE) as by_name,
        api.watch(*KIND, "two", namespace="other", timeout=PATIENCE) as elsewhere,
        api.watch("v1", "Namespace", "more", timeout=PATIENCE) as namespaces,
    ):
        api.create(config_map("two"), namespace="other")
        api.create(config_map("two"))
        api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "more"}})
        assert [next(all_of_them).object["metadata"]["namespace"] for _ in range(2)] == ["other", "default"]
        assert next(by_name).object["metadata"]["namespace"] == "default"
        assert next(elsewhere).object["metadata"]["namespace"] == "other"
        assert shown(next(namespaces)) == "ADDED more"


def test_the_time_is_up(api: Api) -> None:
    assert list(api.watch(*KIND, timeout=0.01)) == []


def test_the_time_is_up_though_more_and_more_comes(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(watching, "monotonic", lambda: now)
    watch = api.watch(*KIND, timeout=10)
    api.create(config_map("one"))
    assert shown(next(watch)) == "ADDED one"
    api.create(config_map("two"))
    now = 10.0
    assert list(watch) == []


def test_what_is_there_is_told_however_short_the_time(api: Api) -> None:
    api.create(config_map("one"))
    assert [shown(each) for each in api.watch(*KIND, namespace="default", initial=True, timeout=0)] == ["ADDED one"]


def test_nothing_is_told_once_it_is_closed(api: Api) -> None:
    watch = api.watch(*KIND)
    api.create(config_map("one"))
    api.create(config_map("two"))
    assert shown(next(watch)) == "ADDED one"
    watch.close()
    assert list(watch) == []


def test_closing_wakes_who_waits(api: Api) -> None:
    watch = api.watch(*KIND)
    told: list[list[WatchEvent]] = []
    waiting = threading.Thread(target=lambda: told.append(list(watch)))
    waiting.start()
    watch.close()
    waiting.join(PATIENCE)
    assert told == [[]]
    assert list(watch) == []


def test_closing_the_api_ends_it(api: Api) -> None:
    watch = api.watch(*KIND)
    api.create(config_map("one"))
    assert shown(next(watch)) == "ADDED one"
    api.close()
    assert list(watch) == []


def test_events_come_from_other_threads(api: Api) -> None:
    with api.watch(*KIND, timeout=PATIENCE) as watch:
        writing = threading.Thread(target=lambda: [api.create(config_map(f"n{each}")) for each in range(50)])
        writing.start()
        assert [shown(next(watch)) for _ in range(50)] == [f"ADDED n{each}" for each in range(50)]
        writing.join()


def test_objects_are_the_callers_own(api: Api) -> None:
    with api.watch(*KIND, timeout=PATIENCE) as first, api.watch(*KIND, timeout=PATIENCE) as second:
        api.create(config_map("one"))
        next(first).object["metadata"]["name"] = "changed"
        assert shown(next(second)) == "ADDED one"


def test_what_was_forgotten_is_told(api: Api, storage: MemoryStorage) -> None:
    api.create(config_map("one"))
    storage.compact(storage.revision)
    with (
        pytest.raises(ApiError, match="too old resource version") as caught,
        api.watch(*KIND, resource_version="1") as w,
    ):
        next(w)
    assert (caught.value.status.code, caught.value.status.reason) == (410, "Expired")


def test_refusals_are_raised(api: Api) -> None:
    with pytest.raises(ApiError, match='no matches for kind "Gizmo" in version "v1"'):
        api.watch("v1", "Gizmo")
    with pytest.raises(ApiError, match="unable to parse requirement") as caught:
        api.watch(*KIND, label_selector="a in")
    assert caught.value.status.code == 400
