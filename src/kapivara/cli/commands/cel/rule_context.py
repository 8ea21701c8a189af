"""The environment and the values of a CRD's CEL rules at a field: types from the schema, values from an object."""

from __future__ import annotations

from typing import Any, cast

from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.cel.budget import Budget
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.cost.estimator import estimate
from kapivara.cel.env import Env
from kapivara.cel.types import Type
from kapivara.cel.values.unreadable import Unreadable
from kapivara.cli.commands.cel.evaluation import Evaluation, compiled, run
from kapivara.cli.inputs.manifests import Manifest
from kapivara.codec import DecodeError
from kapivara.content.nearest import did_you_mean
from kapivara.schema.expressions.compiling.batches import RuleBatches
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, Expression, RuleCompiler
from kapivara.schema.expressions.compiling.programs import Binding, RuleExpression
from kapivara.schema.expressions.cost_errors import occurrences
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.data.places import SchemaPlace, product_of_bounds
from kapivara.schema.expressions.data.provider import DeclaredSizes
from kapivara.schema.expressions.limits import CALL_COST_LIMIT
from kapivara.schema.expressions.running.rule_reasons import expression_reasons
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.schema.structural.unknown_formats import known_to
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue, copy_json
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record, replace
from kapivara.values.stack import deep_stack

_STEP = lazy_pattern(r"\[([^\]]*)\]|\.?([^.\[\]]+)")
_TYPE_NAME = lazy_pattern(r"selfType[0-9]+")


class ContextError(Exception):
    """Raised where a CRD, field or object gives expressions nothing to refer to."""


@record(eq=False)
class RuleData:
    """A new object and its old object as read from files, or None; `optional` makes oldSelf an optional value."""

    new: Manifest | None = None
    old: Manifest | None = None
    optional: bool = False


@record
class RulePlace:
    """The place of a rule: a field path, a version of the CRD ("" for the storage version), and a server version."""

    at: str = ""
    version: str = ""
    server: ServerVersion = NEWEST


class DefinitionContext:
    """Evaluates expressions as rules of a CRD at a field such as `spec.list[0]`; raises ContextError."""

    def __init__(self, definition: Manifest, where: RulePlace, data: RuleData):
        self._data = data
        found, at = _version_of(definition, where.version), where.at
        self.version: str = found["name"]
        schema = known_to(where.server, (found.get("schema") or {}).get("openAPIV3Schema"))
        if schema is None:
            raise ContextError(f"version {self.version} has no schema")
        self._schema = ResourceSchema(schema)
        self._root = Structural(schema)
        steps = _steps(at)
        self._place = _find_place(SchemaPlace(schema, SPEC), steps, at)
        place = Structural(self._place.raw)
        declared = declare(place, resource=self._place.is_root or place.embedded_resource)
        if declared is None:
            raise ContextError(f"{at}: no expression can be used here, because the schema has no type")
        self._declared = declared
        self._compiler = RuleCompiler(declared)
        self._binding = Binding(self._compiler.types)
        self.env: Env = self._compiler.env(optional_old=data.optional, server=where.server)
        self._pair = self._pair_at(steps, at)

    def _pair_at(self, steps: list[str], at: str) -> Correlated | None:
        """Returns the new value at the field, correlated with its old value; None without an object."""
        if self._data.new is None:
            return None
        old = ABSENT if self._data.old is None else self._read(self._data.old)
        pair = Correlated(self._read(self._data.new), old, self._root)
        for step in steps:
            below = _step_into(pair, step)
            if below is None:
                raise ContextError(f"{self._data.new.place.source}: the object has no {at}")
            pair = below
        return pair

    def _read(self, manifest: Manifest) -> JsonObject:
        """Returns an object as the server reads it: pruned and defaulted."""
        value: JsonValue = copy_json(manifest.value)
        try:
            self._schema.coerce_metadata(value)
            self._schema.prune_and_default(value)
        except (DecodeError, AttributeError, TypeError):
            raise ContextError(f"{manifest.place.source}: this is not an object that the server can read") from None
        return cast("JsonObject", value)

    def type_text(self, kind: Type) -> str:
        """Returns the name of a type for people: types of the schema by their path below the field."""
        return "object" if _TYPE_NAME.fullmatch(str(kind)) else _TYPE_NAME.sub("self", str(kind))

    @deep_stack()
    def evaluate(self, expression: str) -> Evaluation:
        """Compiles an expression, and evaluates it if there is an object."""
        known = Evaluation(expression, "kubernetes")
        checked = compiled(known, self.env, instantiate=True)
        if isinstance(checked, Evaluation):
            return checked
        bounded = all(each.bound is not None for each in self._place.above)
        times = occurrences(product_of_bounds(self._place.above) if bounded else None, self._declared.min_size)
        known = Evaluation(
            expression,
            "kubernetes",
            type=self.type_text(checked.result_type),
            estimate=estimate(checked, DeclaredSizes(self._declared)),
            times=times,
        )
        if self._pair is None:
            return known
        batches = RuleBatches().rules
        program = RuleExpression(
            Expression(checked, 0), self._compiler.types, batches, optional_old=self._data.optional
        )
        new, old = self._values()
        found = run(known, CALL_COST_LIMIT, lambda: _metered(program, new, old))
        return replace(found, parts=expression_reasons(program, new, old)) if found.is_worth_explaining else found

    def _values(self) -> tuple[Any, Any]:
        """Returns the values of `self` and `oldSelf`."""
        new: Any = None if self._pair is None else self._binding.value(self._pair.new)
        old: JsonValue | Absent = ABSENT if self._pair is None else self._pair.old
        if self._data.optional:
            return new, self._binding.optional(None if old is ABSENT else old)
        return new, Unreadable(f"no such attribute(s): {OLD_SELF}") if old is ABSENT else self._binding.value(old)


def _metered(program: RuleExpression, new: Any, old: Any) -> tuple[Any, int]:
    meter = Meter(CALL_COST_LIMIT, Budget())
    return program.metered(meter, new, old), meter.spent


def _version_of(definition: Manifest, wanted: str) -> JsonObject:
    """Returns the version with the given name, or the storage version; raises ContextError."""
    crd = read_definition(definition.value)
    versions: list[JsonObject] = (crd["spec"]["versions"] or []) if crd is not None else []
    if crd is None or not versions:
        raise ContextError(f"{definition.place}: this CRD cannot be read: run `kapivara crd check`")
    if not wanted:
        return next((each for each in versions if each["storage"]), versions[0])
    names = [each["name"] for each in versions]
    if wanted not in names:
        raise ContextError(f"there is no version {wanted}: {did_you_mean(wanted, names, 'the CRD')}")
    return versions[names.index(wanted)]


def _steps(at: str) -> list[str]:
    """Splits a path into steps: field names, and brackets with an index, a key, or nothing for the first item."""
    found, end = [], 0
    for step in _STEP.finditer(at):
        if step.start() != end:
            break
        found.append(f"[{step[1]}]" if step[2] is None else step[2])
        end = step.end()
    if end != len(at):
        raise ContextError(f"{at!r} is not a path such as spec.list[0].name")
    return found


def _find_place(place: SchemaPlace, steps: list[str], at: str) -> SchemaPlace:
    for step in steps:
        if step.startswith("["):
            below = place.elements()
            if below is None:
                raise ContextError(f"{at}: {place.field or 'the object'} is neither a list nor a map")
        else:
            names = [each.name for each in place.fields()]
            below = next((each for each in place.fields() if each.name == step), None)
            if below is None:
                hint = did_you_mean(step, names, place.field or "the object")
                raise ContextError(f"{at}: {place.field or 'the object'} has no field {step}: {hint}")
        place = below
    return place


def _step_into(pair: Correlated, step: str) -> Correlated | None:
    """Returns the correlated value one step below; None where there is no value."""
    value, key = pair.new, step[1:-1] if step.startswith("[") else step
    if type(value) is list:
        index = int(key) if key.isdecimal() else 0 if not key else len(value)
        return pair.item(index) if index < len(value) else None
    if type(value) is not dict:
        return None
    name = key or next(iter(value), "")
    return pair.field(name) if value.get(name) is not None else None
