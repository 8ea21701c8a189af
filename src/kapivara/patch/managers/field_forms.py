"""The form of an object: exactly the parts that determine the fields of a new object.

These are the members of its maps, the keys of its list items, and whether it equals a blank object in each place.
Objects from programs have the same form again and again, whatever their values are, so their fields need not be
computed each time (`new_fields.py`). Objects must be normalized (see `codec.typed.decoding`). Hot code: for every set
of members of a type, a plain function is generated.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import itemgetter
from typing import ClassVar, Final, TypeAlias

from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.patch.managers.typed_creation import may_be_wrong
from kapivara.patch.merging.described_types import object_meta_type
from kapivara.patch.merging.merge_type import DEDUCED, ListType, MergeType
from kapivara.values import JsonObject, JsonValue

Form: TypeAlias = tuple[Hashable, ...]
Add: TypeAlias = Callable[[Hashable], None]
Tell: TypeAlias = Callable[[JsonObject, Add], None]
"""Adds the form of a value to a list; raises UnsureError."""
_MOST_PLANS: Final = 32
"""The maximum number of member sets of a type with functions: programs need few, and hostile objects get none."""
_MOST_IN_ALL: Final = 1024


class UnsureError(Exception):
    """The fields of a value depend on more than its form, or its form must not be cached."""


class ObjectForms:
    """The forms of the objects of one kind."""

    __slots__ = ("_repeats", "_tell")

    def __init__(self, kind: MergeType, blank: JsonObject):
        self._tell = _forms_of(kind).tell
        self._repeats = _print_repeats(blank)

    def form_of_metadata(self, metadata: JsonObject) -> Form | None:
        """Returns the form of the metadata alone; None if its fields depend on more."""
        pieces: list[Hashable] = []
        try:
            _forms_of(object_meta_type()).tell(metadata, pieces.append)
        except (UnsureError, KeyError, TypeError):
            return None
        return tuple(pieces)

    def form_of(self, obj: JsonObject) -> Form | None:
        """Returns the form of an object; None if its fields depend on more."""
        pieces: list[Hashable] = []
        try:
            pieces.append(self._repeats(obj))
            self._tell(obj, pieces.append)
        except (UnsureError, KeyError, TypeError):
            return None
        return tuple(pieces)


def _print_repeats(blank: JsonObject) -> Callable[[JsonObject], Hashable]:
    """Generates a function that compares an object with a blank object at each place where that has a value."""
    writer = SourceWriter()
    with writer.block("def repeats(value)"):
        conditions = [f"value{place} == {_shown(writer, said)}" for place, said in _places(blank)]
        writer.line(f"return ({''.join(f'{each}, ' for each in conditions)})")
    function: Callable[[JsonObject], Hashable] = load(writer, "repeats", "repeats")
    return function


def _places(value: JsonObject, place: str = "") -> list[tuple[str, JsonValue]]:
    """Returns the places of all values in an object except non-empty maps, as subscripts."""
    found: list[tuple[str, JsonValue]] = []
    for name, item in value.items():
        step = f"{place}[{literal(name)}]"
        found += _places(item, step) if type(item) is dict and item else [(step, item)]
    return found


def _shown(writer: SourceWriter, value: JsonValue) -> str:
    return writer.bind(value) if isinstance(value, dict | list) else literal(value)


class _MapForms:
    """The forms of the values of a type with declared members, with a function per set of members."""

    __slots__ = ("_kind", "plain", "plans")
    printed: ClassVar[int] = 0
    """The number of generated functions of all types."""

    def __init__(self, kind: MergeType):
        self._kind = kind
        self.plans: dict[tuple[str, ...], Tell] = {}
        self.plain: set[tuple[str, ...]] = set()
        """The sets of members without parts, which are their own form."""

    def tell(self, value: JsonObject, add: Add) -> None:
        """Adds the form of a value; raises UnsureError."""
        (self.plans.get(tuple(value)) or self.plan(value))(value, add)

    def plan(self, value: JsonObject) -> Tell:
        """Generates the function for values with the members of a value; raises UnsureError."""
        members = tuple(value)
        if len(self.plans) == _MOST_PLANS or _MapForms.printed == _MOST_IN_ALL:
            raise UnsureError
        try:
            made, has_parts = self._print(members)
        except UnsureError:
            made, has_parts = _refuse, True
        _MapForms.printed += 1
        self.plans[members] = made
        if not has_parts:
            self.plain.add(members)
        return made

    def _print(self, members: tuple[str, ...]) -> tuple[Tell, bool]:
        """Generates the function for a set of members; the second result is True if a member has parts."""
        writer = SourceWriter()
        with writer.block("def tell(value, add)"):
            writer.line(f"add({writer.bind(members)})")
            parts = [each for each in members if self._print_member(writer, each)]
        return load(writer, "form", "tell"), bool(parts)

    def _print_member(self, writer: SourceWriter, name: str) -> bool:
        """Prints the form of one member; returns False if it adds nothing."""
        declared = self._kind.members
        kind = declared.member(name) if declared is not None and declared.declares(name) else None
        if kind is None:
            raise UnsureError
        if kind is DEDUCED:  # a number or a string
            with writer.block(f"if type(value[{literal(name)}]) in (dict, list)"):
                writer.line(f"raise {writer.bind(UnsureError)}")
            return True
        if not kind.has_parts:
            if may_be_wrong(kind):
                raise UnsureError
            return False
        writer.line(f"x = value[{literal(name)}]")
        with writer.block("if x"):
            _print_parts(writer, kind)
        with writer.block("else"):
            writer.line("add(x is None)")
        return True


def _print_parts(writer: SourceWriter, kind: MergeType) -> None:
    """Prints the form of a value in `x` that has parts."""
    members, items = kind.members, kind.items
    if members is not None and members.declares_any:
        _print_call(writer, kind, "x")
    elif members is not None:
        writer.line("add(tuple(x))")
        other = members.other
        if other is None or other is DEDUCED:
            raise UnsureError
        if other.has_parts:
            with writer.block("for y in x.values()"):
                _print_item(writer, other)
        elif may_be_wrong(other):
            raise UnsureError
    elif items is not None:
        _print_items(writer, items)


def _print_items(writer: SourceWriter, items: ListType) -> None:
    """Prints the form of a list in `x`: its values if it is a set, else the keys and members of its items."""
    if not items.keys:
        writer.line("add(tuple(x))")
        return
    writer.line(f"add(tuple(map({writer.bind(itemgetter(*items.keys))}, x)))")
    writer.line("members = tuple(map(tuple, x))")
    with writer.block(f"if {writer.bind(_forms_of(items.of).plain)}.issuperset(members)"):
        writer.line("add(members)")
    with writer.block("else"), writer.block("for y in x"):
        _print_item(writer, items.of)


def _print_item(writer: SourceWriter, kind: MergeType) -> None:
    """Prints the form of a value in `y` that may have parts."""
    if kind.members is None or not kind.members.declares_any:
        raise UnsureError
    _print_call(writer, kind, "y")


def _print_call(writer: SourceWriter, kind: MergeType, name: str) -> None:
    """Prints the call of the function for a value's members, which is generated if missing."""
    forms = _forms_of(kind)
    plans, plan = writer.bind(forms.plans), writer.bind(forms.plan)
    writer.line(f"({plans}.get(tuple({name})) or {plan}({name}))({name}, add)")


def _refuse(_value: JsonObject, _add: Add) -> None:
    raise UnsureError


_known: dict[MergeType, _MapForms] = {}  # bounded by the number of types


def _forms_of(kind: MergeType) -> _MapForms:
    found = _known.get(kind)
    if found is None:
        found = _known[kind] = _MapForms(kind)
    return found
