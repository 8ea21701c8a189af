"""The meanings of expressions in the source of rules: field values, paths to fields, and known objects of the program.

`function_reader` represents an expression by a set of meanings. Items of lists and maps count as their list or map, so
that a place consists of field names only: `("spec", "containers", "image")`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from kapivara.field import FieldPath
from kapivara.values.record import record

Place: TypeAlias = tuple[str, ...]
_JOINTS: Final = str.maketrans(".-", "__")


@record
class FieldValue:
    """The value of a field or an item of a list field; the whole object if the place is empty."""

    place: Place


@record
class PathTo:
    """A FieldPath to a field or to an item of a list field."""

    place: Place


@record(eq=False)
class Known:
    """A known object of the program: a function, class, module, or a constant that is not a string."""

    it: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and _identity(self.it) == _identity(other.it)

    def __hash__(self) -> int:
        return hash(_identity(self.it))


@record
class Row:
    """A tuple; `parts` holds the meanings of each element."""

    parts: tuple[Meaning, ...]


@record
class Items:
    """A list, set or other iterable; `each` holds the meanings of its items."""

    each: Meaning


@record
class Instance:
    """An instance of a class, created by the rules, with the meanings of its attributes."""

    of: type
    attributes: tuple[tuple[str, Meaning], ...]


@record
class Method:
    """A function of a class, and the instance to call it on."""

    function: Any
    instance: Instance


Meaning: TypeAlias = "frozenset[Any]"
"""A set of FieldValue, PathTo, Known, Row, Items, Instance, Method, and of strings that can be field names."""
NOTHING: Final[Meaning] = frozenset()
Variables: TypeAlias = dict[str, Meaning]
"""The meanings of variables by name."""


def _identity(value: Any) -> object:
    return tuple(map(_identity, value)) if type(value) is tuple else value if type(value) is str else id(value)


def either(meanings: Iterable[Meaning]) -> Meaning:
    """Returns the union of several meanings."""
    return NOTHING.union(*meanings)


def meaning_of(value: Any) -> Meaning:
    """Returns the meaning of an object of the program."""
    if isinstance(value, str):
        return frozenset((str(value),)) if value.translate(_JOINTS).isidentifier() else NOTHING
    if isinstance(value, FieldPath):
        return frozenset((PathTo(tuple(str(value).split("."))),))
    return frozenset((Known(value),))


def items(meaning: Meaning) -> Meaning:
    """Returns the meaning of a collection of items; collections in `meaning` are replaced by their items."""
    flat = (each.each if isinstance(each, Items) else frozenset((each,)) for each in meaning)
    return frozenset((Items(either(flat)),))


def texts_in(meaning: Meaning) -> list[str]:
    """Returns the texts in a meaning, sorted."""
    return sorted(each for each in meaning if isinstance(each, str))


def items_in(meaning: Meaning) -> Meaning:
    """Returns the meanings of a collection's items; for mappings, of their keys."""
    return either(map(_items, meaning))


def _items(value: Any) -> Meaning:
    match value:
        case Row(parts=parts):
            return either(parts)
        case Items(each=each):
            return each
        case Known(it=it) if isinstance(it, Mapping) or type(it) in (tuple, list, set, frozenset):
            return either(map(meaning_of, it))
    return frozenset((value,))


def part_of(meaning: Meaning, place: int, count: int) -> Meaning:
    """Returns the meaning of the variable at index `place` of `count` variables that are assigned together."""
    found: set[Any] = set()
    for each in meaning:
        match each:
            case Row(parts=parts) if len(parts) == count:
                found |= parts[place]
            case Known(it=it) if type(it) is tuple and len(it) == count:
                found |= meaning_of(it[place])
            case _:
                found |= _items(each)
    return frozenset(found)


def selected(mapping: Mapping[Any, Any], keys: Meaning) -> Meaning:
    """Returns the meanings under the known keys of a constant; under all keys if none is known."""
    names = [each for each in texts_in(keys) if each in mapping]
    return either(map(meaning_of, [mapping[name] for name in names] if names else mapping.values()))


def one_by_one(items: Meaning) -> Iterator[Meaning]:
    """Yields the items of a loop: each constant and row separately, then all others together.

    If nothing is known about the items, yields the empty meaning once.
    """
    single = {each for each in items if isinstance(each, str | Known | Row)}
    yield from (frozenset((each,)) for each in single)
    if len(single) < len(items) or not items:
        yield items - single


def is_about_fields(meaning: Meaning) -> bool:
    """Returns whether a meaning includes, at any depth, field values or paths."""
    return any(_is_about_fields(each) for each in meaning)


def _is_about_fields(value: Any) -> bool:
    match value:
        case FieldValue() | PathTo():
            return True
        case Row(parts=parts):
            return any(map(is_about_fields, parts))
        case Items(each=each):
            return is_about_fields(each)
        case Instance(attributes=attributes):
            return any(is_about_fields(each) for _, each in attributes)
    return False
