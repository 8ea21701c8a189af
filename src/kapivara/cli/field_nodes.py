"""The fields of a kind as a tree, whatever declares them: Go types (`type_fields.py`) or a schema (`schema_fields.py`).

`explain` prints what is told of a field, and hints for misspelt fields look for the one that was meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.apis.kind import Kind


@record
class FieldRule:
    """A rule on a field: the tag or keyword that says so, and what that means.

    `about` tells where it is about the parts of a value and not about the value: `items`, `values`. One that is not
    `enforced` is compared with others, and never told.
    """

    says: str
    meaning: str = ""
    about: str = ""
    enforced: bool = True


@record(eq=False)
class FieldFacts:
    """What is told of one field, or of the kind itself.

    `type` is how the value looks (`[]Container`), `type_name` what a plain one is called beside (`PullPolicy`).
    """

    type: str
    _: KW_ONLY
    type_name: str = ""
    description: str = ""
    required: bool = False
    nullable: bool = False
    default: JsonValue | Absent = ABSENT
    values: tuple[JsonValue, ...] = ()
    list_type: str = ""
    list_keys: tuple[str, ...] = ()
    map_type: str = ""
    patch_strategy: str = ""
    patch_key: str = ""
    rules: tuple[FieldRule, ...] = ()


class FieldNode(Protocol):
    """A field of a kind, or the kind itself; nothing is worked out before it is asked for."""

    @property
    def name(self) -> str:
        """Its name; empty for the kind itself."""

    @property
    def type(self) -> str:
        """How its value looks: `string`, `[]Container`."""

    @property
    def children(self) -> Mapping[str, FieldNode]:
        """The fields of its value, or of the items of its value, by their names."""

    @property
    def keyed(self) -> bool:
        """Whether its fields stand behind a key: its value is a map."""

    @property
    def is_open(self) -> bool:
        """Whether fields that nobody declared may stand in its value."""

    @property
    def declares(self) -> object:
        """What declares its fields: where this comes again below itself, a tree would have no end."""

    def facts(self) -> FieldFacts:
        """Returns all that is told of it."""


def fields_of(kind: Kind) -> FieldNode:
    """Returns the tree of a kind's fields."""
    if kind.api.custom:
        from kapivara.cli.schema_fields import custom_fields  # only the tree that is asked for is imported

        return custom_fields(kind)
    from kapivara.cli.type_fields import TypeNode

    return TypeNode.of_kind(kind)
