"""Compares any sequence of writes with a dictionary that keeps a full copy for each revision."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.conftest import oldest_revision
from tests.contract.engines import DISTANT, DURABLE, ENGINES

from kapivara.storage import (
    AlreadyExists,
    Conflict,
    KeyNotFound,
    NothingSince,
    Pending,
    Precondition,
    PreconditionFailed,
    Storage,
    StorageError,
    Unchanged,
)

KEYS = ("/a/1", "/a/2", "/a/10", "/ab", "/b/1")
PREFIXES = ("", "/a", "/a/", "/b/", "/c")
WRITES = st.tuples(
    st.sampled_from(("create", "update", "delete", "compact")),
    st.sampled_from(KEYS),
    st.binary(max_size=3),
    st.integers(0, 5),
    st.lists(
        st.tuples(st.sampled_from((Unchanged, NothingSince)), st.sampled_from((*KEYS, *PREFIXES)), st.integers(0, 4)),
        max_size=2,
    ),
    st.booleans(),
)
Write = tuple[str, str, bytes, int, list[tuple[type[Unchanged | NothingSince], str, int]], bool]
State = dict[str, tuple[bytes, int]]


class Model:
    """The simplest storage: a copy of everything for each revision."""

    def __init__(self) -> None:
        self.states: list[State] = [{}, {}]
        self.compacted = 1

    @property
    def revision(self) -> int:
        return len(self.states) - 1

    def holds(self, precondition: Precondition) -> bool:
        """Returns whether the precondition of a write holds now."""
        state = self.states[-1]
        if isinstance(precondition, Unchanged):
            return state.get(precondition.key, (b"", 0))[1] == precondition.revision > 0
        newer = (key for key, (_, revision) in state.items() if revision > precondition.revision)
        return not any(key.startswith(precondition.prefix) for key in newer)

    def write(
        self, kind: str, key: str, value: bytes, back: int, conditions: list[Precondition]
    ) -> type[StorageError] | int:
        if not all(map(self.holds, conditions)):
            return PreconditionFailed
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


def write(
    storage: Storage,
    expected: int,
    model: Model,
    *,
    kind: str,
    key: str,
    value: bytes,
    conditions: list[Precondition],
    pending: Pending | None,
) -> object:
    try:
        if kind == "create":
            return storage.create(key, value, conditions, pending).revision
        if kind == "update":
            return storage.update(key, value, expected, conditions, pending).revision
        return storage.delete(key, expected, conditions, pending).revision
    except PreconditionFailed as refusal:
        told = refusal.revision == model.revision and not model.holds(refusal.precondition)
        return PreconditionFailed if told else refusal
    except StorageError as refusal:
        return type(refusal)


def check_listings(storage: Storage, model: Model) -> None:
    for prefix in PREFIXES:
        for revision in range(model.compacted, model.revision + 1):
            state = model.states[revision]
            expected = sorted((key, *state[key]) for key in state if key.startswith(prefix))
            listing = storage.list(prefix, at_revision=revision)
            assert [(item.key, item.value, item.revision) for item in listing.items] == expected
            page = storage.list(prefix, at_revision=revision, limit=1, counts=True)
            assert ([item.key for item in page.items], page.has_more, page.remaining) == (
                [key for key, *_ in expected[:1]],
                len(expected) > 1,
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


def play(storage: Storage, model: Model, writes: list[Write]) -> None:
    """Makes writes and waits for some of them at once; reads in between see the decided ones."""
    pending = Pending()
    for kind, key, value, back, wanted, waits in writes:
        if kind == "compact":
            pending.wait()
            model.compacted = max(model.compacted, model.revision - back)
            storage.compact(model.compacted)
        else:
            conditions: list[Precondition] = [
                made(where, model.states[-1].get(where, (b"", model.revision))[1] - older)
                for made, where, older in wanted
            ]
            given = write(
                storage,
                model.states[-1].get(key, (b"", 0))[1] - back,
                model,
                kind=kind,
                key=key,
                value=value,
                conditions=conditions,
                pending=None if waits else pending,
            )
            assert given == model.write(kind, key, value, back, conditions)
        assert {key: seen(storage, key, pending) for key in KEYS} == {key: model.states[-1].get(key) for key in KEYS}
    pending.wait()


def seen(storage: Storage, key: str, pending: Pending) -> tuple[bytes, int] | None:
    try:
        stored = storage.get(key, pending)
    except KeyNotFound:
        return None
    return stored.value, stored.revision


def check(storage: Storage, model: Model) -> None:
    assert (storage.revision, oldest_revision(storage)) == (model.revision, model.compacted)
    check_listings(storage, model)
    check_watches(storage, model)


@pytest.mark.parametrize("engine", [each for each in ENGINES if each not in DISTANT])
@settings(max_examples=50, deadline=None)
@given(writes=st.lists(WRITES, max_size=25))
def test_any_sequence_of_writes(engine: str, writes: list[Write]) -> None:
    play_and_check(engine, writes)


@pytest.mark.parametrize("engine", DISTANT)
@settings(max_examples=15, deadline=None)
@given(writes=st.lists(WRITES, max_size=15))
def test_any_sequence_of_writes_over_a_network(engine: str, writes: list[Write]) -> None:
    play_and_check(engine, writes)


def play_and_check(engine: str, writes: list[Write]) -> None:
    model = Model()
    with tempfile.TemporaryDirectory() as directory:
        with ENGINES[engine](Path(directory)) as storage:
            play(storage, model, writes)
            check(storage, model)
        if engine in DURABLE:
            with ENGINES[engine](Path(directory)) as storage:
                check(storage, model)
