"""How values merge: which maps and lists are one value, which are made of parts, and by what parts are told apart.

A small reading of structural schemas for that one purpose, made node by node when an object first touches it.
Upstream: kube-openapi pkg/schemaconv/openapi.go, structured-merge-diff schema Atom (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kapivara.values import JsonObject, JsonValue

_NOTHING: Mapping[str, MergeType] = MappingProxyType({})


class MergeType:
    """What a value may be, each part None where it may not: a scalar (of a kind), a list, a map."""

    __slots__ = ("items", "members", "scalar")

    def __init__(self, scalar: str = "", items: ListType | None = None, members: MapType | None = None):
        self.scalar = scalar
        self.items = items
        self.members = members

    def form_of(self, value: JsonValue) -> str:
        """Returns as which of the forms a value is taken: `members`, `items` or `scalar`."""
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
    """A list: one value (`atomic`), a set, or items told apart by key fields, which may have defaults."""

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
    """A map: one value (`atomic`) or made of members; declared ones, and maybe others of one type."""

    __slots__ = ("_make_declared", "_make_other", "_names", "_other", "atomic", "known")

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
        """The declared members that were asked for before."""
        self._other: MergeType | None = None
        self.atomic = atomic

    def declares(self, name: str) -> bool:
        """Tells whether a member is declared by name."""
        return name in self._names

    def member(self, name: str) -> MergeType | None:
        """Returns the type of a member; None where there may be none of that name."""
        found = self.known.get(name)
        if found is not None:
            return found
        if name in self._names and self._make_declared is not None:
            made = self.known[name] = self._make_declared(name)
            return made
        if self._other is None and self._make_other is not None:
            self._other = self._make_other()
        return self._other


def struct(members: Mapping[str, MergeType], *, atomic: bool = False) -> MergeType:
    """Returns the type of a map that has these members and no others."""
    return MergeType(members=MapType(frozenset(members), members.__getitem__, atomic=atomic))


def map_of(other: MergeType) -> MergeType:
    """Returns the type of a map with any names."""
    return MergeType(members=MapType(other=lambda: other))


STRING = MergeType("string")
NUMERIC = MergeType("numeric")
BOOLEAN = MergeType("boolean")
ANY_SCALAR = MergeType("untyped")
ATOMIC: MergeType = MergeType("untyped", ListType(lambda: ATOMIC), MapType(other=lambda: ATOMIC, atomic=True))
DEDUCED: MergeType = MergeType("untyped", ListType(lambda: ATOMIC), MapType(other=lambda: DEDUCED))
_OWNER = struct(
    dict.fromkeys(("apiVersion", "kind", "name", "uid"), STRING)
    | dict.fromkeys(("blockOwnerDeletion", "controller"), BOOLEAN),
    atomic=True,
)
_MANAGER = struct(
    dict.fromkeys(("apiVersion", "fieldsType", "manager", "operation", "subresource"), STRING)
    | {"fieldsV1": map_of(DEDUCED), "time": ANY_SCALAR}
)
OBJECT_META = struct(
    dict.fromkeys(("generateName", "name", "namespace", "resourceVersion", "selfLink", "uid"), STRING)
    | dict.fromkeys(("creationTimestamp", "deletionTimestamp"), ANY_SCALAR)
    | dict.fromkeys(("deletionGracePeriodSeconds", "generation"), NUMERIC)
    | {name: map_of(STRING) for name in ("annotations", "labels")}
    | {
        "finalizers": MergeType(items=ListType(lambda: STRING, atomic=False)),
        "managedFields": MergeType(items=ListType(lambda: _MANAGER)),
        "ownerReferences": MergeType(items=ListType(lambda: _OWNER, atomic=False, keys=("uid",), defaults={"uid": ""})),
    }
)
_OBJECT_FIELDS: Mapping[str, MergeType] = {"apiVersion": STRING, "kind": STRING, "metadata": OBJECT_META}


def read_resource_type(schema: JsonObject | None, *, preserve: bool = False) -> MergeType:
    """Returns how the objects of a custom resource merge; without a schema, as their values look."""
    if schema is None:
        return DEDUCED
    return _read(schema, preserve, _OBJECT_FIELDS)


def _read(schema: JsonObject, preserve: bool, given: Mapping[str, MergeType] = _NOTHING) -> MergeType:
    preserve = preserve or schema.get("x-kubernetes-preserve-unknown-fields") is True
    if schema.get("x-kubernetes-embedded-resource"):
        given = _OBJECT_FIELDS
    match schema.get("type") or "":
        case "object":
            return MergeType(members=_read_map(schema, preserve, given))
        case "array":
            return MergeType(items=_read_list(schema, preserve))
        case "integer" | "number":
            return NUMERIC
        case "boolean":
            return BOOLEAN
        case "string":
            return STRING if schema.get("format") in (None, "", "byte") else ANY_SCALAR
    return MergeType("untyped", _read_list(schema, preserve), _read_map(schema, preserve, given))


def _read_map(schema: JsonObject, preserve: bool, given: Mapping[str, MergeType]) -> MapType:
    properties: JsonObject = schema.get("properties") or {}
    additional = schema.get("additionalProperties")
    other: Callable[[], MergeType] | None = None
    if type(additional) is dict:
        other = lambda: _read(additional, preserve)  # noqa: E731  read when it is needed
    elif additional or (additional is None and (preserve or not (properties or given))):
        other = lambda: DEDUCED  # noqa: E731

    def declared(name: str) -> MergeType:
        return given[name] if name in given else _read(properties[name], preserve)

    names = frozenset((*properties, *given))
    return MapType(names, declared, other, atomic=schema.get("x-kubernetes-map-type") == "atomic")


def _read_list(schema: JsonObject, preserve: bool) -> ListType:
    items = schema.get("items")
    if type(items) is not dict:
        return ListType(lambda: ATOMIC)
    list_type = schema.get("x-kubernetes-list-type")
    keys = tuple(schema.get("x-kubernetes-list-map-keys") or ()) if list_type == "map" else ()
    fields = items.get("properties") or {}
    defaults = {key: default for key in keys if (default := (fields.get(key) or {}).get("default")) is not None}
    return ListType(
        lambda: _read(items, preserve), atomic=list_type not in ("set", "map"), keys=keys, defaults=defaults
    )
