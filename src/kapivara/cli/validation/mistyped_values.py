"""Finds values that the server's Go types cannot decode, and the values that were probably meant.

A server stops at the first such value; `later_errors.py` continues with the value that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from kapivara.codec.typed.decoding import fault_steps
from kapivara.codec.typed.described import described
from kapivara.codec.yaml.exact.scalars import resolve
from kapivara.meta.identity import member
from kapivara.values import JsonValue
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind

Steps: TypeAlias = tuple[str | int, ...]


def unread_steps(value: JsonValue, kind: Kind) -> Steps:
    """Returns the path to the first value that cannot be decoded; () if there is none, or the whole object is wrong.

    For custom kinds, only the metadata has Go types.
    """
    if not kind.api.custom:
        return fault_steps(value, kind.shape)
    metadata = member(value, "metadata")
    if type(metadata) is not dict:
        return ("metadata",)
    below = fault_steps(metadata, described("meta.v1").struct("ObjectMeta"))
    return ("metadata", *below) if below else ()


def put_meant(value: JsonValue, steps: Steps, kind: Kind) -> bool:
    """Replaces a value that cannot be decoded by the one that was meant, or by null, which all types accept.

    Returns True if a meant value was found; errors about null are then not meaningful.
    """
    *above, last = steps
    holder = value
    for step in above:
        holder = holder[step]
    for meant in _meant(holder[last]):
        holder[last] = meant
        if unread_steps(value, kind)[: len(steps)] != steps:
            return True
    holder[last] = None
    return False


def _meant(value: JsonValue) -> Iterator[JsonValue]:
    """Yields the values that may have been meant by a value of a wrong type."""
    if type(value) is str:
        kind, plain = resolve(value)
        if kind in ("bool", "int", "float"):
            yield plain
    elif type(value) in (bool, int, float):
        yield to_json_text(value)
        if type(value) is float and value.is_integer():
            yield int(value)
    if type(value) is not list:
        yield [value]
