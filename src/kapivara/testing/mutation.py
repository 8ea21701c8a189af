"""Changes objects at random places, within their types; most results are valid.

New values are taken from fields of the same name in other objects, or are at the limits of types and rules. The same
seed gives the same changes.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from kapivara.codec.shapes import Bytes, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.values import copy_json

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
