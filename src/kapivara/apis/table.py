"""How objects are shown as rows of a Table, which is what `kubectl get` prints: columns, each with its cell.

A kind says so by its `table`; the registry makes the document (`registry/shown_as.py`).
Upstream: apimachinery/pkg/apis/meta/v1/types.go Table; apiserver/pkg/registry/rest/table.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from kapivara.apis.ages import age_of
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.apis.surroundings import Surroundings

Cell: TypeAlias = Callable[[JsonObject], JsonValue]
"""Returns what a column shows of an object."""

_ZERO_TIME = "0001-01-01T00:00:00Z"
_NAME = (
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a "
    "client to request the generation of an appropriate name automatically. Name is primarily intended for creation "
    "idempotence and configuration definition. Cannot be updated. More info: "
    "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names"
)
_CREATED = (
    "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed "
    "to be set in happens-before order across separate operations. Clients may not set this value. It is represented "
    "in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: "
    "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata"
)
"""What the server answers about these columns, word for word: Tables are compared as any answer is."""


@record
class Column:
    """One column: what clients are told of it, and its cell in the row of an object.

    One of a `priority` above 0 is shown to those who ask for more (`kubectl get -o wide`). Of one that is not told
    there are cells all the same.
    """

    name: str
    type: str
    cell: Cell
    _: KW_ONLY
    format: str = ""
    description: str = ""
    priority: int = 0
    is_told: bool = True

    def definition(self) -> JsonObject:
        """Returns what clients are told of the column."""
        return {
            "name": self.name,
            "type": self.type,
            "format": self.format,
            "description": self.description,
            "priority": self.priority,
        }


@record
class TableLayout:
    """The columns of a Table; `null_rows` tells that one without any row says `null` instead of an empty list.

    `conditions` are said of the rows of some objects, beside their cells. `of_list` gives the layout for all objects of
    a list, where their cells hang on each other; `place` tells what the rows of a list are sorted by, if by anything.
    """

    columns: tuple[Column, ...]
    null_rows: bool = False
    conditions: Callable[[JsonObject], list[JsonObject]] | None = None
    of_list: Callable[[Sequence[JsonObject]], TableLayout] | None = None
    place: Callable[[JsonObject], tuple[int, str]] | None = None


def name_column() -> Column:
    """The name, which is the first column of nearly every Table."""
    return Column("Name", "string", _name, format="name", description=_NAME)


def created_at_column() -> Column:
    """The moment of creation, as metadata holds it."""
    return Column("Created At", "date", _created_at, description=_CREATED)


def age_column(surroundings: Surroundings, *, type: str = "string") -> Column:
    """The time since the creation."""

    def age(obj: JsonObject) -> str:
        return age_of(obj["metadata"].get("creationTimestamp") or "", surroundings.now())

    return Column("Age", type, age, description=_CREATED)


def or_none(text: str | None) -> str:
    """Returns what a cell shows of a text that may be empty or missing."""
    return text or "<none>"


def _name(obj: JsonObject) -> JsonValue:
    return obj["metadata"].get("name", "")


def _created_at(obj: JsonObject) -> JsonValue:
    return obj["metadata"].get("creationTimestamp") or _ZERO_TIME
