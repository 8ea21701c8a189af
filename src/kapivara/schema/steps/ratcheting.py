"""Ratcheting of custom resources: an update is not rejected for errors in unchanged values (KEP-4008).

A `Ratchet` accompanies the validation of one update. The walk through the value rules calls `below` for the old value
of each field and item, and `forgives` for failures; CEL rules call `forgives_rule`. It records the forgiven errors, and
the reasons why all other errors were not forgiven.
Upstream: apiextensions-apiserver pkg/apiserver/validation/ratcheting.go ratchetingValueValidator,
pkg/apiserver/schema/cel/validation.go ratchetingOptions (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Final

from kapivara.field import FieldError
from kapivara.field.forgiveness import Forgiven, Unforgiven, WhyNot
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.steps.keyed_items import KeyedItems
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, deep_equal

_TYPE_META: Final = frozenset(("apiVersion", "kind"))


class Ratchet:
    """The ratcheting of one update, which compares the new object with the old one.

    `warnings` are the forgiven failures of rules, which clients get as warnings; `seconds` is the time spent comparing.
    """

    __slots__ = ("_blamed", "forgiven", "root", "seconds", "warnings")

    def __init__(self, new: JsonObject, old: JsonObject, schema: Structural | None):
        self.root = Correlated(new, old, schema)
        self.forgiven: list[Forgiven] = []
        self.warnings: list[str] = []
        self.seconds = 0.0
        self._blamed: dict[int, tuple[FieldError, Correlated | None, WhyNot | None]] = {}

    def below(self, pair: Correlated, step: str | int, *, top: bool) -> Correlated:
        """Returns the pair of a field or an item. At the top level, apiVersion and kind have no old values.

        The server cannot see them change, since it converts old and new objects to the same version first.
        """
        begun = perf_counter()
        if type(step) is int:
            found = pair.item(step)
        else:
            found = pair.field(str(step))
            if top and step in _TYPE_META:
                found = Correlated(found.new, ABSENT, found.schema, pair, step)
        self.seconds += perf_counter() - begun
        return found

    def forgives(self, pair: Correlated) -> bool:
        """Returns True if errors of a value and below are forgiven, because it is unchanged."""
        begun = perf_counter()
        unchanged = pair.unchanged
        self.seconds += perf_counter() - begun
        return unchanged

    def forgives_missing(self, pair: Correlated, name: str) -> bool:  # noqa: ARG002  the same for all
        """Returns False: a missing required field is never forgiven for custom resources."""
        return False

    def forgives_rule(self, pair: Correlated) -> bool:
        """Returns True if the failure of a rule on a value is forgiven.

        If the value has no old one, the nearest surrounding value with one decides, such as an unchanged list.
        """
        begun = perf_counter()
        found: Correlated | None = None if _is_type_meta(pair) else pair
        while found is not None and found.old is ABSENT:
            found = found.parent
        unchanged = found is not None and found.unchanged
        self.seconds += perf_counter() - begun
        return unchanged

    def forgive(self, errors: Iterable[FieldError], pair: Correlated) -> None:
        """Records forgiven errors of an unchanged value."""
        place = str(pair.path() or "")
        self.forgiven += [Forgiven(error, place) for error in errors]

    def forgive_rules(self, failures: Iterable[tuple[FieldError, Correlated]]) -> None:
        """Records forgiven failures of rules, and adds their warnings."""
        for error, pair in failures:
            self.forgive((error,), _compared(pair))
            self.warnings.append(str(error))

    def judge_lists(self, errors: Iterable[FieldError], *, broken_before: bool) -> None:
        """Records errors of list types, which are forgiven if the old object violated some already."""
        if broken_before:
            self.forgiven += [Forgiven(error, "") for error in errors]
            return
        for error in errors:
            self._note(error, None, WhyNot.CHANGED)

    def blame(self, error: FieldError, pair: Correlated) -> None:
        """Records the value of an error that was not forgiven."""
        self._note(error, pair, None)

    def blame_branch(self, error: FieldError, pair: Correlated) -> None:
        """Records the value with the junctor in which an error was found."""
        self._note(error, pair, WhyNot.JUNCTOR)

    def blame_rule(self, error: FieldError, pair: Correlated, *, looks_back: bool) -> None:
        """Records the value of a failing rule."""
        self._note(error, pair, WhyNot.TRANSITION_RULE if looks_back else None)

    def blame_failure(self, error: FieldError, pair: Correlated) -> None:
        """Records the value on which a rule could not be evaluated."""
        self._note(error, pair, WhyNot.RULE_FAILURE)

    def _note(self, error: FieldError, pair: Correlated | None, why: WhyNot | None) -> None:
        """Keeps the first record; `why` is given unless the values determine the reason."""
        self._blamed.setdefault(id(error), (error, pair, why))

    def unforgiven(self, errors: Iterable[FieldError]) -> tuple[Unforgiven, ...]:
        """Returns the reasons why errors were not forgiven."""
        return tuple(map(self._explain, errors))

    def _explain(self, error: FieldError) -> Unforgiven:
        _, pair, why = self._blamed.get(id(error), (error, None, None))
        if pair is None:
            return Unforgiven(error, why or WhyNot.NEVER, error.field)
        if why is None or why is WhyNot.JUNCTOR:
            why, pair = _why_not(pair, junctor=why is not None)
        return Unforgiven(error, why, str(pair.path() or ""))


def _is_type_meta(pair: Correlated) -> bool:
    return pair.parent is not None and pair.parent.parent is None and pair.step in _TYPE_META


def _compared(pair: Correlated) -> Correlated:
    """Returns the pair itself, or the nearest surrounding pair with an old value."""
    while pair.old is ABSENT and pair.parent is not None:
        pair = pair.parent
    return pair


def _why_not(pair: Correlated, *, junctor: bool) -> tuple[WhyNot, Correlated]:
    """Returns the reason why a value's errors were not forgiven, and the value responsible."""
    if _is_type_meta(pair):
        return WhyNot.TYPE_META, pair
    lost: Correlated | None = None
    while pair.old is ABSENT and pair.parent is not None:
        lost, pair = pair, pair.parent
    if lost is not None:
        return _why_lost(lost, pair)
    if pair.old is ABSENT:
        return WhyNot.NO_OLD_VALUE, pair
    if pair.parent is None:
        return WhyNot.ROOT, pair
    repeated = _repeated(pair)
    if repeated is not None:
        return WhyNot.REPEATED_KEY, repeated
    if junctor:
        return WhyNot.JUNCTOR, pair
    return (WhyNot.UNCOMPARABLE if deep_equal(pair.new, pair.old) else WhyNot.CHANGED), pair


def _repeated(pair: Correlated) -> Correlated | None:
    """Returns the item of a map list that contains a value and was compared with another item's old value."""
    item: Correlated | None = pair
    while item is not None and item.parent is not None:
        holder = item.parent
        if type(item.step) is int and holder.schema is not None and holder.schema.list_type == "map":
            keys = KeyedItems(holder.schema.list_map_keys, ())
            own = keys.identity(item.new)
            if any(keys.identity(each) == own for each in holder.new[: item.step]):
                return item
        item = holder
    return None


def _why_lost(lost: Correlated, holder: Correlated) -> tuple[WhyNot, Correlated]:
    """Returns the reason why a value has no old one although its parent has."""
    if type(holder.new) is not type(holder.old):
        return WhyNot.CHANGED, holder
    if type(holder.new) is dict and isinstance(holder.old, dict) and lost.step in holder.old:
        return WhyNot.TYPE_META, lost
    if type(holder.new) is list and holder.schema is not None:
        if holder.schema.list_type != "map":
            return WhyNot.UNCORRELATED_LIST, holder
        if KeyedItems(holder.schema.list_map_keys, [lost.new]).find(lost.new) is ABSENT:
            return WhyNot.KEYLESS_ITEM, lost
    return WhyNot.NO_OLD_VALUE, lost
