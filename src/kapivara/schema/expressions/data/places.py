"""The places of nested schemas: path, described field, and number of occurrences.

Follows fields, items and map values, which may have rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cel.cost.ranges import multiply
from kapivara.field import FieldPath
from kapivara.schema.expressions.cost_errors import children_factor
from kapivara.schema.expressions.data.escaping import unescape
from kapivara.schema.structural.subschemas import additional_schema, items_schema, properties_of
from kapivara.values import JsonObject
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_STEP = lazy_pattern(r"\[\]|\.([^.\[]+)")


@record(eq=False)
class SchemaPlace:
    """A schema at its path.

    `field` is the field that it describes, such as `spec.list[].name`, empty for the whole object. `above` are the
    surrounding lists and maps with more than one element, outermost first; `holder` is the schema that directly
    contains it.
    """

    raw: JsonObject
    path: FieldPath
    field: str = ""
    above: tuple[SchemaPlace, ...] = ()
    holder: SchemaPlace | None = None

    @property
    def is_root(self) -> bool:
        """True for the schema of the whole object."""
        return not self.field

    @property
    def name(self) -> str:
        """The last step of the field: its name, followed by `[]` for elements of a list or map."""
        return self.field.rpartition(".")[2]

    def holders(self) -> Iterator[SchemaPlace]:
        """Yields the schemas that contain it, the nearest first."""
        holder = self.holder
        while holder is not None:
            yield holder
            holder = holder.holder

    @property
    def keyword(self) -> str:
        """The keyword that bounds a list or map of this schema."""
        return "maxItems" if self.raw.get("type") == "array" else "maxProperties"

    @property
    def bound(self) -> int | None:
        """The maximum number of elements of a list or map; None if unbounded."""
        return children_factor(self.raw)

    def elements(self) -> SchemaPlace | None:
        """Returns the place of a list's items or a map's values."""
        below = items_schema(self.raw)
        step = "items"
        if below is None:
            below, step = additional_schema(self.raw), "additionalProperties"
        return None if below is None else self._below(below, self.path.child(step), f"{self.field}[]")

    def fields(self) -> Iterator[SchemaPlace]:
        """Yields the places of all fields."""
        for name, schema in properties_of(self.raw):
            yield self._field(name, schema)

    def _field(self, name: str, raw: JsonObject) -> SchemaPlace:
        at = self.path.child("properties").key(name)
        return self._below(raw, at, f"{self.field}.{name}" if self.field else name)

    def _below(self, raw: JsonObject, path: FieldPath, field: str) -> SchemaPlace:
        above = self.above if self.bound == 1 else (*self.above, self)
        return SchemaPlace(raw, path, field, above, self)

    def find(self, where: str) -> SchemaPlace:
        """Returns the place that an expression names `self.list[].name`, or its nearest existing parent."""
        place = self
        for step in _STEP.finditer(where):
            found = place._named(step[1]) if step[1] else place.elements()
            if found is None:
                break
            place = found
        return place

    def _named(self, spelled: str) -> SchemaPlace | None:
        name = unescape(spelled)
        raw = (self.raw.get("properties") or {}).get(name)
        return None if raw is None or name is None else self._field(name, raw)


def places_below(place: SchemaPlace) -> Iterator[SchemaPlace]:
    """Yields a place and all places below it, in depth-first order."""
    yield place
    elements = place.elements()
    if elements is not None:
        yield from places_below(elements)
    for each in place.fields():
        yield from places_below(each)


def product_of_bounds(places: tuple[SchemaPlace, ...]) -> int:
    """Returns the product of bounds, ignoring unbounded places."""
    product = 1
    for place in places:
        product = multiply(product, 1 if place.bound is None else place.bound)
    return product
