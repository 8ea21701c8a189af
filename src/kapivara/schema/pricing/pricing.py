"""Explains the cost of each rule of a schema: its drivers, and bounds that would reduce it.

The server only reports that a rule costs too much. The numbers are those of `definition`; rules are priced even if
their structural schema has other errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kapivara.cel.cost.explain import Bound, CostExplanation, Keyword, Repetition, explain
from kapivara.cel.cost.parts import PartCost, part_costs
from kapivara.cel.cost.ranges import add, multiply
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import CelKind
from kapivara.field import FieldPath
from kapivara.schema.expressions.compiling.compilation import RuleCompiler
from kapivara.schema.expressions.cost_errors import occurrences
from kapivara.schema.expressions.data.declared import DeclaredType, declare
from kapivara.schema.expressions.data.places import SchemaPlace, places_below, product_of_bounds
from kapivara.schema.expressions.data.provider import DeclaredSizes
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.legality.invariants import structural_errors
from kapivara.schema.legality.survey import survey
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

_FIXED_LENGTHS: Final = frozenset(("duration", "date", "date-time"))
_BYTES_OF_A_CHARACTER: Final = 4
_OF_RESOURCES: Final = frozenset(("apiVersion", "kind", "metadata"))


class DeclarableSizes(DeclaredSizes):
    """Declared sizes, and the keywords that could bound others; with `lower`, also keywords with a bound."""

    def __init__(self, root: DeclaredType, *, is_root: bool, lower: bool = False):
        super().__init__(root)
        self._is_root = is_root
        self._lower = lower

    def unbounded_at(self, path: tuple[str, ...]) -> Keyword | None:
        """Returns the keyword that would bound the value at a path; None if it is bounded, or cannot be."""
        node = self.node_at(path)
        keyword = None if node is None or self._is_type_or_metadata(path) else _keyword(node)
        if node is None or keyword is None or (not self._lower and keyword.name in node.schema.raw):
            return None
        return keyword

    def _is_type_or_metadata(self, path: tuple[str, ...]) -> bool:
        """Returns True for metadata that all API objects have, which schemas cannot declare."""
        return any(
            step in _OF_RESOURCES and self._is_resource(path[:depth]) for depth, step in enumerate(path) if depth > 0
        )

    def _is_resource(self, path: tuple[str, ...]) -> bool:
        node = self.node_at(path)
        return node is not None and (node.schema.embedded_resource or (self._is_root and len(path) == 1))


def _keyword(node: DeclaredType) -> Keyword | None:
    """Returns the keyword that bounds a type."""
    schema = node.schema
    if node.kind is CelKind.LIST:
        return Keyword("maxItems")
    if node.kind is CelKind.MAP:
        return Keyword("maxProperties")
    is_text = schema.type == "string" or schema.int_or_string
    if not is_text or schema.format in _FIXED_LENGTHS or (schema.enum and "maxLength" not in schema.raw):
        return None
    return Keyword("maxLength", 1 if schema.format == "byte" else _BYTES_OF_A_CHARACTER)


_RULES: Final = "x-kubernetes-validations"


@record(eq=False)
class Driver:
    """A list, map or string that a rule's cost grows with.

    `place` is its schema, where `keyword` is absent, or too large if it is `declared`; `assumed` is the size in the
    estimate; `cost_of_one` is the rule's cost with size one.
    """

    place: SchemaPlace
    keyword: str
    assumed: int
    cost_of_one: int

    @property
    def declared(self) -> bool:
        """True if the schema already bounds it."""
        return self.keyword in self.place.raw


@record(eq=False)
class Remedy:
    """A keyword to set in a schema, with the largest value that helps."""

    place: SchemaPlace
    keyword: str
    value: int

    @property
    def declared(self) -> bool:
        """True if the keyword exists with a larger value."""
        return self.keyword in self.place.raw

    @property
    def changes(self) -> bool:
        """True if setting it changes the schema."""
        return not self.declared or self.value < self.place.raw[self.keyword]


@record(eq=False)
class RuleCost:
    """The cost of a rule, or of its message expression.

    `cost` covers all runs for one object, at most `times`. Each of the `remedies` is a set of bounds that would bring
    it, or the schema's total, within the limit; empty if no limit is exceeded. `parts` are the parts of the expression,
    the most expensive first. An expression that does not compile has an `error` instead.
    """

    at: FieldPath
    place: SchemaPlace
    keyword: str
    text: str
    times: int = 1
    cost: int = 0
    drivers: tuple[Driver, ...] = ()
    remedies: tuple[tuple[Remedy, ...], ...] = ()
    parts: tuple[PartCost, ...] = ()
    error: str = ""


def price_rules(raw: JsonObject, path: FieldPath, server: ServerVersion = NEWEST) -> tuple[RuleCost, ...]:
    """Returns the costs of all rules of a version's schema, in their order; empty if it is not structural."""
    rules = _all_rules(raw, path, server)
    excess = max(total_cost(rule.known for rule in rules) - SCHEMA_COST_LIMIT, 0)
    return tuple(rule.explained(excess) for rule in rules)


def estimate_rules(raw: JsonObject, path: FieldPath) -> tuple[RuleCost, ...]:
    """Returns the same costs as `price_rules`, without explanations."""
    return tuple(rule.known for rule in _all_rules(raw, path))


def _all_rules(raw: JsonObject, path: FieldPath, server: ServerVersion = NEWEST) -> list[_Priced]:
    found = survey(raw)
    if found.too_deep or _RULES not in found.keywords:
        return []
    if found.conversion_problem is not None or structural_errors(raw, path):
        return []
    return [rule for place in places_below(SchemaPlace(raw, path)) for rule in _rules_of(place, server)]


def total_cost(rules: Iterable[RuleCost]) -> int:
    """Returns the total cost of rules."""
    total = 0
    for rule in rules:
        total = add(total, rule.cost)
    return total


def _rules_of(place: SchemaPlace, server: ServerVersion) -> Iterator[_Priced]:
    rules = place.raw.get(_RULES)
    if not rules:
        return
    schema = Structural(place.raw)
    declared = declare(schema, resource=place.is_root or schema.embedded_resource)
    if declared is None:
        return
    compiler = RuleCompiler(declared)
    bounded = all(each.bound is not None for each in place.above)
    times = occurrences(product_of_bounds(place.above) if bounded else None, declared.min_size)
    for position, raw in enumerate(rules):
        compiled = compiler.compile(raw, lambda _keyword, _text: False, server)
        at = place.path.child(_RULES).index(position)
        found = (
            ("rule", compiled.rule, compiled.error, times),
            ("messageExpression", compiled.message, compiled.message_error, 1),
        )
        for keyword, expression, error, runs in found:
            if error or expression is not None:
                cost = multiply(expression.cost, runs) if expression is not None else 0
                known = RuleCost(at.child(keyword), place, keyword, raw[keyword], runs, cost, error=error)
                yield _Priced(known, expression.checked if expression is not None else None, declared)


@record(eq=False)
class _Priced:
    """An expression with a known cost that is not explained yet."""

    known: RuleCost
    checked: CheckedAst | None
    declared: DeclaredType

    def explained(self, excess: int) -> RuleCost:
        """Returns the explained cost, including remedies if it alone could absorb the total excess."""
        known, limit = self.known, RULE_COST_LIMIT
        if self.checked is None:
            return known
        parts = part_costs(self.checked, DeclaredSizes(self.declared))
        if 0 < excess < known.cost:
            limit = min(limit, known.cost - excess)
        above = known.place.above if known.keyword == "rule" else ()
        unbounded = tuple(each for each in above if each.bound is None)
        found = self._explain(self.checked, limit, unbounded, lower=False)
        if known.cost > limit:
            largest = tuple(sorted(above, key=lambda each: each.bound or 0)[-1:])
            for some in (unbounded or largest, above):  # first with the fewest changes
                found = found if found.remedies else self._explain(self.checked, limit, some, lower=True)
        return replace(found, parts=tuple(_everywhere(each, known.times) for each in parts))

    def _explain(self, checked: CheckedAst, limit: int, above: tuple[SchemaPlace, ...], *, lower: bool) -> RuleCost:
        """Explains the cost by some places above and by unbounded values, with `lower` also by high bounds."""
        known = self.known
        factor = product_of_bounds(tuple(each for each in known.place.above if each not in above))
        sizes = DeclarableSizes(self.declared, is_root=known.place.is_root, lower=lower)
        runs = Repetition(known.times, tuple((str(each.path), each.keyword) for each in above), factor)
        found = explain(checked, sizes, limit, runs)
        places = {str(each.path): each for each in above}

        def remedy(bound: Bound) -> Remedy:
            place = places.get(bound.where) or known.place.find(bound.where)
            return Remedy(place, bound.keyword, bound.value)

        remedies = [tuple(each for each in map(remedy, bounds) if each.changes) for bounds in found.remedies]
        different = {tuple((str(each.place.path), each.value) for each in some): some for some in remedies}
        drivers = sorted(_drivers(known, found, above, factor), key=lambda driver: driver.cost_of_one)
        return replace(known, drivers=tuple(drivers), remedies=tuple(different.values()))


def _everywhere(part: PartCost, times: int) -> PartCost:
    """Returns the cost of a part in all runs of its rule."""
    return PartCost(part.text, multiply(part.cost, times), multiply(part.times, times))


def _drivers(known: RuleCost, found: CostExplanation, above: tuple[SchemaPlace, ...], factor: int) -> Iterator[Driver]:
    for each in above:
        assumed = known.times if each.bound is None else each.bound
        yield Driver(each, each.keyword, assumed, multiply(found.cost, factor))
    for driver in found.drivers:
        cost = multiply(driver.cost_of_one, known.times)
        if found.remedies or cost < known.cost:  # for saturated costs, only drivers with remedies
            yield Driver(known.place.find(driver.where), driver.keyword, driver.size, cost)
