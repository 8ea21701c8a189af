"""Where a schema stands, to its rules: how often its values occur, what they can be compared with, what types it has.

Below a schema with rules, types come from that schema's own; a schema that this does not reach is given its own.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/cel_validation.go CELSchemaContext (1.37).
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from kapivara.field import FieldPath
from kapivara.schema.expressions.costs import children_factor, cost_everywhere
from kapivara.schema.expressions.declared import DeclaredType, declare
from kapivara.schema.expressions.escaping import escape
from kapivara.schema.structural import Structural
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

_RULES: Final = "x-kubernetes-validations"


class UndeclarableError(Exception):
    """A schema with rules, or one above it, that expressions cannot see."""


class TypeInfo:
    """The type of a schema that has rules or stands below one that has; worked out when somebody asks.

    `field` is its name in the schema above, None where it is that of items or of a map's values.
    """

    def __init__(self, raw: JsonObject, above: TypeInfo | None, field: str | None, *, is_root: bool = False):
        self._schema = Structural(raw)
        self._above = above
        self._field = field
        self._is_root = is_root

    @cached_property
    def declared(self) -> DeclaredType | None:
        """The type; None where the schema above is no list and no map to expressions. Raises UndeclarableError."""
        above = None if self._above is None else self._above.declared
        if self._above is not None:
            if self._field is None or above is None:
                return None if above is None else above.element
            known = above.fields.get(escape(self._field) or "")
            if known is not None:
                return known.type
        found = declare(self._schema, resource=self._is_root or self._schema.embedded_resource)
        if found is None:
            raise UndeclarableError
        return found


@record(eq=False)
class RulePlace:
    """Where a schema stands, to its rules.

    `bound` is how often its values can occur (None: no bound), `uncorrelatable` the nearest schema above whose values
    cannot be told which old one they belong to (None: all can), `types` its type (None: no rules here or above).
    """

    bound: int | None = 1
    uncorrelatable: FieldPath | None = None
    types: TypeInfo | None = None

    def below(self, raw: JsonObject) -> RulePlace:
        """The place of what stands in this schema, as far as it is the same for all of that."""
        factor = children_factor(raw)
        bound = None if self.bound is None or factor is None else cost_everywhere(self.bound, factor)
        return RulePlace(bound, self.uncorrelatable, self.types)

    def in_list(self, raw: JsonObject, path: FieldPath) -> RulePlace:
        """The place of a list's items; unless it is of type map, nothing tells which old one an item belongs to."""
        below = self.below(raw)
        if self.uncorrelatable is not None or raw.get("x-kubernetes-list-type") == "map":
            return below
        return replace(below, uncorrelatable=path)

    def of(self, raw: JsonObject, field: str | None = None) -> RulePlace:
        """The place of one schema, where `self` is that of all in the schema above."""
        if self.types is None and not raw.get(_RULES):
            return self
        return RulePlace(self.bound, self.uncorrelatable, TypeInfo(raw, self.types, field))


def root_place(raw: JsonObject) -> RulePlace:
    """Returns the place of a whole version's schema."""
    return RulePlace(types=TypeInfo(raw, None, None, is_root=True) if raw.get(_RULES) else None)
