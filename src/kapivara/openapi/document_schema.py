"""A schema of a document that validates objects: the steps of custom resources, with nodes of a document.

An object is stripped of zeros, pruned, defaulted and validated like any other value; the document describes its
metadata, too. Valid objects, nearly all, take one pass that does everything.

Go omits the zero value of a field that is no pointer, and reads a missing field as zero. A document marks such fields,
and their zero values are removed before defaulting, so that `has()`, required fields and rules see the same as in the
server.

The keyword `x-kubernetes-validation-errors` of a document names its declarative rules. Of these, a required field that
was missing before may stay missing. Duplicates in a list are reported whenever the list has changed, even if the old
object had them; CRDs would forgive all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kapivara.cel.budget import ATTEMPT, Budget
from kapivara.codec.errors import DecodeError
from kapivara.compiler.pass_plan import PassNode
from kapivara.field import ErrorList, FieldPath, Operation, Verb
from kapivara.field.forgiveness import WhyNot
from kapivara.openapi.nodes import DocumentNode
from kapivara.openapi.result import Judgement
from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
from kapivara.schema.expressions.running.checking import ResourceRules
from kapivara.schema.resource.compile_threshold import pays_to_compile
from kapivara.schema.resource.schema_pass import judging_pass
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.steps.defaulting import Allowance, apply_defaults
from kapivara.schema.steps.embedded import coerce_embedded
from kapivara.schema.steps.list_type import validate_items, validate_lists
from kapivara.schema.steps.pruning import drop_nulls, prune
from kapivara.schema.steps.ratcheting import Ratchet
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue, copy_json
from kapivara.values.deadline import NO_DEADLINE, Deadline


class DocumentRatchet(Ratchet):
    """Decides which errors of one update are forgiven, by a document."""

    __slots__ = ()

    def forgives_missing(self, pair: Correlated, name: str) -> bool:
        """Returns True if a missing field is forgiven: a declarative rule requires it, and it was missing before."""
        schema = pair.schema
        if schema is None or type(pair.old) is not dict or name in pair.old:
            return False
        field = schema.properties.get(name)
        return "required" in schema.custom_errors or (field is not None and "required" in field.custom_errors)

    def list_errors(self, pair: Correlated) -> ErrorList:
        """Returns the duplicates in every changed list of type set or map below a value."""
        schema, path = pair.schema, pair.path()
        if schema is None or not schema.holds_keyed_lists:
            return []
        if self.forgives(pair):
            self.forgive(validate_lists(path, schema, pair.new), pair)
            return []
        errors: ErrorList = []
        below: Iterable[Correlated] = ()
        if type(pair.new) is list:
            errors = validate_items(path or FieldPath.of(""), schema, pair.new) if schema.asks_unique else []
            below = (pair.item(index) for index in range(len(pair.new)))
        elif type(pair.new) is dict:
            below = map(pair.field, pair.new)
        for error in errors:
            self._note(error, pair, WhyNot.CHANGED)
        for each in below:
            errors += self.list_errors(each)
        return errors


def strip_zeros(value: JsonValue, node: Structural | None) -> None:
    """Removes zero values of marked fields, in place."""
    if not isinstance(node, DocumentNode) or not node.holds_zeros:
        return
    if type(value) is dict:
        for name in list(value):
            below, item = node.child(name), value[name]
            if below is not None and below.strips_zero and not item:
                del value[name]
            elif item:
                strip_zeros(item, below)
    elif type(value) is list:
        for item in value:
            strip_zeros(item, node.items)


_ZEROS: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "number": int, "boolean": bool}


def fill_null_items(value: JsonValue, node: Structural | None) -> None:
    """Replaces null items of Go's lists by the zero value, in place."""
    if node is None:
        return
    if type(value) is dict:
        for name, item in value.items():
            if type(item) is dict or type(item) is list:
                fill_null_items(item, node.child(name))
    elif type(value) is list:
        items = node.items
        zero = _ZEROS.get(items.type) if items is not None and node.is_go_value else None
        for index, item in enumerate(value):
            if item is None and zero is not None:
                value[index] = zero()
            fill_null_items(item, items)


_CREATE = Operation(Verb.CREATE)
_UPDATE = Operation(Verb.UPDATE)


class DocumentSchema(ResourceSchema):
    """Validates objects with one schema of a document."""

    def __init__(self, node: DocumentNode, title: str, *, ratcheting: bool = True):
        super().__init__(node, group_kind=title, ratcheting=ratcheting)
        self._node = node
        self._pass: PassNode | None = None

    def judge(self, new: JsonObject, old: JsonObject | Absent, deadline: Deadline = NO_DEADLINE) -> Judgement:
        """Validates an object, or an update of an old one; changes neither. Raises DocumentError."""
        read = copy_json(new)
        if (old is ABSENT or not self._node.asks_more_of_updates) and self._is_sound(read, deadline):
            return Judgement([], (), read)
        return self._judge_step_by_step(copy_json(new), old, deadline)

    def _is_sound(self, obj: JsonObject, deadline: Deadline) -> bool:
        """Applies defaults in place and returns True if an object is certainly valid; False is inconclusive."""
        if self._pass is None:
            if not pays_to_compile(self._cold, obj) or self._validator is None:
                self._cold += 1
                return False
            rules = self._rules_of(self._node).root if self._node.holds_rules else None
            self._pass = judging_pass(self._node, self._validator.root, rules)
        allowance = Allowance()
        cost = self._pass.run(obj, allowance, Budget(ATTEMPT, deadline) if self._pass.has_costs else None)
        allowance.close()
        return 0 <= cost <= OBJECT_COST_BUDGET

    def _judge_step_by_step(self, new: JsonObject, old: JsonObject | Absent, deadline: Deadline) -> Judgement:
        unknown = self._read(new)
        ratchet = None
        if isinstance(old, dict):
            before: JsonObject = copy_json(old)
            self._read(before)
            ratchet, old = self.ratchet(new, before), before
        operation = _CREATE if old is ABSENT else _UPDATE
        errors = self.validate(operation, new, old, ratchet)
        errors += self.validate_rules(new, old, errors, ratchet, deadline=deadline)
        if ratchet is None:
            return Judgement(errors, unknown, new)
        return Judgement(
            errors, unknown, new, tuple(ratchet.warnings), tuple(ratchet.forgiven), ratchet.unforgiven(errors)
        )

    def _read(self, obj: JsonObject) -> tuple[str, ...]:
        """Strips, prunes and defaults an object, in place; returns the paths of unknown fields."""
        node = self._node
        strip_zeros(obj, node)
        fill_null_items(obj, node)
        unknown = prune(obj, node)
        drop_nulls(obj, node)
        with suppress(DecodeError):  # validation of embedded resources reports it
            unknown += coerce_embedded(obj, node)
        apply_defaults(obj, node)
        return tuple(unknown)

    def ratchet(self, new: JsonObject, old: JsonObject) -> Ratchet | None:
        """Returns the ratchet of an update; None without ratcheting."""
        return DocumentRatchet(new, old, self._node) if self._ratcheting else None

    def _list_errors(
        self, operation: Operation, new: JsonObject, old: JsonObject | Absent, ratchet: Ratchet | None
    ) -> ErrorList:
        if isinstance(ratchet, DocumentRatchet) and self._node.holds_keyed_lists:
            return ratchet.list_errors(ratchet.root)
        return super()._list_errors(operation, new, old, ratchet)

    def _rules_of(self, schema: Structural) -> ResourceRules:
        if self._rules is None:
            self._rules = ResourceRules(schema, resource=False)
        return self._rules
