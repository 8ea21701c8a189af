"""Calls whose overload depends on the values at run time, and their errors.

Operators have one meaning for all types; other functions try their overloads in order. A list has the type of its first
element. Upstream: cel-go common/decls/decls.go Bindings, MaybeNoSuchOverload; common/types/types.go
IsAssignableRuntimeType; interpreter/interpretable.go evalUnary, evalBinary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.standard.containers import (
    check_qualifier,
    find,
    in_map,
    index_list,
    index_map,
    item_at,
    key_text,
    whole_index,
)
from kapivara.cel.tree.strictness import ONE_FOR_ALL
from kapivara.cel.types import DURATION, CelKind, Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import go_class, name_of_type, runtime_name
from kapivara.cel.values.uint import UInt
from kapivara.cel.values.unreadable import usable
from kapivara.values.absent import ABSENT
from kapivara.values.caches import ByteCache

Implementation = Callable[..., Any]
Acceptor = Callable[[Any], bool]
_NUMBERS = frozenset((int, UInt, float))
_HOLDERS = (list, dict, CelMap)
"""Types whose values may match different overloads."""
_RECEIVERS = frozenset((str, Timestamp, Duration))
"""Types that may have methods of any name: a call of an unknown one has a shorter message."""
_TRAITS: dict[str, frozenset[type]] = {
    "_+_": _NUMBERS | {str, bytes, list, Timestamp, Duration},
    "_-_": _NUMBERS | {Timestamp, Duration},
    "_*_": _NUMBERS,
    "_/_": _NUMBERS,
    "_%_": frozenset((int, UInt)),
    "-_": frozenset((int, float, bool, Duration)),
    "matches": frozenset((str,)),
    "size": frozenset((str, bytes, list, dict, CelMap)),
    "sort": frozenset((list,)),
    "@sortByAssociatedKeys": frozenset((list,)),
} | {f"_{sign}_": _NUMBERS | {str, bytes, bool, Timestamp, Duration} for sign in ("<", "<=", ">", ">=")}
_BY_COUNT = frozenset(("flatten", "sort", "@sortByAssociatedKeys"))
"""Functions that check the types of their arguments themselves."""
_UNGUARDED = frozenset(("!_", "@in", "_&&_", "_||_", "_?_:_", "contains", "startsWith", "endsWith"))
"""Functions whose error is only that there is no overload."""


_KNOWN: ByteCache[Implementation] = ByteCache(1 << 20)
_SIZE_OF_OVERLOAD = 500


def dynamic_call(name: str, overloads: tuple[Overload, ...], *, terse: bool = False) -> Implementation:
    """Returns a function of a budget and values that chooses the overload for these values, and calls it.

    With `terse`, its error is only that there is no overload.
    """
    key = name, overloads, terse
    known = _KNOWN.get(key)
    if known is None:
        known = _made_call(name, overloads, terse=terse)
        _KNOWN.put(key, known, _SIZE_OF_OVERLOAD * len(overloads))
    return known


def _made_call(name: str, overloads: tuple[Overload, ...], *, terse: bool) -> Implementation:
    special = _SPECIAL.get(name)
    if special is not None:
        return _with_budget(special)
    if name in _BY_COUNT:
        return _call_by_count(name, overloads)
    if name in ONE_FOR_ALL:
        from kapivara.cel.library.standard.language import STANDARD

        overloads = STANDARD[name].overloads  # independent of the checker's choice
    if name == "-_":
        from kapivara.cel.library.standard.arithmetic import negate_duration

        overloads = (*overloads, Overload("negate_duration", (DURATION,), DURATION, negate_duration))
    candidates = [(tuple(map(_acceptor, each.args)), each) for each in overloads]
    known: dict[tuple[type, ...], Overload] = {}

    def call(budget: Budget, *values: Any) -> Any:
        classes = tuple(map(type, values))
        found = known.get(classes)
        if found is None:
            found = _choose(candidates, values)
            if found is None:
                raise CelError("no such overload" if terse else _complaint(name, values))
            if not any(isinstance(value, _HOLDERS) for value in values):
                known[classes] = found
        return found.implementation(budget, *values) if found.budgeted else found.implementation(*values)

    return call


def _with_budget(function: Implementation) -> Implementation:
    return lambda _budget, *values: function(*values)


def _choose(candidates: Sequence[tuple[tuple[Acceptor, ...], Overload]], values: tuple[Any, ...]) -> Overload | None:
    for acceptors, overload in candidates:
        if len(acceptors) == len(values) and all(
            accepts(value) for accepts, value in zip(acceptors, values, strict=True)
        ):
            return overload
    return None


def _call_by_count(name: str, overloads: Sequence[Overload]) -> Implementation:
    by_count = {len(each.args): each.call for each in overloads}
    able = _TRAITS.get(name)

    def call(budget: Budget, *values: Any) -> Any:
        if able is not None and not all(isinstance(value, list) for value in values):
            raise CelError(_complaint(name, values))
        return by_count[len(values)](budget, *values)

    return call


def _acceptor(declared: Type) -> Acceptor:
    """Returns a function that tests whether a value is acceptable for a declared type."""
    match declared.kind:
        case CelKind.DYN | CelKind.TYPE_PARAM:
            return lambda _value: True
        case CelKind.LIST:
            item = _acceptor(declared.params[0])
            return lambda value: isinstance(value, list) and (not value or item(value[0]))
        case CelKind.MAP:
            return _map_acceptor(*map(_acceptor, declared.params))
    name = runtime_name(declared)
    return lambda value: name_of_type(value) == name


def _map_acceptor(key: Acceptor, item: Acceptor) -> Acceptor:
    def accepts(value: Any) -> bool:
        if not isinstance(value, (dict, CelMap)):
            return False
        first = next(iter(value.items()), None)
        return first is None or (key(first[0]) and item(first[1]))

    return accepts


def _complaint(name: str, values: tuple[Any, ...]) -> str:
    if name in _UNGUARDED:
        return "no such overload"
    able = _TRAITS.get(name)
    if able is None:
        return f"no such overload: {name}({', '.join(name_of_type(value) for value in values)})"
    kind = next((each for each in _HOLDERS if isinstance(values[0], each)), type(values[0]))
    return "no such overload" if kind in able or kind in _RECEIVERS else f"no such overload: {name}"


def index_value(value: Any, key: Any) -> Any:
    """Returns `value[key]` for a value of any type; for an optional value, an optional result.

    An unreadable element is returned unchanged: it raises an error where it is used.
    """
    if isinstance(value, OptionalValue):
        return optional_index(value, key)
    check_qualifier(key)
    if isinstance(value, (dict, CelMap)):
        return index_map(value, key)
    if isinstance(usable(value), list):
        return index_list(value, key)
    raise CelError(f"no such key: {key_text(key)}")


def optional_index(value: Any, key: Any) -> Any:
    """Returns `value[?key]`: an optional with the element, or an empty one."""
    if isinstance(value, OptionalValue):
        return optional_index(value.value, key) if value.has_value else value
    check_qualifier(key)
    if isinstance(value, (dict, CelMap)):
        found = find(value, key)
        return OptionalValue.none() if found is ABSENT else OptionalValue(found)
    if isinstance(usable(value), list):
        place = whole_index(key)
        return OptionalValue(item_at(value, key, place)) if 0 <= place < len(value) else OptionalValue.none()
    return OptionalValue.none()


def select_field(value: Any, field: str) -> Any:
    """Returns `value.field` for a value of any type; for an optional value, an optional result."""
    own = getattr(value, "cel_find", None)  # the usual case: data
    if own is None:
        return index_value(value, field)
    found = own(field)
    if found is ABSENT:
        raise CelError(f"no such key: {field}")
    return found


def has_field(value: Any, field: str) -> bool:
    """Returns `has(value.field)` for a value of any type: false without fields; a list raises CelError."""
    if isinstance(value, (dict, CelMap)):
        return in_map(field, value)
    if isinstance(usable(value), list):
        whole_index(field)
    if isinstance(value, OptionalValue):
        return value.has_value and has_field(value.value, field)
    return False


def iterable(value: Any) -> Any:
    """Returns the range of a macro, whose type is checked only at run time; raises CelError."""
    if isinstance(value, (list, dict, CelMap)):
        return value
    raise CelError(f"got '{go_class(value)}', expected iterable type")


def foldable(value: Any) -> Any:
    """Returns the range of a two-variable macro as pairs of key or index, and value; raises CelError."""
    if isinstance(value, (dict, CelMap)):
        return value.items()
    if isinstance(value, list):
        return enumerate(value)
    raise CelError(f"unsupported comprehension range type: {go_class(value)}")


_SPECIAL: dict[str, Implementation] = {"_[_]": index_value, "_[?_]": optional_index, "_?._": optional_index}
