"""The nodes of a JSONPath, which `parsing` creates and `finding` evaluates in order.

Upstream: client-go/util/jsonpath/node.go (1.37).
"""

from __future__ import annotations

from typing import TypeAlias

from kapivara.values import JsonValue
from kapivara.values.record import record


class OtherInteger(int):
    """An integer of another Go type than JSON's: one in a path, or a byte of a text."""

    __slots__ = ()


@record
class Field:
    """`.name`: the value of a key."""

    name: str


@record
class Literal:
    """`'text'`, `5`, `1.5`, `true`: a constant."""

    value: JsonValue
    each: bool = True
    """True if it replaces each value found so far; a text occurs only once."""


@record
class Slice:
    """`[start:end:step]`: items of a list; absent parts are None. The end of `[index]` is `derived`."""

    start: int | None
    end: int | None
    step: int | None
    derived: bool = False


@record
class Filter:
    """`[?(left operator right)]`: the items that satisfy the condition; the operator `exists` has no right side."""

    left: Path
    operator: str
    right: Path


@record
class Wildcard:
    """`.*`: all members of a list or an object."""


@record
class Descent:
    """`..`: a value and all values inside it."""


@record
class Union:
    """`[one,other]`: the results of several paths."""

    paths: tuple[Path, ...]


@record
class Word:
    """`range`, `end` or another word, which finds no value."""

    name: str


Node: TypeAlias = Field | Literal | Slice | Filter | Wildcard | Descent | Union | Word
Path: TypeAlias = tuple[Node, ...]
