"""From a structural schema to the plan of its validator.

Rules are listed in the order in which the server tells their failures; the compiler prints them so. A node is
lowered when an object first reaches it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.plan import NO_BRANCHES, Branches, Members, RuleCall, ValuePlan
from kapivara.compiler.validator import Validator
from kapivara.emit.conditions import Compare, Condition, Passes, Sign, any_of
from kapivara.schema.embedded import is_sound_resource
from kapivara.schema.list_type import has_distinct_items
from kapivara.schema.rules.enums import enum_rules
from kapivara.schema.rules.junctors import junctor_rules
from kapivara.schema.rules.lists import list_rules
from kapivara.schema.rules.numbers import number_rules
from kapivara.schema.rules.objects import object_rules
from kapivara.schema.rules.strings import string_rules
from kapivara.schema.rules.types import type_check
from kapivara.schema.structural import Structural

_PLAIN_TYPES = {"string": str, "integer": int, "boolean": bool}
_JUNCTORS = frozenset(("allOf", "anyOf", "oneOf", "not"))
_MEMBERS = frozenset(("properties", "required", "additionalProperties"))
_ANY_MEMBERS = Members({}, {}, (), None, additional_allowed=True)
_NO_PROPERTIES: Final[Mapping[str, Any]] = MappingProxyType({})
_SILENT = frozenset(("type", "description", "default", "title", "example", "externalDocs", "nullable"))


def lower(schema: Structural, title: str = "schema") -> Validator:
    """Returns the validator of a schema, not yet compiled."""
    return Validator(_Lowering(CodeAllowance(title)), schema)


class _Lowering:
    """Plans the nodes of one schema: `in_branch` those that are part of junctors."""

    __slots__ = ("_branches", "_in_branch", "allowance")

    def __init__(self, allowance: CodeAllowance, *, in_branch: bool = False):
        self.allowance = allowance
        self._in_branch = in_branch
        self._branches = self if in_branch else _Lowering(allowance, in_branch=True)

    def plan(self, schema: Structural) -> ValuePlan:
        """Returns the plan of one node."""
        members = self._plan_members(schema)
        items = Validator(self, schema.items) if "items" in schema.raw and schema.items is not None else None
        branches = self._branches.plan_branches(schema)
        check = type_check(schema)
        rules = (
            *check.rules,
            *junctor_rules(branches),
            *string_rules(schema),
            *number_rules(schema),
            *list_rules(schema, items),
            *enum_rules(schema),
            *object_rules(schema, members),
            *_extension_rules(schema),
        )
        return ValuePlan(self.allowance.title, check.accepts, rules, members, items, branches, self._in_branch)

    def plan_branches(self, schema: Structural) -> Branches:
        """Returns the junctors of a node."""
        if _JUNCTORS.isdisjoint(schema.raw):
            return NO_BRANCHES
        return Branches(
            tuple([Validator(self, each) for each in schema.all_of]),
            tuple([Validator(self, each) for each in schema.any_of]),
            tuple([Validator(self, each) for each in schema.one_of]),
            Validator(self, schema.not_) if schema.not_ is not None else None,
        )

    def _plan_members(self, schema: Structural) -> Members:
        if _MEMBERS.isdisjoint(schema.raw):
            return _ANY_MEMBERS
        additional = schema.additional_properties if "additionalProperties" in schema.raw else None
        properties, plain = _NO_PROPERTIES, _NO_PROPERTIES
        if schema.raw.get("properties"):
            properties = {name: Validator(self, each) for name, each in schema.properties.items()}
            plain = {name: kind for name, each in schema.properties.items() if (kind := _plain_type(each)) is not None}
        below = Validator(self, additional) if isinstance(additional, Structural) else None
        return Members(properties, plain, tuple(schema.required), below, additional is not False)


def _plain_type(schema: Structural) -> type | None:
    """The Python type that alone decides, where a field says nothing but its type."""
    return _PLAIN_TYPES.get(schema.type) if _SILENT.issuperset(schema.raw) else None


def _extension_rules(schema: Structural) -> list[RuleCall]:
    """Rules that are told by walkers of their own, after all others: embedded metadata, list types."""
    rules = []
    if schema.embedded_resource:
        rules.append(RuleCall((dict,), Passes(is_sound_resource), None))
    if schema.list_type in ("set", "map"):
        distinct: Condition = Passes(has_distinct_items(schema))
        if schema.list_type == "set" or (schema.items is not None and schema.items.type == "object"):
            distinct = any_of(Compare(Sign.BELOW, 2, len), distinct)  # one item, as most have, needs no call
        rules.append(RuleCall((list,), distinct, None))
    return rules
