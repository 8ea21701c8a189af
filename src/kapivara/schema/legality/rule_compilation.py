"""Validates the rules of a CRD's schema: all errors of compilation, types and costs, in the server's order.

`schema.legality` walks the schema and calls this module.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
ValidateCustomResourceDefinitionOpenAPISchema, cel_validation.go CELSchemaContext (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldPath, forbidden, internal_error, invalid
from kapivara.schema.expressions.compiling.compilation import CompiledRule, compiler_of
from kapivara.schema.expressions.cost_errors import CostTally, cost_everywhere, excess_message, occurrences
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.schema.legality.go_schema import go_rule
from kapivara.schema.legality.options import StoredRules
from kapivara.schema.legality.rule_place import RulePlace, UndeclarableError
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline

_RULES: Final = "x-kubernetes-validations"
_NO_TYPES: Final = (
    "internal error: failed to construct type information for x-kubernetes-validations rules: "
    "unable to convert structural schema to CEL declarations"
)
_NO_ELEMENT_TYPE: Final = "failed to convert to declType for CEL validation rules"


class RuleJudge:
    """Validates the rules of a version's schema node by node, as a server does; collects `errors`."""

    def __init__(self, stored: StoredRules, deadline: Deadline = NO_DEADLINE, server: ServerVersion = NEWEST):
        self._stored = stored
        self._server = server
        self._deadline = deadline
        self._tally = CostTally()
        self.errors: ErrorList = []

    def judge(self, raw: JsonObject, path: FieldPath, place: RulePlace) -> None:
        """Compiles the rules of a schema without other errors."""
        rules_at = path.child(_RULES)
        try:
            declared = None if place.types is None else place.types.declared
        except UndeclarableError:
            self.errors.append(internal_error(rules_at, _NO_TYPES))
            return
        if declared is None:
            self.errors.append(internal_error(rules_at, _NO_ELEMENT_TYPE))
            return
        compiler = compiler_of(declared)
        times = occurrences(place.bound, declared.min_size)
        for position, rule in enumerate(raw[_RULES]):
            self._deadline.check()
            compiled = compiler.compile(rule, self._stored.has, self._server)
            at = rules_at.index(position)
            self._judge_costs(compiled, at, times)
            self._judge_old_self(compiled, at, place)

    def _judge_costs(self, compiled: CompiledRule, at: FieldPath, times: int) -> None:
        cost = cost_everywhere(compiled.rule.cost, times) if compiled.rule is not None else 0
        self._note_cost(at.child("rule"), cost, "estimated rule cost")
        if compiled.error:
            self.errors.append(invalid(at.child("rule"), go_rule(compiled.raw), compiled.error))
        if compiled.message_error:
            self.errors.append(invalid(at.child("messageExpression"), go_rule(compiled.raw), compiled.message_error))
        elif compiled.message is not None:
            self._note_cost(at.child("messageExpression"), compiled.message.cost, "estimated messageExpression cost")

    def _note_cost(self, at: FieldPath, cost: int, what: str) -> None:
        if cost > RULE_COST_LIMIT and not self._stored.schema_unchanged:
            self.errors.append(forbidden(at, excess_message(what, cost, RULE_COST_LIMIT)))
        self._tally.add(at, cost)

    def _judge_old_self(self, compiled: CompiledRule, at: FieldPath, place: RulePlace) -> None:
        raw = compiled.raw
        if compiled.uses_old:
            if place.uncorrelatable is not None:
                detail = "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                detail += str(place.uncorrelatable)
                self.errors.append(invalid(at.child("rule"), raw["rule"], detail))
        elif "optionalOldSelf" in raw:
            detail = "may not be set if oldSelf is not used in rule"
            self.errors.append(invalid(at.child("optionalOldSelf"), raw["optionalOldSelf"], detail))

    def total_errors(self, path: FieldPath) -> ErrorList:
        """Returns errors if all rules together cost too much."""
        return self._tally.errors(path)
