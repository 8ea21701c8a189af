"""Tests of indexes of all objects of a kind, which follow the storage for all writers."""

from __future__ import annotations

from typing import Any

from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource
from kapivara.registry.following.followers import Followers
from kapivara.registry.following.index_table import IndexTable
from kapivara.registry.registry import Registry
from kapivara.storage import NothingSince
from kapivara.storage.memory import MemoryStorage

CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")


class Names:
    """An index of names only."""

    def __init__(self) -> None:
        self.known: set[str] = set()

    def clear(self) -> None:
        self.known.clear()

    def put(self, key: str, obj: Any) -> None:
        assert key.endswith(obj["metadata"]["name"])
        self.known.add(key)

    def drop(self, key: str) -> None:
        self.known.discard(key)


def test_an_index_follows_the_storage() -> None:
    storage = MemoryStorage()
    talk = Talk(Registry(storage))
    talk("create", CONFIG_MAPS, body={"metadata": {"name": "a"}})
    names = Names()
    table = IndexTable(Followers(storage), talk.registry.kind(CONFIG_MAPS), names)
    assert table.index() is names
    assert names.known == {"default/a"}
    talk("create", CONFIG_MAPS, body={"metadata": {"name": "b"}})
    talk("delete", CONFIG_MAPS, "a")
    table.index()
    assert names.known == {"default/b"}
    assert table.no_other == NothingSince("/registry/configmaps/", storage.revision)


def test_what_cannot_be_read_is_left_out() -> None:
    storage = MemoryStorage()
    storage.create("/registry/configmaps/default/odd", b"not an object")
    names = Names()
    talk = Talk(Registry(storage))
    IndexTable(Followers(storage), talk.registry.kind(CONFIG_MAPS), names)
    assert names.known == set()
