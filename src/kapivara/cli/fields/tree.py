"""The fields of a kind as a tree, declared by Go types (`built_in.py`) or by a schema (`custom.py`).

`explain` prints its facts, and hints for misspelt fields search it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.apis.machinery.kinds.kind import Kind


@record
class FieldRule:
    """A rule of a field: the tag or keyword that declares it, and its meaning.

    `about` names the parts of the value that the rule validates, `items` or `values`; "" for the value itself. A rule
    that is not `enforced` is only compared with a hand-written rule, and never reported.
    """

    says: str
    meaning: str = ""
    about: str = ""
    enforced: bool = True


@record(eq=False)
class FieldFacts:
    """The facts of one field, or of the kind itself.

    `type` is the form of the value (`[]Container`), `type_name` the name of a plain type (`PullPolicy`).
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
    """A field of a kind, or the kind itself; everything is computed on demand."""

    @property
    def name(self) -> str:
        """The name of the field; "" for the kind itself."""

    @property
    def type(self) -> str:
        """The form of the value: `string`, `[]Container`."""

    @property
    def children(self) -> Mapping[str, FieldNode]:
        """The fields of the value, or of its items, by name."""

    @property
    def keyed(self) -> bool:
        """Whether the value is a map, so that a key precedes its fields."""

    @property
    def is_open(self) -> bool:
        """Whether the value may have undeclared fields."""

    @property
    def declares(self) -> object:
        """The declaration of the fields; a tree ends where it would repeat below itself."""

    def facts(self) -> FieldFacts:
        """Returns all facts of the field."""


def fields_of(kind: Kind) -> FieldNode:
    """Returns the tree of a kind's fields."""
    if kind.api.custom:
        from kapivara.cli.fields.custom import custom_fields  # imports only the needed kind of tree

        return custom_fields(kind)
    from kapivara.cli.fields.built_in import TypeNode

    return TypeNode.of_kind(kind)
