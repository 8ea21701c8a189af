"""Runs hand-written and declarative rules of built-in kinds on generated writes, and reports differences.

Each write takes the same path as on a server: creates, and updates of stored objects, whole or through a subresource.
These are the equivalence tests of KEP-5073, for kinds in the version that clients use.

New values are taken from fields of the same name in other objects, or are at the limits of types and rules. The same
seed gives the same changes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.feature_gates import RolloutStage
from kapivara.codec import Decoded
from kapivara.codec.shapes import Bytes, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.registry.observer import NoObserver, ValidatedWrite
from kapivara.registry.registry import Registry
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import record

_TEXTS = ("", "a", "b", "A_b", "a.b/c", " ", "é", "a" * 64, "a" * 254)
_NUMBERS = (0, 1, -1, 2, 100, 65536)
_BYTES = ("", "YQ==", "MTIz")
_DEEPEST = 6
_MOST_CHANGES = 4


class Mutator:
    """Changes values of a type; `examples` are objects whose values are used elsewhere too."""

    def __init__(self, shape: Struct, examples: Iterable[Any], seed: int):
        self._shape = shape
        self.random = random.Random(f"{shape.go_name}/{seed}")  # noqa: S311  the same changes each time
        self._seen: dict[str, list[Any]] = {}
        for example in examples:
            self._learn("", example)

    def _learn(self, name: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, each in value.items():
                self._learn(key, each)
        elif isinstance(value, list):
            for each in value:
                self._learn(name, each)
        else:
            known = self._seen.setdefault(name, [])
            if value not in known:
                known.append(value)

    def mutated(self, value: Any) -> Any:
        """Returns a copy of a value with some changes, or none."""
        value = copy_json(value)
        for _ in range(self.random.randrange(_MOST_CHANGES)):
            value = self._changed(self._shape, value, "", 0)
        return value

    def _chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _changed(self, shape: Shape, value: Any, name: str, depth: int) -> Any:
        """Returns a value with one part generated anew; may modify it in place."""
        if isinstance(shape, Struct) and isinstance(value, dict):
            return self._changed_struct(shape, value, depth)
        if isinstance(shape, ListOf) and isinstance(value, list):
            return self._changed_list(shape, value, name, depth)
        if isinstance(shape, MapOf) and isinstance(value, dict):
            return self._changed_map(shape, value, depth)
        return self._made(shape, name, depth)

    def _changed_struct(self, shape: Struct, value: dict[str, Any], depth: int) -> dict[str, Any]:
        fields = shape.tables.by_name
        known = [each for each in value if each in fields]
        name = self.random.choice(known if known and self._chance(0.7) else list(fields) or [""])
        if name not in fields:
            return value
        if name in value and self._chance(0.1):
            del value[name]
        elif name in value:
            value[name] = self._changed(fields[name].shape, value[name], name, depth + 1)
        else:
            value[name] = self._made(fields[name].shape, name, depth + 1)
        return value

    def _changed_list(self, shape: ListOf, value: list[Any], name: str, depth: int) -> list[Any]:
        if not value or self._chance(0.2):
            return [*value, self._made(shape.item, name, depth + 1)]
        place = self.random.randrange(len(value))
        if self._chance(0.2):
            return [*value, copy_json(value[place])]
        if self._chance(0.2):
            del value[place]
        else:
            value[place] = self._changed(shape.item, value[place], name, depth + 1)
        return value

    def _changed_map(self, shape: MapOf, value: dict[str, Any], depth: int) -> dict[str, Any]:
        key = self.random.choice(list(value)) if value and self._chance(0.6) else self._text("")
        if key in value and self._chance(0.2):
            del value[key]
        else:
            value[key] = self._changed(shape.item, value.get(key), key, depth + 1)
        return value

    def _made(self, shape: Shape, name: str, depth: int) -> Any:
        """Returns a generated value that is likely to be valid."""
        match shape:
            case Scalar():
                return self._scalar(shape, name)
            case Bytes():
                return self.random.choice([*_BYTES, *self._of(name, str)])
            case ListOf():
                return [self._made(shape.item, name, depth + 1)] if depth < _DEEPEST and self._chance(0.8) else []
            case MapOf():
                return {self._text(""): self._made(shape.item, name, depth + 1)} if depth < _DEEPEST else {}
            case Struct() if depth < _DEEPEST:
                fields = [each for each in shape.tables.fields if each.required or self._chance(0.3)]
                return {each.name: self._made(each.shape, each.name, depth + 1) for each in fields}
            case Struct():
                return {}
        return self.random.choice(self._seen.get(name) or [None])

    def _scalar(self, shape: Scalar, name: str) -> Any:
        if shape.kind == "bool":
            return self._chance(0.5)
        if shape.kind == "string":
            return self.random.choice(shape.enum) if shape.enum and self._chance(0.7) else self._text(name)
        numbers = [*_NUMBERS, *self._of(name, int)]
        return self.random.choice([each for each in numbers if not shape.high or shape.low <= each <= shape.high])

    def _text(self, name: str) -> str:
        known: list[str] = self._of(name, str)
        return self.random.choice(known if known and self._chance(0.7) else list(_TEXTS))

    def _of(self, name: str, kind: type) -> list[Any]:
        return [each for each in self._seen.get(name, ()) if type(each) is kind]


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

    def observe_rollout(self, write: ValidatedWrite) -> None:
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
