"""Items that come to a list or map on an update, where no item may come or change: in CEL, about the whole of it.

A rule of an item is asked only where the item has an old self. What has none, the list sees, and where it was not there
before, the struct around it.
"""

from __future__ import annotations

from kapivara.generator.model import Member, Type, TypeKind
from kapivara.generator.natives import value_type
from kapivara.generator.plan import Correlation
from kapivara.generator.tags.cel_texts import grouped, is_set, select
from kapivara.generator.tags.list_types import same_keys
from kapivara.generator.tags.schema_form import Comparison, Expression
from kapivara.values.record import record

_OLD = "oldSelf"


@record
class NewItems:
    """What is written of items that may not come: `held` compares the list with what it was before.

    It is about all items, or about a `selected` one, of which that writes whether a list has it. `says_all` tells that
    items that have changed are refused, too, so that no rule of the item need do that.
    """

    held: Comparison
    selected: Expression | None = None
    says_all: bool = False

    def of_list(self, now: str) -> str:
        """Writes that no item has come to a list or map that was there before."""
        without = f"{now}.size() == 0" if self.selected is None else f"!{self.selected(now)}"
        return f"{without} || {self.held(now, _OLD)}"

    def of_field(self, struct: str, member: Member) -> str:
        """Writes the same of the field of a struct, which may not have been there before."""
        now, before = select(struct, member.json.name), select(_OLD, member.json.name)
        there, was_there = grouped(is_set(struct, member)), grouped(is_set(_OLD, member))
        without = "" if self.selected is None else f"!{self.selected(now)} || "
        return f"!{there} || {without}{was_there} && {grouped(self.held(now, before))}"


def of_each(kind: Type, correlation: Correlation, *, correlated: bool) -> NewItems:
    """Returns what is written of all values of a list or map; `correlated` tells that schemas know their old selves."""
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
    """Returns what is written of some items of a list: `is_selected` says which, given the item."""

    def found(items: str) -> str:
        return f"{items}.exists(item, {is_selected('item')})"

    return NewItems(lambda _, before: found(before), found)
