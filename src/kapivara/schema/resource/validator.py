"""The validator of one schema: value rules, embedded resources and list types.

Rules are listed in the order in which the server reports their errors; the compiler keeps this order. A node is
converted when an object first reaches it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.plan import NO_BRANCHES, Branches, Members, RuleCall, ValuePlan
from kapivara.compiler.stop import Stop
from kapivara.compiler.validator import Validator
from kapivara.emit.conditions import Compare, Condition, IsTrue, Passes, Sign, any_of
from kapivara.field import ErrorList, FieldPath
from kapivara.schema.rules.enums import enum_rules
from kapivara.schema.rules.junctors import junctor_rules
from kapivara.schema.rules.lists import list_rules
from kapivara.schema.rules.numbers import number_rules
from kapivara.schema.rules.objects import object_rules
from kapivara.schema.rules.report import FullError, Report
from kapivara.schema.rules.strings import string_rules
from kapivara.schema.rules.types import type_check
from kapivara.schema.steps.embedded import is_sound_resource, validate_embedded
from kapivara.schema.steps.list_type import has_distinct_items, validate_items, validate_lists
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue, record

if TYPE_CHECKING:
    from kapivara.schema.steps.ratcheting import Ratchet


_PLAIN_TYPES = {"string": str, "integer": int, "boolean": bool}
_JUNCTORS = frozenset(("allOf", "anyOf", "oneOf", "not"))
_MEMBERS = frozenset(("properties", "required", "additionalProperties"))
_ANY_MEMBERS = Members({}, {}, (), None, additional_allowed=True)
_NO_PROPERTIES: Final[Mapping[str, Any]] = MappingProxyType({})
_OF_OBJECTS = _MEMBERS | _JUNCTORS
_ANY = Structural({})
_ANYTHING = type_check(_ANY)
_OTHER_RULES = (*string_rules(_ANY), *number_rules(_ANY), *list_rules(_ANY, None), *enum_rules(_ANY))
"""The rules of a node without keywords, except those of types and objects."""
_SILENT = frozenset(("type", "description", "default", "title", "example", "externalDocs", "nullable"))


def lower(schema: Structural, title: str = "schema") -> Validator:
    """Returns the validator of a schema, which compiles on demand."""
    return Validator(_Lowering(CodeAllowance(title)), schema)


class _Lowering:
    """Plans the nodes of one schema; `in_branch` marks nodes inside junctors."""

    __slots__ = ("_branches", "_counts", "_in_branch", "_made", "allowance")

    def __init__(self, allowance: CodeAllowance, *, in_branch: bool = False):
        self.allowance = allowance
        self._in_branch = in_branch
        self._made: dict[int, Validator] = {}
        self._counts: dict[type, int] = {}
        self._branches = self if in_branch else _Lowering(allowance, in_branch=True)

    def _below(self, schema: Structural) -> Validator:
        """Returns the validator of a node; shared and recursive nodes have one validator."""
        if not schema.is_shared:
            return Validator(self, schema)
        made = self._made.get(id(schema))
        if made is None:
            made = self._made[id(schema)] = Validator(self, schema)
        return made

    def plan(self, schema: Structural) -> ValuePlan:
        """Returns the plan of one node."""
        members = self._plan_members(schema)
        if _OF_OBJECTS.issuperset(schema.raw):
            return self._plan_of_objects(schema, members)
        items = self._below(schema.items) if "items" in schema.raw and schema.items is not None else None
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
        )
        if schema.custom_errors:
            rules = self._plan_worded(schema, check.rules, members, items)
        rules += tuple(_branch_rules(schema) if self._in_branch else _extension_rules(schema))
        return ValuePlan(self.allowance.title, check.accepts, rules, {}, members, items, branches, self._in_branch)

    def _plan_worded(
        self, schema: Structural, types: tuple[RuleCall, ...], members: Members, items: Validator | None
    ) -> tuple[RuleCall, ...]:
        """Returns the rules of a node with custom errors for some keywords."""
        from kapivara.schema.rules.custom_errors import family_rules  # only documents have them

        return (
            *family_rules("types", schema, lambda *_: types),
            *family_rules("junctors", schema, lambda each, _: junctor_rules(self._branches.plan_branches(each))),
            *family_rules("strings", schema, lambda each, _: string_rules(each)),
            *family_rules("numbers", schema, lambda each, _: number_rules(each)),
            *family_rules("lists", schema, lambda each, whole: list_rules(each, items if whole else None)),
            *family_rules("enums", schema, lambda each, _: enum_rules(each)),
            *family_rules(
                "objects", schema, lambda each, whole: object_rules(each, _reported_members(members, each, whole))
            ),
        )

    def _plan_of_objects(self, schema: Structural, members: Members) -> ValuePlan:
        """Returns the plan of a node whose keywords apply only to objects, as in most branches of junctors.

        Branches that only require fields share their counts.
        """
        branches = self._branches.plan_branches(schema)
        rules = (*_ANYTHING.rules, *junctor_rules(branches), *_OTHER_RULES, *object_rules(schema, members))
        is_flat = branches is NO_BRANCHES and not members.properties and members.additional is None
        counts = self._counts if is_flat else {}
        title, accepts = self.allowance.title, _ANYTHING.accepts
        return ValuePlan(title, accepts, rules, counts, members, None, branches, self._in_branch)

    def plan_branches(self, schema: Structural) -> Branches:
        """Returns the junctors of a node."""
        if _JUNCTORS.isdisjoint(schema.raw):
            return NO_BRANCHES
        return Branches(
            tuple([self._below(each) for each in schema.all_of]),
            tuple([self._below(each) for each in schema.any_of]),
            tuple([self._below(each) for each in schema.one_of]),
            self._below(schema.not_) if schema.not_ is not None else None,
        )

    def _plan_members(self, schema: Structural) -> Members:
        if _MEMBERS.isdisjoint(schema.raw):
            return _ANY_MEMBERS
        additional = schema.additional_properties if "additionalProperties" in schema.raw else None
        properties, plain = _NO_PROPERTIES, _NO_PROPERTIES
        if schema.raw.get("properties"):
            properties = {name: self._below(each) for name, each in schema.properties.items()}
            plain = {name: kind for name, each in schema.properties.items() if (kind := _plain_type(each)) is not None}
        below = self._below(additional) if isinstance(additional, Structural) else None
        return Members(properties, plain, tuple(schema.required), below, additional is not False)


def _reported_members(members: Members, schema: Structural, whole: bool) -> Members:
    """Returns the members for error reports: all, as far as a schema requires them, or only the required ones."""
    required = tuple(schema.required)
    return record.replace(members if whole else _ANY_MEMBERS, required=required)


def _plain_type(schema: Structural) -> type | None:
    """Returns the Python type of a field without keywords beside its type; None for others."""
    return _PLAIN_TYPES.get(schema.type) if _SILENT.issuperset(schema.raw) else None


def _branch_rules(schema: Structural) -> list[RuleCall]:
    """Returns the rules of a branch that CRDs cannot have: unique items, and CEL rules."""
    found = []
    if schema.asks_unique:
        found.append(RuleCall((list,), Passes(has_distinct_items(schema)), _explain_items, (schema,)))
    if (ruled := schema.ruled) is not None:
        from kapivara.schema.expressions.running.branch_rules import BranchRules

        rules = BranchRules(ruled)
        found.append(RuleCall((), Passes(rules.hold), rules.explain))
    return found


def _explain_items(report: Report, path: str, value: list[JsonValue], schema: Structural) -> None:
    errors = validate_items(FieldPath.of(str(report.field(path) or "")), schema, value)
    for error in errors:
        report.add(error)
    report.matched += not errors


def _extension_rules(schema: Structural) -> list[RuleCall]:
    """Returns rules that separate walkers report after all others: embedded metadata and list types."""
    rules = []
    if schema.strips_zero:
        rules.append(RuleCall((), IsTrue(), None))  # a zero field must be validated again without its value
    if schema.embedded_resource:
        rules.append(RuleCall((dict,), Passes(is_sound_resource), None))
    if schema.asks_unique:
        distinct: Condition = Passes(has_distinct_items(schema))
        if schema.list_type == "set" or (schema.items is not None and schema.items.type == "object"):
            distinct = any_of(Compare(Sign.BELOW, 2, len), distinct)  # most lists have one item, which needs no call
        rules.append(RuleCall((list,), distinct, None))
    return rules


class SchemaValidator:
    """Validates values by one schema: `ok` is fast, and `explain` returns the server's errors in its order."""

    __slots__ = ("root", "schema")

    def __init__(self, schema: Structural, title: str):
        self.schema = schema
        self.root = lower(schema, title)

    def ok(self, value: JsonValue) -> bool:
        """Returns True if `explain` would find no errors."""
        return self.judge(value) is True

    def judge(self, value: JsonValue) -> bool | Stop:
        """Returns True if `explain` would find no errors, else the place where the fast check stopped, or False."""
        return self.root.run(value)

    def explain(self, path: FieldPath | None, value: JsonValue) -> ErrorList:
        """Returns all errors of a value at a path."""
        return [
            *self.explain_values(path, value),
            *validate_embedded(path, value, self.schema),
            *validate_lists(path, self.schema, value),
        ]

    def explain_values(
        self, path: FieldPath | None, value: JsonValue, ratchet: Ratchet | None = None, *, stop: bool | Stop = False
    ) -> ErrorList:
        """Returns the errors of value rules, without embedded resources and list types.

        With a ratchet, the value is its whole object or the field that the path names. `stop` is the result of `judge`
        for the value.
        """
        report = Report(path, stop=stop)
        if ratchet is not None:
            report.beside(ratchet, ratchet.root if path is None else ratchet.root.field(str(path)))
        with suppress(FullError):
            self.root.explain(report, "", value)
        report.forgive()
        return report.errors


def validator_for(schema: Structural, title: str = "schema") -> SchemaValidator:
    """Returns a schema's validator, which compiles on first use."""
    return SchemaValidator(schema, title)
