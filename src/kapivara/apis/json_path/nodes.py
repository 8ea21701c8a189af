"""What a JSONPath consists of: the nodes that `parsing` makes and `finding` follows, one after the other.

Upstream: client-go/util/jsonpath/node.go (1.37).
"""

from __future__ import annotations

from typing import TypeAlias

from kapivara.values import JsonValue
from kapivara.values.record import record


class OtherInteger(int):
    """An integer that is none of JSON's, which Go holds in another type: one that a path says, or a byte of a text."""

    __slots__ = ()


@record
class Field:
    """`.name`: the value under a key."""

    name: str


@record
class Literal:
    """`'text'`, `5`, `1.5`, `true`: a value that the path says."""

    value: JsonValue
    each: bool = True
    """Whether it stands for every value found so far; a text is there but once."""


@record
class Slice:
    """`[start:end:step]`: items of a list; None is what is not given. The end of `[index]` is `derived`."""

    start: int | None
    end: int | None
    step: int | None
    derived: bool = False


@record
class Filter:
    """`[?(left operator right)]`: the items for which that holds; the operator `exists` has no right side."""

    left: Path
    operator: str
    right: Path


@record
class Wildcard:
    """`.*`: everything in a list or an object."""


@record
class Descent:
    """`..`: a value and everything in it, however deep."""


@record
class Union:
    """`[one,other]`: what several paths find."""

    paths: tuple[Path, ...]


@record
class Word:
    """`range`, `end` or another word: nothing that finds a value."""

    name: str


Node: TypeAlias = Field | Literal | Slice | Filter | Wildcard | Descent | Union | Word
Path: TypeAlias = tuple[Node, ...]
