"""Merge types: which maps and lists are atomic, which have parts, and which keys identify the parts.

`described_types` reads them from the types of built-in kinds, `schema_types` from the schemas of custom resources: node
by node, on first use. Upstream: structured-merge-diff schema Atom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from kapivara.patch.merging.field_set import Fields
from kapivara.values import JsonValue

FieldPlan: TypeAlias = tuple[Fields, tuple[tuple[str, str, "MergeType"], ...]]
"""For values with a set of members: their common fields, and the members that may have parts, with their steps."""


class MergeType:
    """The forms that a value may have, each None if not allowed: a scalar (of a kind), a list, a map."""

    __slots__ = ("hides", "items", "members", "scalar")

    def __init__(self, scalar: str = "", items: ListType | None = None, members: MapType | None = None):
        self.scalar = scalar
        self.items = items
        self.members = members
        self.hides: bool | None = None
        """Whether `typed_creation` has to check values; None until first use."""

    @property
    def has_parts(self) -> bool:
        """Whether values may have parts, which are fields of their own."""
        members, items = self.members, self.items
        return (members is not None and not members.atomic) or (items is not None and not items.atomic)

    def form_of(self, value: JsonValue) -> str:
        """Returns the form that a value is treated as: `members`, `items` or `scalar`."""
        kind = type(value)
        if kind is dict:
            if self.members is not None:
                return "members"
        elif kind is list:
            if self.items is not None:
                return "items"
        elif value is not None and self.scalar:
            return "scalar"
        if self.members is not None:
            return "members"
        return "scalar" if self.scalar else "items"


class ListType:
    """A list: atomic, a set, or items identified by key fields, which may have defaults."""

    __slots__ = ("_make", "_of", "atomic", "defaults", "keys")

    def __init__(
        self,
        make: Callable[[], MergeType],
        *,
        atomic: bool = True,
        keys: tuple[str, ...] = (),
        defaults: Mapping[str, JsonValue] = MappingProxyType({}),
    ):
        self._make = make
        self._of: MergeType | None = None
        self.atomic = atomic
        self.keys = keys
        self.defaults = defaults

    @property
    def of(self) -> MergeType:
        """The type of its items."""
        if self._of is None:
            self._of = self._make()
        return self._of


class MapType:
    """A map: atomic, or with members; declared ones, and perhaps others of one type."""

    __slots__ = ("_make_declared", "_make_other", "_names", "_other", "atomic", "field_plans", "known")

    def __init__(
        self,
        names: frozenset[str] = frozenset(),
        declared: Callable[[str], MergeType] | None = None,
        other: Callable[[], MergeType] | None = None,
        *,
        atomic: bool = False,
    ):
        self._names = names
        self._make_declared = declared
        self._make_other = other
        self.known: dict[str, MergeType] = {}
        """The declared members looked up so far."""
        self._other: MergeType | None = None
        self.field_plans: dict[tuple[str, ...], FieldPlan] = {}
        """The cached plans for sets of members (`typed_compare`)."""
        self.atomic = atomic

    @property
    def declares_any(self) -> bool:
        """Whether it declares members by name."""
        return bool(self._names)

    def declares(self, name: str) -> bool:
        """Returns True if a member is declared by name."""
        return name in self._names

    def member(self, name: str) -> MergeType | None:
        """Returns the type of a member; None if there may be none of that name."""
        found = self.known.get(name)
        if found is not None:
            return found
        if name in self._names and self._make_declared is not None:
            made = self.known[name] = self._make_declared(name)
            return made
        return self.other

    @property
    def other(self) -> MergeType | None:
        """The type of undeclared members; None if there may be none."""
        if self._other is None and self._make_other is not None:
            self._other = self._make_other()
        return self._other

    def all_types(self) -> Iterator[MergeType]:
        """Yields the types of all possible members."""
        for name in sorted(self._names):
            found = self.member(name)
            if found is not None:
                yield found
        if self.other is not None:
            yield self.other


STRING = MergeType("string")
NUMERIC = MergeType("numeric")
BOOLEAN = MergeType("boolean")
ANY_SCALAR = MergeType("untyped")
ATOMIC: MergeType = MergeType("untyped", ListType(lambda: ATOMIC), MapType(other=lambda: ATOMIC, atomic=True))
DEDUCED: MergeType = MergeType("untyped", ListType(lambda: ATOMIC), MapType(other=lambda: DEDUCED))
