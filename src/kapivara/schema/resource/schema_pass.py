"""Converts a structural schema to the plan of a single pass: prune, default, validate and evaluate rules.

There are two passes: objects read from storage are only pruned and defaulted; incoming ones are also validated. A
property test compares both with the single steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.pass_plan import UNSURE, Default, Filling, PassNode, PassPlan
from kapivara.compiler.plan import ValuePlan
from kapivara.compiler.validator import Validator
from kapivara.emit.conditions import ALWAYS, Condition, with_ranges
from kapivara.schema.steps.defaulting import MOST_ADDED, OutgrownError, apply_defaults, fill_defaults
from kapivara.schema.steps.pruning import is_pruned
from kapivara.schema.structural.structural import Structural
from kapivara.values import copy_json, record
from kapivara.values.sizes import size_of

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.rule_nodes import RuleNode

_KINDS: Final = (dict, str, int, list, bool, float)
ANY_KIND: Final = dict.fromkeys(_KINDS, ALWAYS)
_NESTED: Final = frozenset((dict, list))
_PLAIN: Final = {"string": str, "integer": int, "boolean": bool}
_SMALL: Final = 6
"""The maximum number of nodes of a schema that is inlined into its parent."""


class SchemaPass(PassNode):
    """The pass over one node of a schema, with its validator and rules, or without them to prune and default only."""

    __slots__ = ("_made", "_rules", "_schema", "_validator")

    def __init__(
        self,
        schema: Structural,
        validator: Validator | None,
        rules: RuleNode | None,
        allowance: CodeAllowance,
        made: dict[tuple[int, bool], SchemaPass] | None = None,
    ):
        super().__init__(allowance)
        self._made = {} if made is None else made
        """The passes of shared and recursive nodes, by the ids of the nodes."""
        self._schema = schema
        self._validator = validator
        self._rules = rules

    @property
    def has_costs(self) -> bool:
        """True if there are rules at or below the node."""
        return self._rules is not None

    @property
    def is_printable(self) -> bool:
        """False for whole API objects, whose type and metadata the schema does not declare."""
        return not self._schema.embedded_resource

    @property
    def is_small(self) -> bool:
        """True if there are few nodes at and below this one, and no whole API object."""
        return is_small(self._schema)

    def walk(self, value: Any, filling: Filling | None, budget: Any) -> int:
        """Processes a value without compilation, for schemas with too many nodes and for embedded resources."""
        schema, validator = self._schema, self._validator
        if value is None:
            return UNSURE
        if filling is not None:
            filling.may_hold_floats = True
        if filling is not None and type(value) in _NESTED:
            if not is_pruned(value, schema):
                return UNSURE
            fill_defaults(value, schema, filling)
        if validator is not None and validator.run(value) is not True:
            return UNSURE
        return 0 if self._rules is None else self._rules.quick.run(value, None, budget)

    def make_plan(self) -> PassPlan:
        """Returns the plan of this node."""
        schema = self._schema
        structure = PassPlan(
            "one pass",
            ANY_KIND,
            fields={name: self._field(name, each) for name, each in schema.properties.items()},
            plain={name: _PLAIN[each.type] for name, each in schema.properties.items() if each.type in _PLAIN},
            defaults={name: self._default(name, each) for name, each, _ in schema.defaulted_properties},
            others=self._element(schema.additional_schema),
            keeps_others=schema.preserve_unknown_fields and schema.additional_properties is None,
            items=self._element(schema.items),
        )
        return structure if self._validator is None else with_checks(structure, self._validator.plan, self._rules)

    def _field(self, name: str, schema: Structural) -> SchemaPass:
        rules = None if self._rules is None else self._rules.fields.get(name)
        return self._below(schema, self._validator_of(name), rules)

    def _below(self, schema: Structural, validator: Validator | None, rules: RuleNode | None) -> SchemaPass:
        if not schema.is_shared:
            return SchemaPass(schema, validator, rules, self.allowance)
        key = id(schema), rules is None
        node = self._made.get(key)
        if node is None:
            node = self._made[key] = SchemaPass(schema, validator, rules, self.allowance, self._made)
        return node

    def _validator_of(self, name: str) -> Validator | None:
        members = None if self._validator is None else self._validator.plan.members
        return None if members is None else members.properties[name]

    def _element(self, schema: Structural | None) -> SchemaPass | None:
        """Returns the pass over the items of a list or the values of a map."""
        if schema is None:
            return None
        validator = None
        if self._validator is not None:
            items, members = self._validator.plan.items, self._validator.plan.members
            validator = items if schema is self._schema.items or members is None else members.additional
        rules = self._rules.elements if self._rules is not None else None
        return self._below(schema, validator, rules)

    def _default(self, name: str, schema: Structural) -> Default:
        ready, validator = _ready(schema), self._validator_of(name)
        usable = ready.value is not None and (type(ready.value) not in _NESTED or is_pruned(ready.value, schema))
        holds = validator is None or (not schema.holds_rules and validator.run(ready.value) is True)
        return record.replace(ready, is_sound=usable and holds, usable=usable)


def reading_pass(schema: Structural) -> SchemaPass:
    """Returns the pass that fills in defaults, and checks that there is nothing to prune."""
    return SchemaPass(schema, None, None, CodeAllowance("defaults"))


def judging_pass(schema: Structural, validator: Validator, rules: RuleNode | None) -> SchemaPass:
    """Returns the pass that also validates."""
    return SchemaPass(schema, validator, rules, CodeAllowance("one pass"))


def with_checks(structure: PassPlan, checks: ValuePlan, rules: RuleNode | None) -> PassPlan:
    """Returns the plan of a pass with value rules and CEL rules."""
    kinds = {kind: _condition(checks, kind) for kind in _KINDS if checks.accepts[kind]}
    required = checks.members.required if checks.members is not None else ()
    plain = checks.members.plain if checks.members is not None else structure.plain
    plan = record.replace(structure, kinds=kinds, required=required, plain=plain, branches=checks.branches)
    if rules is None:
        return plan
    from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET  # schemas without rules start faster

    own = rules.own if rules.has_rules else None
    return record.replace(plan, rules=own, has_costs=True, most_cost=OBJECT_COST_BUDGET)


def _condition(checks: ValuePlan, kind: type) -> Condition:
    """Returns the condition on a value of a kind."""
    return with_ranges(
        *(rule.holds for rule in checks.rules if rule.holds is not None and (kind in rule.kinds or not rule.kinds))
    )


def _ready(schema: Structural) -> Default:
    """Returns the default of a node with nested defaults; only its size if it exceeds the maximum of an object."""
    filled = copy_json(schema.default)
    try:
        apply_defaults(filled, schema)
    except OutgrownError:
        return Default([], MOST_ADDED + 1)
    return Default(filled, size_of(filled), holds_floats=_holds_floats(filled))


def _holds_floats(value: Any) -> bool:
    if type(value) not in _NESTED:
        return type(value) is float
    return any(map(_holds_floats, value.values() if type(value) is dict else value))


def is_small(schema: Structural) -> bool:
    """Returns True if there are few nodes at and below a schema, and no whole API object."""
    count, waiting = 0, [schema.raw]
    while waiting:
        raw = schema.expanded(waiting.pop())
        count += 1
        waiting.extend((raw.get("properties") or {}).values())
        waiting.extend(each for each in (raw.get("items"), raw.get("additionalProperties")) if type(each) is dict)
        if count + len(waiting) > _SMALL or raw.get("x-kubernetes-embedded-resource"):
            return False
    return True
