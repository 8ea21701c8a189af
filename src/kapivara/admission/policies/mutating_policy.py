"""A MutatingAdmissionPolicy: applies its mutations to the object of a write, one after the other.

Upstream: apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go dispatchInvocations (1.37).
Upstream: apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go, json_patch.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol, cast

from kapivara.admission.policies.authorizer import authorizers_of
from kapivara.admission.policies.built_values import PATCH_JSON, BuiltObject, ConfigurationJson, build, misnamed_types
from kapivara.admission.policies.evaluation import Evaluation, EvaluationError, OutOfBudgetError, failed
from kapivara.admission.policies.policy import Policy, values_of
from kapivara.apis.machinery.objects.body import Body, UndecodableError
from kapivara.cel.budget import Budget
from kapivara.cel.errors import BudgetExceededError, CelError
from kapivara.cel.tree.ast import ListExpr, MapExpr
from kapivara.cel.tree.walk import children, descendants
from kapivara.cel.values.extent import pay_to_unfold
from kapivara.meta import ApiError, internal_error_status
from kapivara.patch import Operation, PatchError, apply_json_patch, to_value
from kapivara.patch.errors import PatchTestFailedError
from kapivara.patch.json.json_patch_document import MAX_OPERATIONS
from kapivara.patch.managers.writes import TypedError, check_type
from kapivara.patch.merging.typed_merge import merge
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.admission.policies.facts import Facts, Versioned
    from kapivara.admission.policies.programs import Expression, Programs
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.cel.budget import JsonBudget
    from kapivara.patch.merging.merge_type import MergeType


class Mutation(Protocol):
    """One mutation of a policy."""

    def apply(self, obj: JsonObject, kind: Kind, evaluation: Evaluation, made: JsonBudget) -> JsonObject:
        """Returns an object with the mutation applied, decoded again; does not change `obj`.

        `made` pays for the JSON that expressions build. Raises EvaluationError, OutOfBudgetError, and ApiError if the
        result is invalid.
        """
        ...


def make_mutation(mutation: Any, programs: Programs) -> Mutation:
    """Returns the mutation of a policy's entry."""
    if mutation["patchType"] == "JSONPatch":
        return JsonPatchMutation(programs.expression(mutation["jsonPatch"]["expression"].strip()))
    return ConfigurationMutation(programs.expression(mutation["applyConfiguration"]["expression"].strip()))


class ConfigurationMutation:
    """Applies the configuration that an expression builds."""

    def __init__(self, expression: Expression):
        self._expression = expression

    def apply(self, obj: JsonObject, kind: Kind, evaluation: Evaluation, made: JsonBudget) -> JsonObject:
        """Returns an object with a configuration merged into it."""
        built = evaluation.evaluate(self._expression)
        try:
            pay_to_unfold(made, built)
            _check_types(built, "Object", made)
            configuration: Any = ConfigurationJson(literal=self._has_nested_literals()).unfolded(built)
        except BudgetExceededError as error:
            raise failed(self._expression, error) from None
        except CelError as error:
            raise EvaluationError(f"invalid return type: {error}") from None
        configuration |= {"apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind}
        merge_type = kind.merging.own_type
        _check_type(configuration, merge_type, "patch")
        if atomics := list(_atomics(configuration, merge_type, "")):
            problem = f"may not mutate atomic arrays, maps or structs: {', '.join(atomics)}"
            raise EvaluationError(f"error applying patch: invalid ApplyConfiguration: {problem}")
        _check_type(obj, merge_type, "original")
        merged: Any = merge(obj, configuration, merge_type)
        return read_again(copy_json(merged), kind, strict=False)

    def _has_nested_literals(self) -> bool:
        """Returns True if a literal is inside another one, which is not converted in an object."""
        program = self._expression.program()
        return program is not None and any(
            isinstance(node, ListExpr | MapExpr) and isinstance(part, ListExpr | MapExpr)
            for node in descendants(program.checked.ast.expr)
            for part in children(node)
        )


def _check_type(obj: JsonObject, kind: MergeType, title: str) -> None:
    """Raises EvaluationError if an object does not match its type; allows duplicate items only in the original."""
    try:
        check_type(obj, kind, allow_duplicates=title == "original")
    except TypedError as error:
        problem = f"failed to convert {title} object to typed object: {error}"
        raise EvaluationError(f"error applying patch: {problem}") from None


def _atomics(value: JsonValue, kind: MergeType, path: str) -> Iterator[str]:
    """Yields the paths of a configuration that are atomic, so that they cannot be merged."""
    if isinstance(value, dict) and (members := kind.members) is not None:
        if members.atomic:
            yield path
        for name, item in value.items():
            member = members.member(name) if members.declares(name) else None
            if member is not None:
                yield from _atomics(item, member, f"{path}.{name}")
    elif isinstance(value, list) and (items := kind.items) is not None:
        if items.atomic:
            yield path
        for place, item in enumerate(value):
            yield from _atomics(item, items.of, f"{path}[{place}]")


class JsonPatchMutation:
    """Applies the JSON patch that an expression builds."""

    def __init__(self, expression: Expression):
        self._expression = expression

    def apply(self, obj: JsonObject, kind: Kind, evaluation: Evaluation, made: JsonBudget) -> JsonObject:
        """Returns an object with a patch applied; the unchanged object if a `test` of the patch fails."""
        steps: list[BuiltObject] = evaluation.evaluate(self._expression)
        try:
            if len(steps) > MAX_OPERATIONS:
                raise EvaluationError(f"JSON Patch: kapivara cannot go on: more than {MAX_OPERATIONS:,} operations")
            operations = [_operation(each, made) for each in steps]
            patched = to_value(apply_json_patch(copy_json(obj), operations, pay_copy=made.take))
        except BudgetExceededError as error:
            raise failed(self._expression, error) from None
        except PatchTestFailedError:
            return obj
        except PatchError as error:
            raise EvaluationError(f"JSON Patch: {error.message}") from None
        return read_again(patched, kind, strict=not kind.api.custom)


def _operation(step: BuiltObject, made: JsonBudget) -> Operation:
    value: Any = ABSENT
    if "value" in step:
        built = step["value"]
        pay_to_unfold(made, built)
        if isinstance(built, BuiltObject):
            _check_types(built, built.type_name, made)
        try:
            value = PATCH_JSON.unfolded(built)
        except CelError as error:
            problem = "JSONPath valueExpression evaluated to a type that could not marshal to JSON"
            raise EvaluationError(f"{problem}: {error}") from None
    return Operation(step.get("op", ""), step.get("path", ""), step.get("from") or None, value)


def _check_types(built: BuiltObject, path: str, made: JsonBudget) -> None:
    """Requires types named after the fields that lead to them; `made` pays for the error text.

    Raises EvaluationError, and BudgetExceededError.
    """
    problems = []
    for problem in misnamed_types(built, path):
        made.take(len(problem))
        problems.append(problem)
    if problems:
        raise EvaluationError("type mismatch: " + "\n".join(problems))


def read_again(made: JsonValue, kind: Kind, *, strict: bool) -> JsonObject:
    """Decodes the result of a mutation as an object, with defaults; ends the request if it is invalid."""
    try:
        read = kind.codec.decode(Body(made, strict=strict))
    except UndecodableError as error:
        raise ApiError(internal_error_status(error.problem)) from None
    if strict and read.strict_errors:
        problem = f"strict decoding error: {', '.join(read.strict_errors)}"
        raise ApiError(internal_error_status(problem))
    read.obj.setdefault("metadata", {})
    return read.obj


class MutatingPolicy(Policy):
    """A policy that changes objects."""

    def __init__(self, policy: JsonObject, *, has_libraries: bool = False):
        super().__init__(policy, build=build, has_libraries=has_libraries)
        self._mutations = [make_mutation(each, self.programs) for each in self.spec.get("mutations") or ()]
        self.is_asked_again = self.spec.get("reinvocationPolicy") == "IfNeeded"

    def is_met(self, facts: Facts, versioned: Versioned, parameter: JsonObject | None) -> bool:
        """Returns True if the conditions hold; raises EvaluationError, OutOfBudgetError."""
        if not self.has_conditions:
            return True
        values = {**values_of(facts, versioned, parameter), **authorizers_of(facts)}
        budget = Budget(deadline=facts.write.deadline)
        return self.meets_conditions(self.conditions_evaluation(facts, values, versioned, budget))

    def change(
        self, facts: Facts, versioned: Versioned, parameter: JsonObject | None, kind: Kind, made: JsonBudget
    ) -> tuple[JsonObject, list[str]]:
        """Returns the object after the mutations, and the errors; continues after a failed mutation.

        `made` pays for the JSON of the mutations. Raises ApiError if a mutation made an invalid object.
        """
        obj, failures = cast("JsonObject", versioned.obj), []
        budget = Budget(deadline=facts.write.deadline)
        for mutation in self._mutations:
            facts.write.deadline.check()
            values = {**values_of(facts, replace(versioned, obj=obj), parameter), **authorizers_of(facts)}
            evaluation = Evaluation(values, self.programs.variables, budget=budget)
            try:
                obj = mutation.apply(obj, kind, evaluation, made)
            except (EvaluationError, OutOfBudgetError) as error:
                failures.append(str(error))
        return obj, failures
