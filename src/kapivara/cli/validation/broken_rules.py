"""Adds to errors of CEL rules which rule failed, its place in the CRD, and the values of its subexpressions.

The server returns only the rule's message. The object is sent to the registry again with its rules observed, unless
other errors kept the rules from running.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.cli.findings import BrokenRule, Finding, Location, Result, RulePart
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.status_findings import place_of
from kapivara.registry.crds.definition import Definition
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.expressions.running.rule_nodes import RuleNode
from kapivara.schema.resource.versions import RULES_NOT_CHECKED
from kapivara.values import deep_equal
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.registry.crds.custom_resource import CustomResource
    from kapivara.schema.expressions.running.observing import RuleRun


RULES = "x-kubernetes-validations"


@record(eq=False)
class PlacedRule:
    """A CEL rule of a CRD: its schema, and its index there.

    `version` is the first version that has the schema.
    """

    schema: SchemaPlace
    position: int
    definition: Manifest
    version: str

    @property
    def place(self) -> Location:
        """The place of the rule in the file."""
        return place_of(str(self.schema.path.child(RULES).index(self.position).child("rule")), self.definition)

    @property
    def text(self) -> str:
        """The expression of the rule."""
        return str(self.schema.raw[RULES][self.position].get("rule") or "")

    @property
    def path(self) -> str:
        """The path of the rule in the CRD."""
        return f"{self.schema.path}.{RULES}[{self.position}].rule"


def placed_rules(manifest: Manifest, served: Definition, version: str, root: RuleNode) -> dict[int, list[PlacedRule]]:
    """Returns the rules of a version of a CRD, by the `id()` of the nodes that hold them.

    The caller must keep `root` alive as long as it uses the ids.
    """
    schemas = [each.raw_schema for each in served.versions.values()]
    names = [*served.versions]
    schema = schemas[names.index(version)]
    if schema is None:
        return {}
    first = next(place for place, each in enumerate(schemas) if each is schema or deep_equal(each, schema))
    top = SPEC.child("versions").index(first).child("schema", "openAPIV3Schema")
    found: dict[int, list[PlacedRule]] = {}
    for node, place in _placed_nodes(root, SchemaPlace(schema, top)):
        found[id(node)] = [
            PlacedRule(place, position, manifest, names[first]) for position in range(len(place.raw.get(RULES) or ()))
        ]
    return found


def _placed_nodes(node: RuleNode, place: SchemaPlace) -> Iterator[tuple[RuleNode, SchemaPlace]]:
    """Yields the nodes that have rules, or that are above such nodes, with the places of their schemas."""
    yield node, place
    elements = place.elements()
    if node.elements is not None and elements is not None:
        yield from _placed_nodes(node.elements, elements)
    for each in place.fields():
        if (below := node.fields.get(each.name)) is not None:
            yield from _placed_nodes(below, each)


Failures = dict[tuple[str, str], "RuleRun"]
_NOT_CHECKED = RULES_NOT_CHECKED.body()
_MOST_EXPLAINED = 100
"""The number of errors that are explained with values; later errors show only the rule and its place."""


class BrokenRules:
    """Explains the errors of results; keeps the placed rules of each kind for further objects."""

    def __init__(self) -> None:
        self._rules: dict[Kind, tuple[RuleNode, dict[int, list[PlacedRule]]]] = {}
        self._left = _MOST_EXPLAINED

    def add(self, result: Result, kind: Kind, definition: Manifest, send: Callable[[], object]) -> Result:
        """Returns a result whose errors name their CEL rules; `send` sends the object again."""
        if any(each.message == _NOT_CHECKED for each in (*result.errors, *result.next)):
            return result
        custom = cast("CustomResource", kind)
        failed: Failures = {}
        root = custom.schema.observe_rules(partial(note_failure, failed))
        try:
            if root is None:
                return result
            send()
        finally:
            custom.schema.observe_rules(None)
        if not failed:
            return result
        if kind not in self._rules:
            self._rules[kind] = root, placed_rules(definition, custom.definition, kind.gvk.version, root)
        known = self._rules[kind][1]
        return replace(
            result,
            errors=self._explained(result.errors, failed, known),
            next=self._explained(result.next, failed, known),
        )

    def _explained(
        self, errors: Iterable[Finding], failed: Failures, known: dict[int, list[PlacedRule]]
    ) -> tuple[Finding, ...]:
        return tuple(self._with_rule(each, failed, known) for each in errors)

    def _with_rule(self, error: Finding, failed: Failures, known: dict[int, list[PlacedRule]]) -> Finding:
        run = failed.get((error.field, error.message))
        rules = known.get(id(run.node)) if run is not None else None
        if run is None or rules is None:
            return error
        self._left -= 1
        return replace(error, rule=broken_rule(run, rules[run.position], with_parts=self._left >= 0))


def note_failure(failed: Failures, run: RuleRun) -> None:
    """Stores a failed run under its error's field and message, unless an equal error is stored."""
    if run.error is not None:
        failed.setdefault((run.error.field, run.error.body()), run)


def broken_rule(run: RuleRun, placed: PlacedRule, *, with_parts: bool = True) -> BrokenRule:
    """Returns a rule that failed, with the values of its subexpressions if `with_parts`."""
    parts: tuple[RulePart, ...] = ()
    if with_parts:
        from kapivara.schema.expressions.running.rule_reasons import rule_reasons  # slow: compiles each part

        parts = tuple(RulePart(each.text, each.value, each.failed) for each in rule_reasons(run))
    return BrokenRule(placed.place, placed.text, parts)
