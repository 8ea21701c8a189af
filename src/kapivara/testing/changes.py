"""Generates writes: values to create, and updates whose new value is close to the old one, far from it, or equal."""

from __future__ import annotations

import random
from typing import Any

from kapivara.generator.model.json_fields import json_fields
from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Type, TypeKind
from kapivara.testing.generation import WILDNESS, ValueMaker, is_bytes
from kapivara.testing.hints import Hints, HintTable
from kapivara.values import ABSENT
from kapivara.values.record import record

_DEEPEST = 12


@record(eq=False)
class Change:
    """A value to create, or the new and old value of an update; `old` is ABSENT for a create."""

    new: Any
    old: Any = ABSENT

    @property
    def is_update(self) -> bool:
        """Whether the change has an old value."""
        return self.old is not ABSENT


def update(new: Any, old: Any) -> Change:
    """Returns an update, for lists of inputs."""
    return Change(new, old)


class ChangeSource:
    """Generates changes of values of one type."""

    def __init__(self, kind: Type, hints: HintTable, seed: int):
        self._kind = kind
        self._maker = ValueMaker(hints, random.Random(f"{kind}/{seed}"))  # noqa: S311  the same values each time

    def value(self) -> Any:
        """Returns a generated value; the share of unusual parts differs from value to value."""
        self._maker.wild = self._maker.random.choice(WILDNESS)
        return self._maker.make(self._kind)

    def change(self) -> Change:
        """Returns a generated create or update."""
        if self._maker.chance(0.45):
            return Change(self.value())
        old = self.value()
        if self._maker.chance(0.15):
            return Change(self.value(), old)
        new = old
        self._maker.wild = self._maker.random.choice(WILDNESS)
        for _ in range(self._maker.random.randrange(4)):
            new = self._changed(self._kind, new, None, 0)
        return Change(new, old)

    def _changed(self, kind: Type, value: Any, hints: Hints | None, depth: int) -> Any:
        """Returns a value with one part, at any depth, generated anew."""
        native = value_type(kind)
        inside = value if depth < _DEEPEST and not self._maker.chance(0.1) else None
        if isinstance(inside, dict) and native.kind is TypeKind.STRUCT:
            return self._changed_struct(kind, inside, hints, depth)
        if isinstance(inside, dict) and native.kind is TypeKind.MAP:
            return self._changed_map(native, inside, self._maker.known(kind, hints), depth)
        if isinstance(inside, list) and native.elem is not None and not is_bytes(native):
            return self._changed_list(native, inside, self._maker.known(kind, hints), depth)
        return self._maker.make(kind, hints, min(depth, 1))

    def _changed_struct(self, kind: Type, value: dict[str, Any], hints: Hints | None, depth: int) -> dict[str, Any]:
        known = self._maker.known(kind, hints)
        fields = json_fields(value_type(kind))
        if not fields:
            return value
        field = self._maker.random.choice(fields)
        if field.name in value and self._maker.chance(0.15):
            return {name: each for name, each in value.items() if name != field.name}
        inside = self._maker.known_field(field, known)
        return {**value, field.name: self._changed(field.member.type, value.get(field.name), inside, depth + 1)}

    def _changed_map(self, native: Type, value: dict[str, Any], hints: Hints, depth: int) -> dict[str, Any]:
        if native.elem is None or native.key is None:
            return value
        if not value or self._maker.chance(0.3):
            key = str(self._maker.make(native.key, hints.key, 1))
            return {**value, key: self._maker.make(native.elem, hints.item, 1)}
        key = self._maker.random.choice(list(value))
        if self._maker.chance(0.3):
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: self._changed(native.elem, value[key], hints.item, depth + 1)}

    def _changed_list(self, native: Type, value: list[Any], hints: Hints, depth: int) -> list[Any]:
        if native.elem is None:
            return value
        made = list(value)
        if not value or self._maker.chance(0.25):
            made.insert(self._maker.random.randrange(len(made) + 1), self._maker.make(native.elem, hints.item, 1))
            return made
        place = self._maker.random.randrange(len(made))
        if self._maker.chance(0.25):
            del made[place]
        elif self._maker.chance(0.15):
            self._maker.random.shuffle(made)
        else:
            made[place] = self._changed(native.elem, made[place], hints.item, depth + 1)
        return made
