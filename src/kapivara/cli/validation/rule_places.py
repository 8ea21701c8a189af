"""The CEL rules that validate objects, each with its place in the CRD."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.cli.findings import Location
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.status_findings import place_of
from kapivara.registry.crds.definition import Definition
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.expressions.running.rule_nodes import RuleNode
from kapivara.values import deep_equal
from kapivara.values.record import record

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
