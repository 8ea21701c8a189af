"""The layout of Tables, which `kubectl get` prints: columns, each with a function that computes its cells.

A kind declares its layout in `table`; the registry builds the document (`registry/read/shown_as.py`).
Upstream: apimachinery/pkg/apis/meta/v1/types.go Table; apiserver/pkg/registry/rest/table.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from kapivara.apis.machinery.tables.ages import age_of
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.apis.machinery.server.surroundings import Surroundings

Cell: TypeAlias = Callable[[JsonObject], JsonValue]
"""Returns the value of a column for an object."""

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
"""Descriptions of these columns, word for word as the server returns them, since Tables are compared in full."""


@record
class Column:
    """A column: its published properties, and the function that computes the cell of an object.

    Columns with a `priority` above 0 are shown on request (`kubectl get -o wide`). A column without `is_published` has
    cells, but no published properties.
    """

    name: str
    type: str
    cell: Cell
    _: KW_ONLY
    format: str = ""
    description: str = ""
    priority: int = 0
    is_published: bool = True

    def definition(self) -> JsonObject:
        """Returns the published properties of the column."""
        return {
            "name": self.name,
            "type": self.type,
            "format": self.format,
            "description": self.description,
            "priority": self.priority,
        }


@record
class TableLayout:
    """The columns of a Table. With `null_rows`, a Table without rows has `null` instead of an empty list.

    `conditions` computes the conditions of an object's row. `of_list` returns the layout for all objects of a list, if
    their cells depend on each other; `place` is the sort key of a list's rows, if they are sorted.
    """

    columns: tuple[Column, ...]
    null_rows: bool = False
    conditions: Callable[[JsonObject], list[JsonObject]] | None = None
    of_list: Callable[[Sequence[JsonObject]], TableLayout] | None = None
    place: Callable[[JsonObject], tuple[int, str]] | None = None


def name_column() -> Column:
    """The column of names, the first of nearly every Table."""
    return Column("Name", "string", _name, format="name", description=_NAME)


def created_at_column() -> Column:
    """The column of creation timestamps."""
    return Column("Created At", "date", _created_at, description=_CREATED)


def age_column(surroundings: Surroundings, *, type: str = "string") -> Column:
    """The column of ages."""

    def age(obj: JsonObject) -> str:
        return age_of(obj["metadata"].get("creationTimestamp") or "", surroundings.now())

    return Column("Age", type, age, description=_CREATED)


def or_none(text: str | None) -> str:
    """Returns the text, or `<none>` if it is empty or missing."""
    return text or "<none>"


def _name(obj: JsonObject) -> JsonValue:
    return obj["metadata"].get("name", "")


def _created_at(obj: JsonObject) -> JsonValue:
    return obj["metadata"].get("creationTimestamp") or _ZERO_TIME
