"""The nodes of a schema with rules at or below them.

The rules of a node are compiled when an object first reaches it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.cel.codegen.operands import UNTOLD_FAILURES
from kapivara.compiler.allowance import CodeAllowance
from kapivara.schema.expressions.compiling.batches import RuleBatches
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, RuleCompiler, compiler_of
from kapivara.schema.expressions.compiling.programs import Binding, RuleProgram
from kapivara.schema.expressions.data.declared import DeclaredType, declare
from kapivara.schema.expressions.data.escaping import escape
from kapivara.schema.expressions.data.schema_fit import Fit, Paths, fit_of, paths_read
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue

if TYPE_CHECKING:
    from kapivara.cel.budget import Budget
    from kapivara.schema.expressions.running.own_rules import OwnRules, RuleFunction


class RuleNode:
    """A schema node with rules at or below it; all nodes of a schema share an allowance of code.

    A node that occurs in several places, or recursively, has one RuleNode; `made` holds these by id.
    """

    def __init__(
        self,
        schema: Structural,
        declared: DeclaredType,
        allowance: CodeAllowance,
        made: dict[int, RuleNode] | None = None,
    ):
        self.schema = schema
        self.allowance = allowance
        self._made = {} if made is None else made
        self.declared = declared
        self.type = schema.type
        self.has_rules = bool(schema.rules)

    @cached_property
    def _compiler(self) -> RuleCompiler:
        return compiler_of(self.declared)

    @cached_property
    def binding(self) -> Binding:
        """Binds data to the variables of the node's rules."""
        return Binding(self._compiler.types)

    @cached_property
    def rules(self) -> tuple[RuleProgram, ...]:
        """The node's own rules, compiled as stored ones, since they were accepted before."""
        if not self.has_rules:
            return ()  # a compiler computes the digest of all schemas below
        compiler, batches = self._compiler, RuleBatches()
        compiled = [compiler.compile(raw, _is_stored, self.schema.server) for raw in self.schema.rules]
        for each in compiled:
            if each.error or each.message_error:
                self.schema.refuse_rule(each.raw, each.error or each.message_error)
        return tuple(RuleProgram(each, compiler.types, self.declared.schema, batches) for each in compiled)

    @cached_property
    def uses_old(self) -> bool:
        """True if a rule of this node reads the old value; only then can messages read it."""
        return any(rule.uses_old for rule in self.rules)

    @cached_property
    def own(self) -> OwnRules:
        """The fast function of the node's own rules, for data that fits."""
        from kapivara.schema.expressions.running.own_rules import OwnRules

        return OwnRules(self)

    @cached_property
    def quick(self) -> RuleFunction:
        """The fast function of the rules at and below the node, for data that fits."""
        if not self.fields and self.elements is None:
            return self.own
        from kapivara.schema.expressions.running.quick import QuickNode

        return QuickNode(self)

    def all_hold(self, value: JsonValue, old: JsonValue, budget: Budget) -> bool:
        """Returns True if the node's own rules hold, one by one, for data that fits.

        `old` is None without an old value. A rule that fails with an error counts as not holding.
        """
        binding = self.binding
        try:
            seen, seen_before = binding.trusted(value), binding.trusted(old) if self.uses_old else None
            for rule in self.rules:
                if rule.uses_old and old is None and not rule.optional_old:
                    continue
                before = binding.trusting_optional(old) if rule.optional_old else seen_before
                function = None if rule.rule is None else rule.rule.trusting
                if function is None or function(budget, seen, before) is not True:
                    return False
        except UNTOLD_FAILURES:
            return False
        return True

    @cached_property
    def old_fits(self) -> Fit:
        """Returns True if old data fits the schema, as far as the node's own rules read it."""
        looking_back = [rule for rule in self.rules if rule.uses_old]
        read: Paths | None = None
        if not any(rule.optional_old for rule in looking_back):
            read = paths_read((rule.rule.checked for rule in looking_back if rule.rule is not None), OLD_SELF)
        return fit_of(self.declared, read)

    @cached_property
    def fields(self) -> dict[str, RuleNode]:
        """The fields with rules that expressions can see."""
        found = {}
        for name, schema in self.schema.properties.items():
            if schema.holds_rules and (declared := self._field_type(name, schema)) is not None:
                found[name] = self._below(schema, declared)
        return found

    def _below(self, schema: Structural, declared: DeclaredType) -> RuleNode:
        if not schema.is_shared:
            return RuleNode(schema, declared, self.allowance)
        node = self._made.get(id(schema))
        if node is None:
            node = self._made[id(schema)] = RuleNode(schema, declared, self.allowance, self._made)
        return node

    def _field_type(self, name: str, schema: Structural) -> DeclaredType | None:
        spelled = escape(name)
        if spelled is None:
            return declare(schema)
        field = self.declared.fields.get(spelled)
        return field.type if field is not None else None

    @cached_property
    def elements(self) -> RuleNode | None:
        """The items of a list or the values of a map, if they have rules."""
        schema = self.schema.items if self.schema.items is not None else self.schema.additional_schema
        declared = self.declared.element
        if schema is None or not schema.holds_rules or declared is None:
            return None
        return self._below(schema, declared)


def _is_stored(_keyword: str, _text: str) -> bool:
    return True


def rules_of(schema: Structural, *, resource: bool = True) -> RuleNode | None:
    """Returns the rules of a schema; None if it has none, or expressions cannot see it."""
    declared = declare(schema, resource=resource) if schema.holds_rules else None
    return RuleNode(schema, declared, CodeAllowance("rules")) if declared is not None else None
