"""What expressions in rules may stand for: values of fields, paths to fields, and what of the program is known.

`rule_reading` has an expression stand for a set of these. Items of lists and maps count as the list or map that they
are in, so that names of fields alone tell a place: `("spec", "containers", "image")`.
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
    """The value of a field, or an item of it; of no field, the object itself."""

    place: Place


@record
class PathTo:
    """A FieldPath to a field, or to an item of it."""

    place: Place


@record(eq=False)
class Known:
    """A thing of the program that is known: a function, a class, a module, a constant other than a text."""

    it: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and _identity(self.it) == _identity(other.it)

    def __hash__(self) -> int:
        return hash(_identity(self.it))


@record
class Row:
    """A tuple: what each of its parts stands for."""

    parts: tuple[Meaning, ...]


@record
class Items:
    """A list, a set, or what else is gone through: what each of its items may stand for."""

    each: Meaning


@record
class Instance:
    """An instance of a class, made by the rules; what its attributes stand for."""

    of: type
    attributes: tuple[tuple[str, Meaning], ...]


@record
class Method:
    """A function of a class, and the instance that it is to be called on."""

    function: Any
    instance: Instance


Meaning: TypeAlias = "frozenset[Any]"
"""A set of FieldValue, PathTo, Known, Row, Items, Instance, Method, and of texts that can be names of fields."""
NOTHING: Final[Meaning] = frozenset()
Variables: TypeAlias = dict[str, Meaning]
"""What variables stand for, by their names."""


def _identity(value: Any) -> object:
    return tuple(map(_identity, value)) if type(value) is tuple else value if type(value) is str else id(value)


def either(meanings: Iterable[Meaning]) -> Meaning:
    """Returns what stands for one of several meanings."""
    return NOTHING.union(*meanings)


def meaning_of(value: Any) -> Meaning:
    """Returns what a thing of the program stands for."""
    if isinstance(value, str):
        return frozenset((str(value),)) if value.translate(_JOINTS).isidentifier() else NOTHING
    if isinstance(value, FieldPath):
        return frozenset((PathTo(tuple(str(value).split("."))),))
    return frozenset((Known(value),))


def items(meaning: Meaning) -> Meaning:
    """Returns what a collection of so-and-so stands for; of collections, one of all their items."""
    flat = (each.each if isinstance(each, Items) else frozenset((each,)) for each in meaning)
    return frozenset((Items(either(flat)),))


def texts_in(meaning: Meaning) -> list[str]:
    """Returns the texts that a meaning has, sorted."""
    return sorted(each for each in meaning if isinstance(each, str))


def items_in(meaning: Meaning) -> Meaning:
    """Returns what items of a collection stand for; of mappings, their keys."""
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
    """Returns what one of so many variables stands for to which a value is assigned together."""
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
    """Returns what stands under one of the keys in a constant; under any key where none of them is known."""
    names = [each for each in texts_in(keys) if each in mapping]
    return either(map(meaning_of, [mapping[name] for name in names] if names else mapping.values()))


def one_by_one(items: Meaning) -> Iterator[Meaning]:
    """Splits what a loop goes through: constants and rows come each by itself, then the rest, at once.

    Where nothing is known of the items, that comes once.
    """
    single = {each for each in items if isinstance(each, str | Known | Row)}
    yield from (frozenset((each,)) for each in single)
    if len(single) < len(items) or not items:
        yield items - single


def is_about_fields(meaning: Meaning) -> bool:
    """Tells whether values of fields or paths to them are among what is meant, or within it."""
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
