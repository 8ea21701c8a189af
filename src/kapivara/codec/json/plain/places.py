"""Finds the positions of all fields of a JSON text, for `Positions`, as byte offsets."""

from __future__ import annotations

from kapivara.codec.json.plain.literals import unquote
from kapivara.codec.json.plain.tokens import tokens
from kapivara.codec.positions import Children, PositionTree


def json_places(data: bytes, start: int = 0) -> PositionTree:
    """Returns the positions of the first value from `start` on; of duplicate keys, the last one comes first."""
    roots: list[PositionTree] = []
    containers: list[dict[str, PositionTree] | list[PositionTree]] = [roots]
    key, key_at = "", 0
    for kind, begin, end in tokens(data, start):
        if kind == "key":
            key, key_at = unquote(data[begin:end]), begin
            continue
        if kind in ("}", "]"):
            containers.pop()
            continue
        if kind == "end":
            break
        parent = containers[-1]
        holds: Children = {} if kind == "{" else [] if kind == "[" else None
        place = PositionTree(begin, holds, begin if holds is None else None)
        if isinstance(parent, dict):
            place.at = key_at
            place.earlier = parent.get(key)
            parent[key] = place
        else:
            parent.append(place)
        if holds is not None:
            containers.append(holds)
    return roots[0]
