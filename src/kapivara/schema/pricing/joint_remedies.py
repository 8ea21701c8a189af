"""Finds bounds that together bring all rules of a schema within their limits, with realistic values.

Each set of bounds is tried on a copy of the schema, by the server's estimates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from kapivara.field import FieldPath
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.pricing.pricing import Driver, Remedy, RuleCost, estimate_rules, total_cost
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject
from kapivara.values.record import record

_USUAL: Final = {"maxItems": 100, "maxProperties": 64, "maxLength": 253}
"""Realistic bounds: names have at most 253 characters, and few lists have a hundred items."""
_MOST_PLACES: Final = 100
"""The maximum number of unbounded places for which a joint remedy is searched."""
_MOST_TRIES: Final = 80
"""The maximum number of tries, each of which prices all rules."""


@record(eq=False)
class JointRemedy:
    """Bounds to set together, and the total cost of the schema's rules with them."""

    remedies: tuple[Remedy, ...]
    total: int


def joint_remedy(raw: JsonObject, path: FieldPath, rules: Iterable[RuleCost]) -> JointRemedy | None:
    """Returns bounds that bring all rules within their limits; None if none exceeds one, or bounds do not help."""
    known = tuple(rules)
    total = total_cost(known)
    over = [rule for rule in known if rule.cost > RULE_COST_LIMIT]
    if not over and total <= SCHEMA_COST_LIMIT:
        return None
    blamed = known if total > SCHEMA_COST_LIMIT else over
    for drivers in (_drivers(blamed, declared=False), _drivers(blamed, declared=True)):
        if not drivers or len(drivers) > _MOST_PLACES:
            continue
        found = _Search(raw, path, drivers).find()
        if found is not None:
            return found
    return None


def _drivers(rules: Iterable[RuleCost], *, declared: bool) -> dict[str, Driver]:
    """Returns the cost drivers by path: unbounded ones, and with `declared` also those with high bounds."""
    found: dict[str, Driver] = {}
    for rule in rules:
        for each in rule.drivers:
            if declared or not each.declared:
                found.setdefault(str(each.place.path), each)
    return found


class _Search:
    """Searches for values of the bounds from realistic ones down, then drops unneeded bounds."""

    def __init__(self, raw: JsonObject, path: FieldPath, drivers: Mapping[str, Driver]):
        self._raw = raw
        self._path = path
        self._drivers = drivers
        self._tries = 0

    def find(self) -> JointRemedy | None:
        """Returns fitting bounds; None if even the smallest ones do not fit."""
        values = {path: self._usual(driver) for path, driver in self._drivers.items()}
        while not self._fits(values):
            if max(values.values()) <= 1 or self._tries > _MOST_TRIES:
                return None
            values = {path: max(value // 2, 1) for path, value in values.items()}
        values = self._raised(self._needed(values))
        remedies = tuple(
            Remedy(self._drivers[path].place, self._drivers[path].keyword, value) for path, value in values.items()
        )
        return JointRemedy(remedies, total_cost(self._priced(values)))

    def _usual(self, driver: Driver) -> int:
        declared = driver.place.raw.get(driver.keyword)
        usual = _USUAL[driver.keyword]
        return usual if declared is None else min(declared, usual)

    def _needed(self, values: dict[str, int]) -> dict[str, int]:
        """Returns the bounds without unneeded ones, dropping the last ones first, several at once if possible."""
        size = len(values) // 2
        while size:
            paths = list(values)
            for end in range(len(paths), 0, -size):
                left_out = frozenset(paths[max(end - size, 0) : end])
                fewer = {path: value for path, value in values.items() if path not in left_out}
                if fewer and self._fits(fewer):
                    values = fewer
            size //= 2
        return values

    def _raised(self, values: dict[str, int]) -> dict[str, int]:
        """Returns the bounds, each doubled while they fit, up to the realistic or the declared value."""
        for path, value in values.items():
            driver = self._drivers[path]
            most = driver.place.raw.get(driver.keyword, _USUAL[driver.keyword])
            while value * 2 <= most and self._fits({**values, path: value * 2}):
                value *= 2
            values = {**values, path: value}
        return values

    def _fits(self, values: Mapping[str, int]) -> bool:
        if self._tries > _MOST_TRIES:
            return False
        costs = self._priced(values)
        return total_cost(costs) <= SCHEMA_COST_LIMIT and all(each.cost <= RULE_COST_LIMIT for each in costs)

    def _priced(self, values: Mapping[str, int]) -> tuple[RuleCost, ...]:
        self._tries += 1
        bounds = {path: {self._drivers[path].keyword: value} for path, value in values.items()}
        return estimate_rules(_bounded(SchemaPlace(self._raw, self._path), bounds), self._path)


def _bounded(place: SchemaPlace, bounds: Mapping[str, JsonObject]) -> JsonObject:
    """Returns a copy of a schema with bounds at some places; unchanged parts are shared."""
    own = bounds.get(str(place.path))
    raw: JsonObject = {**place.raw, **own} if own else place.raw
    elements = place.elements()
    if elements is not None and (changed := _bounded(elements, bounds)) is not elements.raw:
        keyword = "items" if Structural(place.raw).items is not None else "additionalProperties"
        raw = {**raw, keyword: changed}
    fields = {each.name: (each.raw, _bounded(each, bounds)) for each in place.fields()}
    if any(made is not before for before, made in fields.values()):
        raw = {**raw, "properties": {name: made for name, (_, made) in fields.items()}}
    return raw
