"""Evaluates the rules of one node on one value, and creates their errors.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go Validator (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.cel.errors import CelError, CostExceededError
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.unreadable import Unreadable
from kapivara.field import FieldError, FieldPath, invalid
from kapivara.field.errors import OMITTED
from kapivara.schema.expressions.compiling import messages
from kapivara.schema.expressions.compiling.compilation import OLD_SELF
from kapivara.schema.expressions.compiling.programs import RuleExpression, RuleProgram
from kapivara.schema.expressions.running.observing import RuleRun
from kapivara.schema.expressions.running.rule_nodes import RuleNode
from kapivara.schema.steps.correlated import Correlated
from kapivara.values import ABSENT

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.evaluation import Evaluation

Bind: TypeAlias = Callable[[], tuple[Any, Any]]
"""Returns the values of `self` and `oldSelf`; raises CelError."""


class StoppedError(Exception):
    """Raised to stop the evaluation of further rules."""


class NodeRun:
    """The evaluation of one node's rules on one value."""

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
        """Kept: messages see the old value only if a rule of the node reads it, and never as an optional one."""
        if self._old is None or not self._node.uses_old:
            return Unreadable(f"no such attribute(s): {OLD_SELF}")
        return self._node.binding.value(self._old)

    @cached_property
    def _optional_old(self) -> OptionalValue:
        return self._node.binding.optional(self._old)

    def run(self) -> None:
        """Evaluates all rules, each with its own error."""
        if self._run.remaining <= 0:
            self._fail(messages.OUT_OF_BUDGET)
            raise StoppedError
        observer = self._run.observer
        for position, rule in enumerate(self._node.rules):
            self._run.budget.deadline.check()
            if rule.error:
                self._fail(f"rule compile error: {rule.error}")
            elif rule.rule is not None and self._applies(rule):
                error = self._run_rule(rule, rule.rule)
                if observer is not None:
                    observer(RuleRun(self._node, position, self._path, *self._bind(rule), error))

    def _applies(self, rule: RuleProgram) -> bool:
        """Returns True if a rule must run: a transition rule needs an old value, unless that is optional."""
        if self._old is not None or not rule.uses_old:
            return True
        return rule.optional_old and self._run.optional_old_self

    @cached_property
    def _trusted_value(self) -> Any:
        """The value of fitting data; raises CelError."""
        return self._node.binding.trusted(self._data)

    @cached_property
    def _trusted_old(self) -> Any:
        """The old value of fitting old data; raises CelError if it does not fit."""
        if self._old is not None and not self._node.old_fits(self._old):
            raise CelError("")
        return self._node.binding.trusted(self._old)

    @cached_property
    def _trusted_optional_old(self) -> OptionalValue:
        """The optional old value, empty without old data; raises CelError if that does not fit."""
        if self._old is not None and not self._node.old_fits(self._old):
            raise CelError("")
        return self._node.binding.trusting_optional(self._old)

    def _bind_trusted(self, rule: RuleProgram) -> tuple[Any, Any]:
        """Binds the variables of a rule for the form that requires fitting data; raises CelError."""
        if not rule.uses_old:
            return self._trusted_value, None
        return self._trusted_value, self._trusted_optional_old if rule.optional_old else self._trusted_old

    def _bind(self, rule: RuleProgram) -> tuple[Any, Any]:
        """Binds the variables of a rule for the form that accepts any data."""
        return self._value, self._optional_old if rule.optional_old else self._old_value

    def _run_rule(self, rule: RuleProgram, expression: RuleExpression) -> FieldError | None:
        """Evaluates one rule; returns its error, even if it is forgiven, or None."""
        try:
            holds = self._run.call(
                expression,
                lambda: self._bind_trusted(rule),
                lambda: self._bind(rule),
                overrun=lambda: self._fail(messages.OUT_OF_BUDGET),
            )
        except CelError as failure:
            return self._fail(messages.failure_text(str(failure), rule.raw))
        except CostExceededError as failure:
            self._fail(messages.overrun_text(str(failure), rule.raw))
            raise StoppedError from None
        return None if holds is True else self._tell(rule)

    def _fail(self, detail: str) -> FieldError:
        """Adds the error of rules that could not be evaluated, which is never forgiven."""
        error = self._invalid(self._path, detail)
        if self._run.ratchet is not None:
            self._run.ratchet.blame_failure(error, self._pair)
        self._run.tell(error)
        return error

    def _add(self, rule: RuleProgram, error: FieldError) -> None:
        """Adds the error of a failing rule, unless it is forgiven; transition rules never are."""
        ratchet = self._run.ratchet
        if ratchet is not None and not rule.uses_old and ratchet.forgives_rule(self._pair):
            self._run.forgiven.append((error, self._pair))
            return
        if ratchet is not None:
            ratchet.blame_rule(error, self._pair, looks_back=rule.uses_old)
        self._run.tell(error)

    def _tell(self, rule: RuleProgram) -> FieldError:
        path = self._path
        if rule.error_path:
            path = FieldPath.of(rule.error_path) if path is None else path.child(rule.error_path)
        detail = self._made_message(rule, path) or rule.default_message
        error = messages.rule_error(path, self._shown(), detail, rule.raw)
        self._add(rule, error)
        return error

    def _shown(self) -> Any:
        return OMITTED if self._type in ("object", "array") else self._data

    def _made_message(self, rule: RuleProgram, path: FieldPath | None) -> str | None:
        expression = rule.message
        if expression is None:
            return None
        try:
            made = self._run.call(
                expression,
                None if expression.uses_old else lambda: (self._trusted_value, None),
                lambda: (self._value, self._old_value),
                overrun=lambda: self._add(rule, self._invalid(path, messages.MESSAGE_OUT_OF_BUDGET)),
            )
        except CostExceededError:
            self._add(rule, self._invalid(path, messages.message_overrun_text(rule.raw)))
            raise StoppedError from None
        except CelError:
            return None
        return messages.made_message(made)

    def _invalid(self, path: FieldPath | None, detail: str) -> FieldError:
        return invalid(path, self._type, detail)
