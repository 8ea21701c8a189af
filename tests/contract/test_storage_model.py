"""Any sequence of writes gives what a plain dictionary with a full copy for each revision would."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kapivara.storage import AlreadyExists, Conflict, KeyNotFound, Storage, StorageError
from kapivara.storage.memory import MemoryStorage
from kapivara.storage.sqlite import SqliteStorage

KEYS = ("/a/1", "/a/2", "/a/10", "/ab", "/b/1")
PREFIXES = ("", "/a", "/a/", "/b/", "/c")
WRITES = st.tuples(
    st.sampled_from(("create", "update", "delete", "compact")),
    st.sampled_from(KEYS),
    st.binary(max_size=3),
    st.none() | st.integers(0, 5),
)
State = dict[str, tuple[bytes, int]]


class Model:
    """The obvious storage: a copy of everything for each revision."""

    def __init__(self) -> None:
        self.states: list[State] = [{}, {}]
        self.compacted = 1

    @property
    def revision(self) -> int:
        return len(self.states) - 1

    def write(self, kind: str, key: str, value: bytes, back: int | None) -> type[StorageError] | int:
        state = dict(self.states[-1])
        if kind == "create":
            if key in state:
                return AlreadyExists
        elif key not in state:
            return KeyNotFound
        elif back:
            return Conflict
        self.states.append(state)
        if kind == "delete":
            del state[key]
        else:
            state[key] = (value, self.revision)
        return self.revision


def write(storage: Storage, model: Model, kind: str, key: str, value: bytes, back: int | None) -> object:
    at = model.states[-1].get(key, (b"", 0))[1]
    expected = None if back is None else at - back
    try:
        if kind == "create":
            return storage.create(key, value).revision
        if kind == "update":
            return storage.update(key, value, expected).revision
        return storage.delete(key, expected).revision
    except StorageError as refusal:
        return type(refusal)


@contextmanager
def opened(engine: str, directory: str) -> Iterator[Storage]:
    with MemoryStorage() if engine == "memory" else SqliteStorage(Path(directory)) as storage:
        yield storage


def check_listings(storage: Storage, model: Model) -> None:
    for prefix in PREFIXES:
        for revision in range(model.compacted, model.revision + 1):
            state = model.states[revision]
            expected = sorted((key, *state[key]) for key in state if key.startswith(prefix))
            listing = storage.list(prefix, at_revision=revision)
            assert [(item.key, item.value, item.revision) for item in listing.items] == expected
            page = storage.list(prefix, at_revision=revision, limit=1)
            assert ([item.key for item in page.items], page.remaining) == (
                [key for key, *_ in expected[:1]],
                max(0, len(expected) - 1),
            )


def check_watches(storage: Storage, model: Model) -> None:
    for prefix in PREFIXES:
        for revision in range(model.compacted, model.revision + 1):
            state = dict(model.states[revision])
            for event in storage.watch(prefix, revision).take(1000):
                old = state.pop(event.key, None)
                assert (event.old_value, event.old_revision) == (old or (None, 0))
                if event.value is not None:
                    state[event.key] = (event.value, event.revision)
            expected = model.states[-1]
            assert {key: state[key] for key in state if key.startswith(prefix)} == {
                key: expected[key] for key in expected if key.startswith(prefix)
            }


def play(storage: Storage, model: Model, writes: list[tuple[str, str, bytes, int | None]]) -> None:
    for kind, key, value, back in writes:
        if kind == "compact":
            model.compacted = max(model.compacted, model.revision - (back or 0))
            storage.compact(model.compacted)
        else:
            given = write(storage, model, kind, key, value, back)
            assert given == model.write(kind, key, value, back)


def check(storage: Storage, model: Model) -> None:
    assert (storage.revision, storage.compacted_revision) == (model.revision, model.compacted)
    check_listings(storage, model)
    check_watches(storage, model)


@pytest.mark.parametrize("engine", ["memory", "sqlite"])
@settings(max_examples=50, deadline=None)
@given(writes=st.lists(WRITES, max_size=25))
def test_any_sequence_of_writes(engine: str, writes: list[tuple[str, str, bytes, int | None]]) -> None:
    model = Model()
    with tempfile.TemporaryDirectory() as directory:
        with opened(engine, directory) as storage:
            play(storage, model, writes)
            check(storage, model)
        if engine != "memory":
            with opened(engine, directory) as storage:
                check(storage, model)
