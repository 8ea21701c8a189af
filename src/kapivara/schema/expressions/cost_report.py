"""The rules of a schema with their prices: what each costs, what makes it dear, and the bounds that would help.

For people who write definitions; whether the server accepts them is the business of `definition`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cel.cost.explain import Bound, Driver, Explanation, Keyword, Repetition, explain
from kapivara.cel.cost.ranges import multiply
from kapivara.cel.types import Kind
from kapivara.field import FieldPath
from kapivara.schema.expressions.compilation import Expression, RuleCompiler
from kapivara.schema.expressions.costs import children_factor, occurrences
from kapivara.schema.expressions.declared import DeclaredType, declare
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.schema.expressions.provider import DeclaredSizes
from kapivara.schema.structural import Structural
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

_RULES: Final = "x-kubernetes-validations"
_KNOWN_LENGTHS: Final = ("duration", "date", "date-time")
_ALWAYS_THERE: Final = (("kind",), ("apiVersion",))


@record(eq=False)
class PricedRule:
    """A rule or the expression of its message: where it stands, its text, what it costs and why."""

    path: FieldPath
    text: str
    explanation: Explanation

    @property
    def share(self) -> float:
        """The part of a rule's limit that it takes; above 1 it is refused."""
        return self.explanation.total / RULE_COST_LIMIT


@record(eq=False)
class _Place:
    """A schema on the way down: what people call it, how often it can occur, and what above it has no bound."""

    name: str = ""
    bound: int | None = 1
    unbounded: tuple[tuple[str, str], ...] = ()
    factor: int = 1

    def below(self, raw: JsonObject, name: str) -> _Place:
        """The place of a child."""
        factor = children_factor(raw)
        if factor is None:
            keyword = "maxItems" if raw.get("type") == "array" else "maxProperties"
            above = (self.name or "the object", keyword)
            return replace(self, name=name, bound=None, unbounded=(*self.unbounded, above))
        bound = None if self.bound is None else multiply(self.bound, factor)
        return replace(self, name=name, bound=bound, factor=multiply(self.factor, factor))


def price_rules(raw: JsonObject, path: FieldPath) -> Iterator[PricedRule]:
    """The rules of a version's schema that compile, in the order in which the server looks at them."""
    yield from _price(raw, path, _Place(), is_root=True)


def _price(raw: JsonObject, path: FieldPath, place: _Place, *, is_root: bool) -> Iterator[PricedRule]:
    if raw.get(_RULES):
        yield from _price_node(raw, path, place, is_root=is_root)
    for name, child in sorted((raw.get("properties") or {}).items()):
        label = f"{place.name}.{name}" if place.name else name
        yield from _price(child, path.child("properties").key(name), place.below(raw, label), is_root=False)
    for keyword in ("additionalProperties", "items"):
        child = raw.get(keyword)
        if isinstance(child, dict):
            yield from _price(child, path.child(keyword), place.below(raw, f"{place.name}[]"), is_root=False)


def _price_node(raw: JsonObject, path: FieldPath, place: _Place, *, is_root: bool) -> Iterator[PricedRule]:
    schema = Structural(raw)
    declared = declare(schema, resource=is_root or schema.embedded_resource)
    if declared is None:
        return
    compiler, sizes = RuleCompiler(declared), _Sizes(declared)
    times = Repetition(occurrences(place.bound, declared.min_size), place.unbounded, place.factor)
    for position, rule in enumerate(raw[_RULES]):
        compiled = compiler.compile(rule, lambda _keyword, _text: False)
        at = path.child(_RULES).index(position)
        if compiled.rule is not None:
            yield _priced(at.child("rule"), compiled.rule, sizes, times, place)
        if compiled.message is not None:
            # Kept: the server counts a message's expression once, however often its rule may run.
            yield _priced(at.child("messageExpression"), compiled.message, sizes, Repetition(), place)


def _priced(path: FieldPath, of: Expression, sizes: _Sizes, times: Repetition, place: _Place) -> PricedRule:
    explanation = explain(of.checked, sizes, RULE_COST_LIMIT, times)
    drivers = tuple(replace(each, where=_named(each, place)) for each in explanation.drivers)
    remedies = tuple(
        tuple(replace(each, where=_named(each, place)) for each in remedy) for remedy in explanation.remedies
    )
    return PricedRule(path, of.checked.ast.text, replace(explanation, drivers=drivers, remedies=remedies))


def _named(of: Driver | Bound, place: _Place) -> str:
    """A place in the data, as seen from the whole object instead of from the rule."""
    if not of.where.startswith("self"):
        return of.where
    return (place.name + of.where.removeprefix("self")).removeprefix(".") or "the object"


class _Sizes(DeclaredSizes):
    """Declared sizes that know what bounds them."""

    def __init__(self, root: DeclaredType):
        super().__init__(root)
        self._top = root

    def unbounded_at(self, path: tuple[str, ...]) -> Keyword | None:
        """The keyword that would bound what stands at a path."""
        if path[1:] in _ALWAYS_THERE and "metadata" in self._top.fields:
            return None
        node: DeclaredType | None = self._top
        for step in path[1:]:
            if node is None or step == "@keys":
                return None
            field = node.fields.get(step)
            node = node.element if step in ("@items", "@values") else field.type if field else None
        return _missing_keyword(node) if node is not None else None


def _missing_keyword(node: DeclaredType) -> Keyword | None:
    raw = node.schema.raw
    if node.kind is Kind.LIST:
        return Keyword("maxItems") if raw.get("maxItems") is None else None
    if node.kind is Kind.MAP:
        return Keyword("maxProperties") if raw.get("maxProperties") is None else None
    is_text = node.schema.int_or_string or (node.schema.type == "string" and not node.schema.enum)
    if not is_text or raw.get("maxLength") is not None or node.schema.format in _KNOWN_LENGTHS:
        return None
    return Keyword("maxLength", 1 if node.schema.format == "byte" else 4)
