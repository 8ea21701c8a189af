"""CEL rules of a Go type or field, for generated validators.

The value is the printed form of the type, as the server sees it, without omitted zero values. Rules are evaluated like
those of CRDs (`expressions`): transition rules need an old value, and others do not run for an unchanged value.
Generated code skips unchanged fields and items.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import Scalar, Shape
from kapivara.codec.typed.reader import MismatchError, Reader
from kapivara.field import ErrorList, FieldPath, Operation, Verb
from kapivara.schema.server_version import EXTENDED
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import ExtendedStructural
from kapivara.validate.parts.values import same
from kapivara.values import ABSENT, JsonObject, JsonValue

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.rule_nodes import RuleNode


class ValueRules:
    """The rules of one type or field. `schema` has the rules, and the part of the type that they read.

    With `omits_zero`, a zero value is not printed, and so absent.
    """

    def __init__(self, shape: Shape, schema: JsonObject, *, omits_zero: bool = False):
        self._shape = shape
        self._raw = schema
        self._omits_zero = omits_zero

    @cached_property
    def _node(self) -> RuleNode:
        from kapivara.schema.expressions.running.rule_nodes import rules_of  # not before the first value

        node = rules_of(ExtendedStructural(self._raw, EXTENDED), resource=False)
        if node is None:
            raise ValueError("expressions cannot see this schema")  # the generator rejects such a type
        return node

    def __call__(self, op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        """Returns the errors of failing rules; null has no rules."""
        if new is None or (self._omits_zero and not new):
            return []
        seen = self._seen(new)
        if seen is ABSENT:
            return []  # decoding reports a malformed value
        is_update = op.verb is Verb.UPDATE and old is not None and not (self._omits_zero and not old)
        if is_update and not self._node.uses_old and same(self._shape, new, old):
            return []
        return self._judge(path, seen, self._seen(old) if is_update else ABSENT)

    def _judge(self, path: FieldPath | None, new: JsonValue, old: JsonValue) -> ErrorList:
        from kapivara.cel.budget import ATTEMPT, Budget
        from kapivara.schema.expressions.data.schema_fit import fit_of
        from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
        from kapivara.schema.expressions.running.evaluation import evaluate

        node = self._node
        fit = fit_of(node.declared)
        fits = fit(new) and (old is ABSENT or fit(old))
        if fits:
            cost = node.quick.run(new, None if old is ABSENT else old, Budget(ATTEMPT))
            if 0 <= cost <= OBJECT_COST_BUDGET:
                return []
        return evaluate(node, path, Correlated(new, old, node.schema), fits=fits).errors

    def _seen(self, value: Any) -> Any:
        """Returns the printed form of a value; ABSENT if it is malformed."""
        if isinstance(self._shape, Scalar):
            return value
        try:
            return Reader().read(value, self._shape)
        except (DecodeError, MismatchError):
            return ABSENT
