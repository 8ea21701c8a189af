"""The schema of one version of a custom resource, with a method for each step of the registry.

The steps are: coerce metadata, prune, default, validate, evaluate rules. The registry determines their order, and
handles names, versions, scale and status rules.
Upstream: apiextensions-apiserver pkg/apiserver/customresource_handler.go unstructuredSchemaCoercer,
pkg/registry/customresource/strategy.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.codec.errors import DecodeError
from kapivara.field import ErrorList, ErrorType, FieldPath, Operation, Verb, invalid
from kapivara.schema.resource.compile_threshold import pays_to_compile
from kapivara.schema.resource.validator import SchemaValidator
from kapivara.schema.steps.defaulting import Allowance, apply_defaults
from kapivara.schema.steps.embedded import coerce_embedded, drop_malformed_metadata, read_metadata, validate_embedded
from kapivara.schema.steps.list_type import validate_lists
from kapivara.schema.steps.pruning import drop_nulls, is_pruned, prune
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.checking import ResourceRules
    from kapivara.schema.expressions.running.observing import RuleObserver
    from kapivara.schema.expressions.running.rule_nodes import RuleNode
    from kapivara.schema.resource.resource_pass import ResourcePass
    from kapivara.schema.resource.sound_fields import SoundFields
    from kapivara.schema.steps.ratcheting import Ratchet

_BLOCKING: Final = frozenset(
    (ErrorType.NOT_SUPPORTED, ErrorType.REQUIRED, ErrorType.TOO_LONG, ErrorType.TOO_MANY, ErrorType.TYPE_INVALID)
)
RULES_NOT_CHECKED: Final = invalid(
    None,
    None,
    "some validation rules were not checked because the object was invalid; "
    "correct the existing errors to complete validation",
)
"""The error that stands for all rules if none was evaluated."""


class ResourceSchema:
    """The schema of one version; without a schema, everything is accepted and kept.

    `ratcheting` is True if updates are forgiven errors in unchanged values.
    """

    def __init__(
        self,
        schema: JsonObject | Structural | None,
        *,
        group_kind: str = "",
        preserve_unknown_fields: bool = False,
        ratcheting: bool = True,
    ):
        self.structural = schema if schema is None or isinstance(schema, Structural) else Structural(schema)
        self._preserve = preserve_unknown_fields
        self._ratcheting = ratcheting
        self._validator = None
        self._status: SchemaValidator | None = None
        self._rules: ResourceRules | None = None
        self._passes: ResourcePass | None = None
        self._cold = 0
        self._observer: RuleObserver | None = None
        if self.structural is not None:
            self._validator = SchemaValidator(self.structural, group_kind)
            status = self.structural.properties.get("status")
            self._status = SchemaValidator(status, f"{group_kind}/status") if status is not None else None

    def observe_rules(self, observer: RuleObserver | None) -> RuleNode | None:
        """Sets or removes the observer of rules; returns the root of the nodes with rules.

        With an observer, objects are validated without the fast path.
        """
        self._observer = observer
        schema = self.structural
        return self._rules_of(schema).root if schema is not None and schema.holds_rules else None

    def coerce_metadata(self, obj: JsonObject, *, drop_malformed: bool = False) -> list[str]:
        """Normalizes the object's own metadata, in place; returns unknown paths.

        Raises DecodeError for malformed metadata, unless `drop_malformed` is set.
        """
        if "metadata" not in obj:
            return []
        try:
            typed = read_metadata(obj["metadata"])
        except DecodeError:
            if not drop_malformed or type(obj["metadata"]) is not dict:
                raise
            obj["metadata"] = drop_malformed_metadata(obj["metadata"])
            return []
        obj["metadata"] = typed.value
        return [f"metadata.{each}" for each in typed.unknown]

    def prune(self, obj: JsonObject, *, drop_malformed: bool = False) -> list[str]:
        """Removes unknown fields and forbidden nulls, in place; returns unknown paths.

        Raises DecodeError for a malformed embedded resource, unless `drop_malformed` is set.
        """
        unknown: list[str] = []
        schema = self.structural
        if not self._preserve and not (schema is not None and is_pruned(obj, schema, True)):
            unknown = prune(obj, schema, resource_root=True)
            drop_nulls(obj, schema)
        return unknown + coerce_embedded(obj, schema, drop_malformed=drop_malformed)

    def prune_and_default(
        self, obj: JsonObject, *, drop_malformed: bool = False, sound: SoundFields | None = None
    ) -> list[str]:
        """Prunes and defaults, in place; returns unknown paths. Raises DecodeError as `prune` does, and OutgrownError.

        If `sound` is given, records the fields found valid. The first few objects of a schema take the step-by-step
        path, unless they are large.
        """
        schema = self.structural
        if (passes := self._passes_for(obj)) is not None:
            allowance = Allowance()
            if passes.read(obj, allowance, sound):
                allowance.close()
                return coerce_embedded(obj, schema, drop_malformed=drop_malformed)
        else:
            self._cold += 1
        unknown = self.prune(obj, drop_malformed=drop_malformed)
        apply_defaults(obj, schema)
        return unknown

    def _passes_for(self, obj: JsonObject) -> ResourcePass | None:
        """Returns the compiled passes over whole objects, if their compilation pays."""
        if self._passes is not None:
            return self._passes
        if self.structural is None or self._validator is None or self._preserve or not pays_to_compile(self._cold, obj):
            return None
        if self.structural.holds_default_rules:
            return None  # computed values are validated, too
        from kapivara.schema.resource.resource_pass import ResourcePass  # a single object starts faster without

        rules = self._rules_of(self.structural).root if self.structural.holds_rules else None
        self._passes = ResourcePass(self.structural, self._validator.root, rules)
        return self._passes

    def is_read(self, obj: JsonObject, sound: SoundFields) -> bool:
        """Returns True if `prune_and_default` leaves an object unchanged, since it has seen these fields.

        False may be wrong.
        """
        return self._passes is not None and self._passes.has_read(obj, sound)

    def is_sound(self, new: JsonObject, old: JsonObject | Absent, sound: SoundFields) -> bool:
        """Returns True if neither `validate` nor `validate_rules` finds errors; if False, they must run.

        Fields in `sound` are known to be valid. Returns False if rules compare with the old object.
        """
        passes = self._passes_for(new)
        if passes is None or self.structural is None or self._observer is not None:
            return False
        return (old is ABSENT or not self.structural.asks_more_of_updates) and passes.judge(new, sound)

    def ratchet(self, new: JsonObject, old: JsonObject) -> Ratchet | None:
        """Returns the ratchet of an update; None if ratcheting is off."""
        if not self._ratcheting:
            return None
        from kapivara.schema.steps.ratcheting import Ratchet  # only updates need it

        return Ratchet(new, old, self.structural)

    def validate(
        self, operation: Operation, new: JsonObject, old: JsonObject | Absent = ABSENT, ratchet: Ratchet | None = None
    ) -> ErrorList:
        """Returns the schema's errors of an object: value rules, embedded resources and list types.

        On update, list types apply only if the old object satisfied them, and the ratchet forgives errors of value
        rules.
        """
        validator = self._validator
        if validator is None or (verdict := validator.judge(new)) is True:
            return []
        errors = validator.explain_values(None, new, ratchet, stop=verdict)
        errors += validate_embedded(None, new, self.structural)
        return errors + self._list_errors(operation, new, old, ratchet)

    def validate_status(
        self, operation: Operation, new: JsonObject, old: JsonObject | Absent = ABSENT, ratchet: Ratchet | None = None
    ) -> ErrorList:
        """Returns the schema's errors of an object's status, without embedded resources."""
        validator, errors = self._status, []
        if validator is not None and "status" in new and (verdict := validator.judge(new["status"])) is not True:
            errors = validator.explain_values(FieldPath.of("status"), new["status"], ratchet, stop=verdict)
        return errors + self._list_errors(operation, new, old, ratchet)

    def validate_parts(
        self, operation: Operation, new: JsonObject, old: JsonObject | Absent = ABSENT, ratchet: Ratchet | None = None
    ) -> ErrorList:
        """Returns the errors reported even for an object of another kind: embedded resources and list types."""
        errors = [] if operation.subresource == "status" else validate_embedded(None, new, self.structural)
        return errors + self._list_errors(operation, new, old, ratchet)

    def _list_errors(
        self, operation: Operation, new: JsonObject, old: JsonObject | Absent, ratchet: Ratchet | None
    ) -> ErrorList:
        schema = self.structural
        errors = validate_lists(None, schema, new) if schema is not None else []
        if not errors or schema is None or old is ABSENT or operation.verb is not Verb.UPDATE:
            return errors
        broken_before = bool(validate_lists(None, schema, old))
        if ratchet is not None:
            ratchet.judge_lists(errors, broken_before=broken_before)
        return [] if broken_before else errors

    def validate_rules(
        self,
        new: JsonObject,
        old: JsonObject | Absent,
        errors: ErrorList,
        ratchet: Ratchet | None = None,
        *,
        judged_whole: bool = True,
        deadline: Deadline = NO_DEADLINE,
    ) -> ErrorList:
        """Evaluates the rules of the schema, unless other errors prevent it.

        `errors` are all earlier errors; those of patterns and ranges do not prevent it. `judged_whole` is True if the
        whole object was validated for them. Raises DeadlineExceededError.
        """
        schema = self.structural
        if schema is None or not schema.holds_rules:
            return []
        if errors and any(error.type in _BLOCKING for error in errors):
            return [RULES_NOT_CHECKED] if self._rules_of(schema).reaches_rules else []
        fits = judged_whole and not errors and (ratchet is None or not ratchet.forgiven)
        rules, observer = self._rules_of(schema), self._observer
        return rules.errors(new, old, ratchet, fits=fits, deadline=deadline, observer=observer)

    def _rules_of(self, schema: Structural) -> ResourceRules:
        if self._rules is None:
            from kapivara.schema.expressions.running.checking import (
                ResourceRules,  # a schema without rules starts faster
            )

            self._rules = ResourceRules(schema, optional_old_self=self._ratcheting)
        return self._rules
