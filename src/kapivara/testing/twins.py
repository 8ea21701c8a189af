"""Runs hand-written and declarative rules of built-in kinds on generated writes, and reports differences.

Each write takes the same path as on a server: creates, and updates of stored objects, whole or through a subresource.
These are the equivalence tests of KEP-5073, for kinds in the version that clients use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.feature_gates import RolloutStage
from kapivara.codec import Decoded
from kapivara.registry.observer import NoObserver
from kapivara.registry.registry import Registry
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.requests.request import Request
from kapivara.registry.requests.validation_notes import JudgedWrite
from kapivara.storage.memory import MemoryStorage
from kapivara.testing.mutation import Mutator
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import record

_DRY = {"dryRun": ["All"]}
_MOST_STORED = 200
_ONE_IN = 25
_MOST_KEPT = 20
_NAMESPACE = "default"


@record(eq=False)
class TwinDifference:
    """A write for which the two sides differ: the text that the server logs, and the written object."""

    text: str
    new: JsonObject
    old: JsonObject | None


@record(eq=False)
class TwinRun:
    """The results of many writes: counts by verb and status code, and the first differences."""

    answers: Counter[tuple[str, int]]
    differences: tuple[TwinDifference, ...]
    count: int

    def total(self, verb: str, *codes: int) -> int:
        """Returns the number of writes of a verb with one of some status codes."""
        return sum(self.answers[verb, code] for code in codes)


class _Watcher(NoObserver):
    """Stores the differences observed in the last write."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def observe_rollout(self, write: JudgedWrite) -> None:
        note = write.rollout_note
        if note is None:
            return
        self.texts += [each.text for each in note.mismatches]
        if note.failure is not None:
            self.texts.append(f"declared rules failed: {note.failure!r}")


def compare_twins(
    api_version: str,
    kind: str,
    examples: Sequence[JsonObject],
    *,
    pairs: int = 200,
    seed: int = 0,
    subresources: Sequence[str] = ("",),
) -> TwinRun:
    """Generates pairs of a create and an update from valid examples of a kind, and returns the results of both sides.

    `subresources` are those that updates go through; "" is the whole object. Raises LookupError if the kind is not
    served, and ValueError if no example is valid.
    """
    watcher = _Watcher()
    registry = Registry(MemoryStorage(), assume_namespaces=True, observer=watcher, rollout_stage=RolloutStage.LEVELS)
    found = registry.find_kind(api_version, kind)
    if found is None:
        raise LookupError(f"{kind} of {api_version} is not served")
    run = _Run(registry, found, watcher, examples, seed)
    for number in range(pairs):
        run.create(number)
        run.update(subresources)
    return TwinRun(run.answers, tuple(run.differences), run.count)


class _Run:
    """One run: a registry, its stored objects, and the results so far."""

    def __init__(self, registry: Registry, kind: Kind, watcher: _Watcher, examples: Sequence[JsonObject], seed: int):
        self._registry = registry
        self._kind = kind
        self._watcher = watcher
        self._mutator = Mutator(kind.shape, examples, seed)
        self._random = self._mutator.random
        self._seed = seed
        self._others: dict[str, Mutator] = {}
        self.answers: Counter[tuple[str, int]] = Counter()
        self.differences: list[TwinDifference] = []
        self.count = 0
        self._examples = list(examples)
        self._stored: list[JsonObject] = []
        for number, example in enumerate(examples):
            self._store(example, f"example-{number}")
        if not self._stored:
            raise ValueError(f"no example of {kind.gvk.kind} can be created")

    def create(self, number: int) -> None:
        """Tries to create an object; stores some of the valid ones."""
        new = self._mutator.mutated(self._random.choice(self._examples))
        metadata = new.get("metadata")
        if isinstance(metadata, dict) and self._random.random() < 0.9:
            new["metadata"] = {**metadata, "name": f"made-{number}"}
        ok = self._send("create", new, None, query=_DRY)
        if ok and number % _ONE_IN == 0 and number < _ONE_IN * _MOST_STORED:  # memory keeps every stored revision
            self._store(new, f"made-{number}")

    def update(self, subresources: Sequence[str]) -> None:
        """Tries to update a stored object."""
        old = self._random.choice(self._stored)
        subresource = self._random.choice(subresources)
        view = self._view(old, subresource)
        new = self._mutator_of(subresource).mutated(view)
        if isinstance(new.get("metadata"), dict):
            for key in ("name", "namespace", "resourceVersion"):
                if key in old["metadata"]:
                    new["metadata"][key] = old["metadata"][key]
        self._send("update", new, old, subresource=subresource, query=_DRY)

    def _view(self, old: JsonObject, subresource: str) -> JsonObject:
        way = self._kind.subresources[subresource]
        return old if way.shows_whole else way.show(old)

    def _mutator_of(self, subresource: str) -> Mutator:
        way = self._kind.subresources[subresource]
        if way.shows_whole:
            return self._mutator
        if subresource not in self._others:
            self._others[subresource] = Mutator(way.shown_kind.shape, (), self._seed)
        return self._others[subresource]

    def _store(self, obj: JsonObject, name: str) -> None:
        obj = copy_json(obj)
        obj.setdefault("metadata", {})
        obj["metadata"] |= {"name": obj["metadata"].get("name") or name}
        outcome = self._handle("create", obj)
        if outcome.ok and outcome.object is not None:
            self._stored.append(outcome.object)
            del self._stored[:-_MOST_STORED]

    def _send(self, verb: str, new: JsonObject, old: JsonObject | None, **more: Any) -> bool:
        """Sends a write, and stores its status code and differences."""
        self._watcher.texts.clear()
        outcome = self._handle(verb, copy_json(new), **more)
        self.answers[verb, outcome.code] += 1
        self.count += len(self._watcher.texts)
        if len(self.differences) < _MOST_KEPT:
            self.differences += [TwinDifference(text, new, old) for text in self._watcher.texts]
        return outcome.ok

    def _handle(self, verb: str, obj: JsonObject, **more: Any) -> Outcome:
        metadata = obj.get("metadata")
        name = metadata.get("name") if verb == "update" and isinstance(metadata, dict) else ""
        namespace = _NAMESPACE if self._kind.namespaced else ""
        body = Decoded(obj, unshared=True)
        return self._registry.handle_kind(
            self._kind, Request(verb, self._kind.gvr, namespace, name or "", body=body, **more)
        )
