"""Generates writes: values to create, and updates whose new value is close to the old one, far from it, or equal.

The same seed gives the same values. A value is only guaranteed to have its type.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any, TypeVar

from kapivara.generator.model.json_fields import JsonField, json_fields
from kapivara.generator.model.natives import is_integer, is_nilable, native_type, non_pointer, value_type
from kapivara.generator.model.own_json import known_shape
from kapivara.generator.model.types import BOOL, BYTE, STRING, Type, TypeKind
from kapivara.testing.hints import Hints, HintTable
from kapivara.testing.samples import FORMATS, OWN_JSON, TEXTS_EDGE, TEXTS_GOOD
from kapivara.values import ABSENT
from kapivara.values.record import record

_T = TypeVar("_T")
_DEEPEST_of_generation = 7
_MOST_PARTS = 3000  # of one value
_MOST_ITEMS = 300
_LONGEST_TEXT = 5000
_MANY = 12  # items of longer lists are generated as small as possible
_RANGES = {
    "byte": (0, 255),
    "int16": (-(1 << 15), (1 << 15) - 1),
    "uint16": (0, (1 << 16) - 1),
    "int32": (-(1 << 31), (1 << 31) - 1),
    "uint32": (0, (1 << 32) - 1),
    "uint": (0, (1 << 63) - 1),
    "uint64": (0, (1 << 63) - 1),
}
_INT64 = (-(1 << 63), (1 << 63) - 1)
WILDNESS = (0.0, 0.02, 0.1, 0.5)
"""The possible shares of unusual parts of a value; one is chosen for each value."""


class ValueMaker:
    """Generates values of any type of a package; `wild` is the share of unusual parts."""

    def __init__(self, hints: HintTable, randomness: random.Random):
        self._hints = hints
        self.random = randomness
        self.wild = 0.0
        self._parts = 0

    def make(self, kind: Type, hints: Hints | None = None, depth: int = 0) -> Any:
        """Returns a generated value; `hints` describe the values of its place."""
        if depth == 0:
            self._parts = 0
        self._parts += 1
        held = non_pointer(kind)
        native = value_type(held)
        samples = OWN_JSON.get(known_shape(held) or "")
        if samples is not None:
            return self.random.choice(samples)
        known = self.known(kind, hints)
        match native.kind:
            case TypeKind.STRUCT:
                return self._struct(native, known, depth)
            case TypeKind.SLICE if is_bytes(native):
                return base64.b64encode(self._text(known).encode()).decode()
            case TypeKind.SLICE | TypeKind.ARRAY:
                return self._list(native, known, depth)
            case TypeKind.MAP:
                return self._map(native, known, depth)
            case TypeKind.BUILTIN:
                return self._scalar(native, known)
            case _:
                return None

    def known(self, kind: Type, hints: Hints | None) -> Hints:
        """Returns the hints of a place combined with those of its type."""
        return Hints().add(hints).add(self._hints.of_type(non_pointer(kind)))

    def known_field(self, field: JsonField, struct: Hints) -> Hints:
        """Returns the hints of a field of a struct."""
        found = Hints().add(self._hints.of_member(field.member)).add(struct.fields.get(field.name))
        found.texts += struct.texts  # rules of the struct name the discriminators of unions and modes
        return found

    def chance(self, probability: float) -> bool:
        """Returns True with a probability from 0 to 1."""
        return self.random.random() < probability

    def _pick(self, pools: Sequence[Sequence[_T]]) -> _T | None:
        """Returns a random value of a random non-empty pool; None if all are empty."""
        filled = [pool for pool in pools if pool]
        return self.random.choice(self.random.choice(filled)) if filled else None

    def _scalar(self, native: Type, hints: Hints) -> Any:
        if native is STRING:
            return self._text(hints)
        if native is BOOL:
            return self.chance(0.5)
        number = self._number(native, hints)
        return number if is_integer(native) else number + self.random.choice((0.0, 0.5))

    def _text(self, hints: Hints) -> str:
        odd = self.chance(self.wild)
        pools: list[Sequence[str]] = [FORMATS[name][odd] for name in hints.formats]
        pools += [(*hints.enum, "", "NoSuchValue") if odd else hints.enum]
        lengths = hints.lengths.edge() if odd else hints.lengths.good(3) if hints.lengths.any else []
        pools += [[self._text_of(length) for length in lengths if 0 <= length <= _LONGEST_TEXT]]
        if odd:
            pools += [[each for each in hints.refused if isinstance(each, str)], TEXTS_EDGE]
        elif not any(pools) or self.chance(0.02):
            pools = [TEXTS_GOOD, hints.texts]
        return self._pick(pools) or ""

    def _text_of(self, length: int) -> str:
        return ("é" if self.chance(0.1) else "a") * length  # in non-ASCII text, characters and bytes differ in number

    def _number(self, native: Type, hints: Hints) -> int:
        lowest, highest = _RANGES.get(native.name.name, _INT64)
        if self.chance(self.wild):
            refused = [each for each in hints.refused if type(each) is int]
            pools = [hints.numbers.edge(), refused, [0, 1, -1, lowest, highest]]
        else:
            pools = [hints.numbers.good(1 + self.random.randrange(9))]
        fitting = [[each for each in pool if lowest <= each <= highest] for pool in pools]
        return self._pick(fitting) or 0

    def _struct(self, struct: Type, hints: Hints, depth: int) -> dict[str, Any]:
        made = {}
        for field in json_fields(struct):
            known = self.known_field(field, hints)
            if not self._is_left_out(field, known, depth):
                kind = field.member.type
                null = is_nilable(kind) and self.chance(self.wild / 4)
                made[field.name] = None if null else self.make(kind, known, depth + 1)
        return made

    def _is_left_out(self, field: JsonField, hints: Hints, depth: int) -> bool:
        if depth >= _DEEPEST_of_generation or self._parts > _MOST_PARTS:
            return (
                not hints.required
                or depth > 2 * _DEEPEST_of_generation
                or value_type(field.member.type).kind is TypeKind.STRUCT
            )
        return self.chance(self.wild / 4 if hints.required else 0.25 + 0.08 * depth)

    def _size(self, hints: Hints) -> int:
        odd = self.chance(self.wild)
        sizes = hints.sizes.edge() if odd and hints.sizes.any else hints.sizes.good(1 + self.random.randrange(3))
        if hints.sizes.any and not odd and self.chance(0.7):
            sizes = sizes[:2]  # long lists are slow
        return self._pick([[each for each in sizes if 0 <= each <= _MOST_ITEMS]]) or 0

    def _list(self, native: Type, hints: Hints, depth: int) -> list[Any]:
        if native.elem is None or depth >= _DEEPEST_of_generation or self._parts > _MOST_PARTS:
            return []
        size = self._size(hints)
        step = 1 if size <= _MANY else _DEEPEST_of_generation
        items = [self.make(native.elem, hints.item, depth + step) for _ in range(size)]
        for selector in hints.selectors:
            if items and isinstance(items[0], dict) and self.chance(0.4):
                items[self.random.randrange(len(items))].update(selector)
        if items and self.chance(self.wild / 2):
            items.append(self.random.choice(items))
        return items if self.chance(self.wild / 2) or not hints.unique else _unique(items, hints.keys)

    def _map(self, native: Type, hints: Hints, depth: int) -> dict[str, Any]:
        if native.elem is None or native.key is None or depth >= _DEEPEST_of_generation or self._parts > _MOST_PARTS:
            return {}
        made: dict[str, Any] = {}
        size = self._size(hints)
        step = 1 if size <= _MANY else _DEEPEST_of_generation
        for number in range(size):
            key = str(self.make(native.key, hints.key, depth + 1))
            key = f"{key}{number}" if key in made else key
            made[key] = self.make(native.elem, hints.item, depth + step)
        return made


def is_bytes(native: Type) -> bool:
    """Returns whether a native type is a list of bytes, which is a string in JSON."""
    return native.elem is not None and native.kind is TypeKind.SLICE and native_type(native.elem) is BYTE


def _unique(items: list[Any], keys: Sequence[str]) -> list[Any]:
    """Drops duplicate items, by their keys or by their whole value."""
    kept: list[Any] = []
    seen: list[Any] = []
    for item in items:
        identity = [item.get(key) for key in keys] if keys and isinstance(item, dict) else item
        if identity not in seen:
            seen.append(identity)
            kept.append(item)
    return kept


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
