"""The rules by which objects are judged, each with its place in the definition that has it."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.apiextensions.validation import SPEC
from kapivara.cli.answers import place_of
from kapivara.cli.findings import Location
from kapivara.cli.manifests import Manifest
from kapivara.registry.definition import Definition
from kapivara.schema.expressions.places import SchemaPlace
from kapivara.schema.expressions.rule_nodes import RuleNode
from kapivara.values import deep_equal
from kapivara.values.record import record

RULES = "x-kubernetes-validations"


@record(eq=False)
class PlacedRule:
    """A rule of a definition: its schema, and its position there.

    `version` is the first one that has the schema.
    """

    schema: SchemaPlace
    position: int
    definition: Manifest
    version: str

    @property
    def place(self) -> Location:
        """Where it stands in the file."""
        return place_of(str(self.schema.path.child(RULES).index(self.position).child("rule")), self.definition)

    @property
    def text(self) -> str:
        """The rule itself."""
        return str(self.schema.raw[RULES][self.position].get("rule") or "")

    @property
    def path(self) -> str:
        """Where it stands in the definition."""
        return f"{self.schema.path}.{RULES}[{self.position}].rule"


def placed_rules(manifest: Manifest, served: Definition, version: str, root: RuleNode) -> dict[int, list[PlacedRule]]:
    """Returns the rules of a version of what a manifest defines, by the identity of the nodes that have them.

    `root` must be kept as long.
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
    """Yields the nodes that have rules, or hold such, with the places of their schemas."""
    yield node, place
    elements = place.elements()
    if node.elements is not None and elements is not None:
        yield from _placed_nodes(node.elements, elements)
    for each in place.fields():
        if (below := node.fields.get(each.name)) is not None:
            yield from _placed_nodes(below, each)
