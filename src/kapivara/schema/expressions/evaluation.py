"""Evaluates the rules of a schema on an object: which run where, in which order, and what is said where they fail.

A node's rules compile when an object first reaches it. Costs are counted only where the worst case could pass a
limit: an object is gone through with the estimated costs first, and once more with a meter where these add up to
too much.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go Validator (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.cel.budget import Budget
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.codegen.operands import UNTOLD_FAILURES
from kapivara.cel.errors import CelError, CostExceededError
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.unreadable import Unreadable
from kapivara.field import ErrorList, FieldError, FieldPath, invalid
from kapivara.field.errors import MOST_ERROR_TEXT, OMITTED, told_size
from kapivara.schema.correlated import Correlated
from kapivara.schema.expressions import messages
from kapivara.schema.expressions.batches import RuleBatches
from kapivara.schema.expressions.compilation import OLD_SELF, RuleCompiler, compiler_of
from kapivara.schema.expressions.declared import DeclaredType, declare
from kapivara.schema.expressions.escaping import escape
from kapivara.schema.expressions.fitting import Fit, Paths, fit_of, paths_read
from kapivara.schema.expressions.limits import CALL_COST_LIMIT, OBJECT_COST_BUDGET
from kapivara.schema.expressions.programs import Binding, Program, RuleProgram
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.schema.expressions.quick import QuickNode
    from kapivara.schema.ratcheting import Ratchet

_DEAR = 10_000
"""What a rule may cost whose cost is not counted, as long as nothing else asks for that."""

Bind: TypeAlias = Callable[[], tuple[Any, Any]]
"""Gives the values of `self` and `oldSelf`; raises CelError."""


class RuleNode:
    """A schema node with rules of its own or below it."""

    def __init__(self, schema: Structural, declared: DeclaredType):
        self.schema = schema
        self.declared = declared
        self.type = schema.type
        self.has_rules = bool(schema.rules)

    @cached_property
    def _compiler(self) -> RuleCompiler:
        return compiler_of(self.declared)

    @cached_property
    def binding(self) -> Binding:
        """How data is bound to the variables of the node's rules."""
        return Binding(self._compiler.types)

    @cached_property
    def rules(self) -> tuple[RuleProgram, ...]:
        """The node's own rules; those that were accepted once are compiled as stored ones."""
        compiler, batches = self._compiler, RuleBatches()
        return tuple(
            RuleProgram(compiler.compile(raw, _is_stored), compiler.types, self.declared.schema, batches)
            for raw in self.schema.rules
        )

    @cached_property
    def uses_old(self) -> bool:
        """Whether a rule of this node reads the old value; only then do messages know it."""
        return any(rule.uses_old for rule in self.rules)

    @cached_property
    def quick(self) -> QuickNode:
        """The rules at and below the node at full speed, for data that fits."""
        from kapivara.schema.expressions.quick import QuickNode

        return QuickNode(self)

    @cached_property
    def old_fits(self) -> Fit:
        """Tells whether old data is what the schema says, as far as the node's own rules read it."""
        looking_back = [rule for rule in self.rules if rule.uses_old]
        read: Paths | None = None
        if not any(rule.optional_old for rule in looking_back):
            read = paths_read((rule.rule.checked for rule in looking_back if rule.rule is not None), OLD_SELF)
        return fit_of(self.declared, read)

    @cached_property
    def fields(self) -> dict[str, RuleNode]:
        """The fields that have rules; those that expressions cannot see have none."""
        found = {}
        for name, schema in self.schema.properties.items():
            if schema.holds_rules and (declared := self._field_type(name, schema)) is not None:
                found[name] = RuleNode(schema, declared)
        return found

    def _field_type(self, name: str, schema: Structural) -> DeclaredType | None:
        spelled = escape(name)
        if spelled is None:
            return declare(schema)
        field = self.declared.fields.get(spelled)
        return field.type if field is not None else None

    @cached_property
    def elements(self) -> RuleNode | None:
        """The items of a list or the values of a map, where they have rules."""
        schema = self.schema.items if self.schema.items is not None else self.schema.additional_schema
        declared = self.declared.element
        return RuleNode(schema, declared) if schema is not None and schema.holds_rules and declared else None


def _is_stored(_keyword: str, _text: str) -> bool:
    return True


def rules_of(schema: Structural, *, resource: bool = True) -> RuleNode | None:
    """The rules of a schema, of a whole resource or not; None where it has none, or expressions cannot see it."""
    declared = declare(schema, resource=resource) if schema.holds_rules else None
    return RuleNode(schema, declared) if declared is not None else None


def evaluate(
    node: RuleNode,
    path: FieldPath | None,
    pair: Correlated,
    cost: int = OBJECT_COST_BUDGET,
    *,
    fits: bool,
    deadline: Deadline = NO_DEADLINE,
    ratchet: Ratchet | None = None,
    optional_old_self: bool = True,
    quick: bool = False,
) -> Evaluation:
    """Evaluates all rules at and below a node; a ratchet forgives failures of those that do not look back.

    They may cost `cost` together; past the `deadline`, DeadlineExceededError is raised.
    Where `optional_old_self` is off, rules that could do without an old value are not run without one. `fits` tells
    that the data, and what is looked at of the old data, is as the schema says; if not, all costs are counted, since
    estimated ones do not bound the real ones. Of data that fits, parts that break no rule are passed over if it may be
    `quick`.
    """
    run = Evaluation(
        cost,
        Budget(deadline=deadline),
        metered=not fits,
        fits=fits,
        ratchet=ratchet,
        optional_old_self=optional_old_self,
        quick=quick,
    )
    try:
        try:
            run.visit(node, path, pair)
        except _EstimatedOverrunError:
            run = run.counting(cost, Budget(deadline=deadline))
            run.visit(node, path, pair)
    except _StoppedError:
        run.remaining = -1
    except _FullError:
        pass
    return run


class _StoppedError(Exception):
    """No further rules are run."""


class _FullError(Exception):
    """More rules do not hold than anybody is told."""


class _EstimatedOverrunError(Exception):
    """Costs, of which some are estimates, add up to more than there is: the real ones have to be counted."""


class Evaluation:
    """One way through an object. `forgiven` are the failures that do not count, each with the value it is about."""

    def __init__(
        self,
        cost: int,
        budget: Budget,
        *,
        metered: bool,
        fits: bool,
        ratchet: Ratchet | None = None,
        optional_old_self: bool = True,
        quick: bool = False,
    ):
        self.errors: ErrorList = []
        self.forgiven: list[tuple[FieldError, Correlated]] = []
        self.remaining = cost
        self.budget = budget
        self.ratchet = ratchet
        self.optional_old_self = optional_old_self
        self._metered = metered
        self._fits = fits
        self._has_estimates = False
        self._quick = quick and not metered
        self._room = MOST_ERROR_TEXT

    def counting(self, cost: int, budget: Budget) -> Evaluation:
        """Returns another way through the object, on which all costs are counted."""
        return Evaluation(
            cost,
            budget,
            metered=True,
            fits=self._fits,
            ratchet=self.ratchet,
            optional_old_self=self.optional_old_self,
        )

    def tell(self, error: FieldError) -> None:
        """Adds an error; ends the way where nobody is told of more."""
        self.errors.append(error)
        self._room -= told_size(error)
        if self._room < 0:
            raise _FullError

    def visit(self, node: RuleNode, path: FieldPath | None, pair: Correlated) -> None:
        """Runs the rules of a node, then of what is below it; null has no rules."""
        data = pair.new
        if data is None or (self._quick and pair.parent is not None and self._surely_hold(node, pair)):
            return
        if node.has_rules:
            _NodeRun(self, node, path, pair).run()
        if type(data) is list:
            self._visit_items(node, path, pair)
        elif type(data) is dict:
            self._visit_fields(node, path, pair)

    def _surely_hold(self, node: RuleNode, pair: Correlated) -> bool:
        """Tells that all rules at and below a node hold, and pays for them."""
        cost = node.quick.cost(pair.new, None if pair.old is ABSENT else pair.old, self.budget)
        if cost < 0:
            return False
        self._spend(cost)
        return True

    def _spend(self, cost: int) -> None:
        """Pays what is estimated."""
        self._has_estimates = True
        self.remaining -= cost
        if self.remaining < 0:
            raise _EstimatedOverrunError

    def _visit_items(self, node: RuleNode, path: FieldPath | None, pair: Correlated) -> None:
        items = node.elements if node.schema.items is not None else None
        if items is not None and path is not None:
            for index in range(len(pair.new)):
                self.visit(items, path.index(index), pair.item(index))

    def _visit_fields(self, node: RuleNode, path: FieldPath | None, pair: Correlated) -> None:
        values = node.elements if node.schema.additional_schema is not None else None
        if values is not None and path is not None:
            for name in pair.new:
                self.visit(values, path.key(name), pair.field(name))
        for name in pair.new:
            if (field := node.fields.get(name)) is not None:
                below = FieldPath.of(name) if path is None else path.child(name)
                self.visit(field, below, pair.field(name))

    def call(self, program: Program, trusted: Bind | None, bind: Bind, *, overrun: Callable[[], None]) -> Any:
        """Runs an expression and pays for it; raises CelError, CostExceededError. `overrun` tells the last error.

        `trusted` gives the data for the form that takes only what fits, where there is such data; `bind` for the other.
        """
        if self._fits and trusted is not None:
            result = self._call_trusting(program, trusted, overrun)
            if result is not ABSENT:
                return result
        if not self._metered and program.cost <= CALL_COST_LIMIT:
            self._spend(program.cost)
            return program.plain(self.budget, *bind())
        meter = Meter(CALL_COST_LIMIT, self.budget)
        try:
            return program.metered(meter, *bind())
        finally:
            self._pay(meter.spent, overrun)

    def _call_trusting(self, program: Program, bind: Bind, overrun: Callable[[], None]) -> Any:
        """Runs an expression on data that fits, and pays for it; ABSENT, and nothing paid, where that does not tell.

        Many times as fast as the way that tells why an expression fails. Raises CostExceededError.
        """
        if not self._metered and program.cost < _DEAR:
            if (plain := program.trusting) is None:
                return ABSENT
            try:
                result = plain(self.budget, *bind())
            except UNTOLD_FAILURES:
                return ABSENT
            self._spend(program.cost)
            return result
        if (metered := program.metered_trusting) is None:
            return ABSENT
        meter = Meter(CALL_COST_LIMIT, self.budget)
        try:
            result = metered(meter, *bind())
        except UNTOLD_FAILURES:
            return ABSENT
        except CostExceededError:
            self._pay(meter.spent, overrun)
            raise
        self._pay(meter.spent, overrun)
        return result

    def _pay(self, spent: int, overrun: Callable[[], None]) -> None:
        """Pays what was counted."""
        if spent > self.remaining:
            if self._has_estimates:
                raise _EstimatedOverrunError
            overrun()
            raise _StoppedError
        self.remaining -= spent


class _NodeRun:
    """The rules of one node, on one value."""

    def __init__(self, run: Evaluation, node: RuleNode, path: FieldPath | None, pair: Correlated):
        self._run = run
        self._node = node
        self._path = path
        self._pair = pair
        self._data = pair.new
        self._old = None if pair.old is ABSENT else pair.old
        self._type = node.type

    @cached_property
    def _value(self) -> Any:
        return self._node.binding.value(self._data)

    @cached_property
    def _old_value(self) -> Any:
        """Kept: messages see the old value only where a rule of the node does, and never as an optional one."""
        if self._old is None or not self._node.uses_old:
            return Unreadable(f"no such attribute(s): {OLD_SELF}")
        return self._node.binding.value(self._old)

    @cached_property
    def _optional_old(self) -> OptionalValue:
        return self._node.binding.optional(self._old)

    def run(self) -> None:
        """Runs all rules, each told on its own."""
        if self._run.remaining <= 0:
            self._fail(messages.OUT_OF_BUDGET)
            raise _StoppedError
        for rule in self._node.rules:
            self._run.budget.deadline.check()
            if rule.error:
                self._fail(f"rule compile error: {rule.error}")
            elif rule.rule is not None and self._applies(rule):
                self._run_rule(rule, rule.rule)

    def _applies(self, rule: RuleProgram) -> bool:
        """Tells whether a rule is to be run: one that looks back needs an old value, or to know that there is none."""
        if self._old is not None or not rule.uses_old:
            return True
        return rule.optional_old and self._run.optional_old_self

    @cached_property
    def _trusted_value(self) -> Any:
        """The value of data that fits; raises CelError."""
        return self._node.binding.trusted(self._data)

    @cached_property
    def _trusted_old(self) -> Any:
        """The old value where the old data fits, too; raises CelError where it does not."""
        if self._old is not None and not self._node.old_fits(self._old):
            raise CelError("")
        return self._node.binding.trusted(self._old)

    @cached_property
    def _trusted_optional_old(self) -> OptionalValue:
        """The same as an optional value."""
        if self._old is not None and not self._node.old_fits(self._old):
            raise CelError("")
        return self._node.binding.trusting_optional(self._old)

    def _bind_trusted(self, rule: RuleProgram) -> tuple[Any, Any]:
        """The variables of a rule, for the form that takes only data that fits; raises CelError."""
        if not rule.uses_old:
            return self._trusted_value, None
        return self._trusted_value, self._trusted_optional_old if rule.optional_old else self._trusted_old

    def _bind(self, rule: RuleProgram) -> tuple[Any, Any]:
        """The variables of a rule, for the form that takes any data."""
        return self._value, self._optional_old if rule.optional_old else self._old_value

    def _run_rule(self, rule: RuleProgram, program: Program) -> None:
        try:
            holds = self._run.call(
                program,
                lambda: self._bind_trusted(rule),
                lambda: self._bind(rule),
                overrun=lambda: self._fail(messages.OUT_OF_BUDGET),
            )
        except CelError as failure:
            self._fail(messages.failure_text(str(failure), rule.raw))
        except CostExceededError as failure:
            self._fail(messages.overrun_text(str(failure), rule.raw))
            raise _StoppedError from None
        else:
            if holds is not True:
                self._tell(rule)

    def _fail(self, detail: str) -> None:
        """Tells that rules could not be evaluated, which is never forgiven."""
        error = self._invalid(self._path, detail)
        if self._run.ratchet is not None:
            self._run.ratchet.blame_failure(error, self._pair)
        self._run.tell(error)

    def _add(self, rule: RuleProgram, error: FieldError) -> None:
        """Tells that a rule does not hold, unless that is forgiven; rules that look back never are."""
        ratchet = self._run.ratchet
        if ratchet is not None and not rule.uses_old and ratchet.forgives_rule(self._pair):
            self._run.forgiven.append((error, self._pair))
            return
        if ratchet is not None:
            ratchet.blame_rule(error, self._pair, looks_back=rule.uses_old)
        self._run.tell(error)

    def _tell(self, rule: RuleProgram) -> None:
        path = self._path
        if rule.error_path:
            path = FieldPath.of(rule.error_path) if path is None else path.child(rule.error_path)
        detail = self._made_message(rule, path) or rule.default_message
        self._add(rule, messages.rule_error(path, self._shown(), detail, rule.raw))

    def _shown(self) -> Any:
        return OMITTED if self._type in ("object", "array") else self._data

    def _made_message(self, rule: RuleProgram, path: FieldPath | None) -> str | None:
        program = rule.message
        if program is None:
            return None
        try:
            made = self._run.call(
                program,
                None if program.uses_old else lambda: (self._trusted_value, None),
                lambda: (self._value, self._old_value),
                overrun=lambda: self._add(rule, self._invalid(path, messages.MESSAGE_OUT_OF_BUDGET)),
            )
        except CostExceededError:
            self._add(rule, self._invalid(path, messages.message_overrun_text(rule.raw)))
            raise _StoppedError from None
        except CelError:
            return None
        return messages.made_message(made)

    def _invalid(self, path: FieldPath | None, detail: str) -> FieldError:
        return invalid(path, self._type, detail)
