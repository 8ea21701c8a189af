"""Ratcheting of custom resources: an update is not refused for what it did not change (KEP-4008).

One `Ratchet` goes through the judgement of one update. The walk through the value rules asks it for the old value
beside each field and item (`below`) and whether failures there count (`forgives`); rules of the expression language
ask `forgives_rule`. It remembers what it forgave, and enough to say of every other failure why not.
Upstream: apiextensions-apiserver pkg/apiserver/validation/ratcheting.go ratchetingValueValidator,
pkg/apiserver/schema/cel/validation.go ratchetingOptions (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Final

from kapivara.field import FieldError
from kapivara.field.forgiveness import Forgiven, Unforgiven, WhyNot
from kapivara.schema.correlated import Correlated
from kapivara.schema.keyed_items import KeyedItems
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, JsonObject, deep_equal

_TYPE_META: Final = frozenset(("apiVersion", "kind"))


class Ratchet:
    """What one update is forgiven, by comparing the new object with the old one.

    `warnings` are the forgiven failures of rules, which clients are told of; `seconds` is the time spent comparing.
    """

    __slots__ = ("_blamed", "forgiven", "root", "seconds", "warnings")

    def __init__(self, new: JsonObject, old: JsonObject, schema: Structural | None):
        self.root = Correlated(new, old, schema)
        self.forgiven: list[Forgiven] = []
        self.warnings: list[str] = []
        self.seconds = 0.0
        self._blamed: dict[int, tuple[FieldError, Correlated | None, WhyNot | None]] = {}

    def below(self, pair: Correlated, step: str | int, *, top: bool) -> Correlated:
        """Steps into a field or an item. At the top, apiVersion and kind have no old values.

        The server cannot see them change: old and new are converted to the same version before.
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
        """Tells whether failures of a value, and of what it holds, do not count: it is what it was."""
        begun = perf_counter()
        unchanged = pair.unchanged
        self.seconds += perf_counter() - begun
        return unchanged

    def forgives_missing(self, pair: Correlated, name: str) -> bool:  # noqa: ARG002  nothing is asked of either
        """Tells whether it does not count that a field is missing: never, for definitions ask again for all of them."""
        return False

    def forgives_rule(self, pair: Correlated) -> bool:
        """Tells whether the failure of a rule on a value does not count.

        Where the value has no old one, what holds it decides: items of a list that is what it was, say.
        """
        begun = perf_counter()
        found: Correlated | None = None if _is_type_meta(pair) else pair
        while found is not None and found.old is ABSENT:
            found = found.parent
        unchanged = found is not None and found.unchanged
        self.seconds += perf_counter() - begun
        return unchanged

    def forgive(self, errors: Iterable[FieldError], pair: Correlated) -> None:
        """Takes note of failures that do not count, since a value is what it was."""
        place = str(pair.path() or "")
        self.forgiven += [Forgiven(error, place) for error in errors]

    def forgive_rules(self, failures: Iterable[tuple[FieldError, Correlated]]) -> None:
        """Takes note of failures of rules that do not count, and warns of them."""
        for error, pair in failures:
            self.forgive((error,), _compared(pair))
            self.warnings.append(str(error))

    def judge_lists(self, errors: Iterable[FieldError], *, broken_before: bool) -> None:
        """Takes note of broken list types, which do not count where the old object broke some already."""
        if broken_before:
            self.forgiven += [Forgiven(error, "") for error in errors]
            return
        for error in errors:
            self._note(error, None, WhyNot.CHANGED)

    def blame(self, error: FieldError, pair: Correlated) -> None:
        """Takes note of the value that a failure is about."""
        self._note(error, pair, None)

    def blame_branch(self, error: FieldError, pair: Correlated) -> None:
        """Takes note of the value whose junctor a failure was found in."""
        self._note(error, pair, WhyNot.JUNCTOR)

    def blame_rule(self, error: FieldError, pair: Correlated, *, looks_back: bool) -> None:
        """Takes note of the value that a rule does not hold for."""
        self._note(error, pair, WhyNot.TRANSITION_RULE if looks_back else None)

    def blame_failure(self, error: FieldError, pair: Correlated) -> None:
        """Takes note of the value that a rule cannot be evaluated on."""
        self._note(error, pair, WhyNot.RULE_FAILURE)

    def _note(self, error: FieldError, pair: Correlated | None, why: WhyNot | None) -> None:
        """Keeps the first note; `why` is given where it is not for the values to say."""
        self._blamed.setdefault(id(error), (error, pair, why))

    def unforgiven(self, errors: Iterable[FieldError]) -> tuple[Unforgiven, ...]:
        """Says of failures that count why they do."""
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
    """The value itself, or the nearest one around it that has an old one."""
    while pair.old is ABSENT and pair.parent is not None:
        pair = pair.parent
    return pair


def _why_not(pair: Correlated, *, junctor: bool) -> tuple[WhyNot, Correlated]:
    """Says why a value's failures count, and which value's fault it is."""
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
    """The item, of a list of type map, that holds a value and was compared with the old value of another one."""
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
    """Says why a value has no old one, though what holds it does."""
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
