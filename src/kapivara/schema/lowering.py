"""From a structural schema to the plan of its validator.

Rules are listed in the order in which the server tells their failures; the compiler prints them so. A node is
lowered when an object first reaches it.
"""

from __future__ import annotations

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.plan import NO_BRANCHES, Branches, Expr, Members, RuleCall, ValuePlan
from kapivara.compiler.validator import Validator
from kapivara.schema.embedded import is_sound_resource
from kapivara.schema.list_type import has_distinct_items
from kapivara.schema.rules.enums import enum_rules
from kapivara.schema.rules.junctors import junctor_rules
from kapivara.schema.rules.lists import list_rules
from kapivara.schema.rules.numbers import number_rules
from kapivara.schema.rules.objects import object_rules
from kapivara.schema.rules.strings import string_rules
from kapivara.schema.rules.types import accepted, type_rules
from kapivara.schema.structural import Structural

_PLAIN_TYPES = {"string": str, "integer": int, "boolean": bool}
_JUNCTORS = frozenset(("allOf", "anyOf", "oneOf", "not"))
_MEMBERS = frozenset(("properties", "required", "additionalProperties"))
_ANY_MEMBERS = Members({}, {}, (), frozenset(), None, additional_allowed=True)
_SILENT = frozenset(("type", "description", "default", "title", "example", "externalDocs", "nullable"))


def lower(schema: Structural, title: str = "schema") -> Validator:
    """Returns the validator of a schema, not yet compiled."""
    return _lower(schema, CodeAllowance(title))


def _lower(schema: Structural, allowance: CodeAllowance) -> Validator:
    return Validator(lambda: _plan(schema, allowance), allowance)


def _plan(schema: Structural, allowance: CodeAllowance) -> ValuePlan:
    members = _members(schema, allowance)
    items = _lower(schema.items, allowance) if "items" in schema.raw and schema.items is not None else None
    branches = _branches(schema, allowance)
    rules = (
        *type_rules(schema),
        *junctor_rules(branches),
        *string_rules(schema),
        *number_rules(schema),
        *list_rules(schema, items),
        *enum_rules(schema),
        *object_rules(schema, members),
        *_extension_rules(schema),
    )
    return ValuePlan(allowance.title, accepted(schema), rules, members, items, branches)


def _branches(schema: Structural, allowance: CodeAllowance) -> Branches:
    if _JUNCTORS.isdisjoint(schema.raw):
        return NO_BRANCHES
    all_of, any_of, one_of = (
        tuple([_lower(each, allowance) for each in branches])
        for branches in (schema.all_of, schema.any_of, schema.one_of)
    )
    return Branches(all_of, any_of, one_of, _lower(schema.not_, allowance) if schema.not_ is not None else None)


def _members(schema: Structural, allowance: CodeAllowance) -> Members:
    if _MEMBERS.isdisjoint(schema.raw):
        return _ANY_MEMBERS
    additional = schema.additional_properties
    return Members(
        properties={name: _lower(each, allowance) for name, each in schema.properties.items()},
        plain={name: kind for name, each in schema.properties.items() if (kind := _plain_type(each)) is not None},
        required=tuple(schema.required),
        required_names=frozenset(schema.required),
        additional=_lower(additional, allowance) if isinstance(additional, Structural) else None,
        additional_allowed=additional is not False,
    )


def _plain_type(schema: Structural) -> type | None:
    """The Python type that alone decides, where a field says nothing but its type."""
    return _PLAIN_TYPES.get(schema.type) if _SILENT.issuperset(schema.raw) else None


def _extension_rules(schema: Structural) -> list[RuleCall]:
    """Rules that are told by walkers of their own, after all others: embedded metadata, list types."""
    rules = []
    if schema.embedded_resource:
        rules.append(RuleCall((dict,), Expr("{sound}(v)", {"sound": is_sound_resource}), None))
    if schema.list_type in ("set", "map"):
        check = has_distinct_items(schema)
        rules.append(RuleCall((list,), Expr("{distinct}(v)", {"distinct": check}), None))
    return rules
