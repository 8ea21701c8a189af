"""CEL rules on a whole list or map that reject new items on an update.

A rule on an item runs only where the item has an old value. New items are visible to a rule on the list; items of a new
list only to a rule on the struct around it.
"""

from __future__ import annotations

from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Correlation
from kapivara.generator.tags.contract.cel_texts import grouped, is_set, select
from kapivara.generator.tags.contract.schema_form import Comparison, Expression
from kapivara.generator.tags.lists.list_types import same_keys
from kapivara.values.record import record

_OLD = "oldSelf"


@record
class NewItems:
    """Expressions for new items: `held` compares a list with its old value.

    It covers all items, or one `selected` item, whose expression is true where a list contains it. `says_all` means
    that `held` also rejects changed items, so that the item needs no rule of its own.
    """

    held: Comparison
    selected: Expression | None = None
    says_all: bool = False

    def of_list(self, now: str) -> str:
        """Returns the expression that no item is new, for a list or map that existed before."""
        without = f"{now}.size() == 0" if self.selected is None else f"!{self.selected(now)}"
        return f"{without} || {self.held(now, _OLD)}"

    def of_field(self, struct: str, member: Member) -> str:
        """Returns the same expression for a field of a struct, which may not have existed before."""
        now, before = select(struct, member.json.name), select(_OLD, member.json.name)
        there, was_there = grouped(is_set(struct, member)), grouped(is_set(_OLD, member))
        without = "" if self.selected is None else f"!{self.selected(now)} || "
        return f"!{there} || {without}{was_there} && {grouped(self.held(now, before))}"


def of_each(kind: Type, correlation: Correlation, *, correlated: bool) -> NewItems:
    """Returns the expressions for all values of a list or map; `correlated` means that rules see old values."""
    return NewItems(_each(kind, correlation, correlated=correlated), says_all=not correlated)


def _each(kind: Type, correlation: Correlation, *, correlated: bool) -> Comparison:
    native = value_type(kind)
    if native.kind is TypeKind.MAP:
        if correlated:
            return lambda now, before: f"{now}.all(key, key in {before})"
        return lambda now, before: f"{now}.all(key, key in {before} && {now}[key] == {before}[key])"
    if correlation.kind == "none":
        return lambda now, before: f"{now} == {before}"
    if correlated and native.elem is not None:
        same = same_keys("item", "known", [(each.json.name, None) for each in correlation.keys], native.elem)
        return lambda now, before: f"{now}.all(item, {before}.exists(known, {same}))"
    return lambda now, before: f"{now}.all(item, item in {before})"


def of_selected(is_selected: Expression) -> NewItems:
    """Returns the expressions for some items of a list, selected by a condition on an item."""

    def found(items: str) -> str:
        return f"{items}.exists(item, {is_selected('item')})"

    return NewItems(lambda _, before: found(before), found)
