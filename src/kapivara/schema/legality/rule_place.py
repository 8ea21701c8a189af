"""The place of a schema's rules: number of occurrences, correlation with old values, and types.

Below a schema with rules, types come from that schema; a schema that this does not reach gets its own.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/cel_validation.go CELSchemaContext (1.37).
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from kapivara.field import FieldPath
from kapivara.schema.expressions.cost_errors import children_factor, cost_everywhere
from kapivara.schema.expressions.data.declared import DeclaredType, declare
from kapivara.schema.expressions.data.escaping import escape
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

_RULES: Final = "x-kubernetes-validations"


class UndeclarableError(Exception):
    """Raised for a schema with rules, or one above it, that expressions cannot see."""


class TypeInfo:
    """The type of a schema with rules at or above it, computed on demand.

    `field` is its name in the schema above, None for items and map values.
    """

    def __init__(self, raw: JsonObject, above: TypeInfo | None, field: str | None, *, is_root: bool = False):
        self._schema = Structural(raw)
        self._above = above
        self._field = field
        self._is_root = is_root

    @cached_property
    def declared(self) -> DeclaredType | None:
        """The type; None if the schema above is neither a list nor a map. Raises UndeclarableError."""
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
    """The place of a schema's rules.

    `bound` is the maximum number of occurrences (None: unbounded), `uncorrelatable` the nearest schema above whose
    values cannot be correlated with old ones (None: all can), `types` its type (None: no rules here or above).
    """

    bound: int | None = 1
    uncorrelatable: FieldPath | None = None
    types: TypeInfo | None = None

    def below(self, raw: JsonObject) -> RulePlace:
        """Returns the place of schemas inside this one, without their own properties."""
        factor = children_factor(raw)
        bound = None if self.bound is None or factor is None else cost_everywhere(self.bound, factor)
        return RulePlace(bound, self.uncorrelatable, self.types)

    def in_list(self, raw: JsonObject, path: FieldPath) -> RulePlace:
        """Returns the place of a list's items, which correlate only in lists of type map."""
        below = self.below(raw)
        if self.uncorrelatable is not None or raw.get("x-kubernetes-list-type") == "map":
            return below
        return replace(below, uncorrelatable=path)

    def of(self, raw: JsonObject, field: str | None = None) -> RulePlace:
        """Returns the place of a schema, with its own type if it or one above has rules."""
        if self.types is None and not raw.get(_RULES):
            return self
        return RulePlace(self.bound, self.uncorrelatable, TypeInfo(raw, self.types, field))


def root_place(raw: JsonObject) -> RulePlace:
    """Returns the place of a version's whole schema."""
    return RulePlace(types=TypeInfo(raw, None, None, is_root=True) if raw.get(_RULES) else None)
