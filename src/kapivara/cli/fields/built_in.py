"""The fields of built-in kinds as a tree, from types.go; defaults are found by defaulting an empty value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.body import Body, UndecodableError
from kapivara.cli.fields.tree import FieldFacts, FieldRule
from kapivara.codec import shapes
from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.decoding import take_typed
from kapivara.codec.typed.described import described
from kapivara.values import ABSENT, JsonObject, JsonValue

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.cli.fields.hand_written_rules import HandWrittenRules

_WHOLE = (*(shapes.INT8, shapes.INT16, shapes.INT32, shapes.INT64), *(shapes.UINT8, shapes.UINT16, shapes.UINT32))
_INTEGERS = {(each.low, each.high): each.go_name for each in (*_WHOLE, shapes.UINT64)}
_SCALARS = {"string": "string", "bool": "boolean", "float": "number"}
_ANY_KEY = "key"


class TypeNode:
    """A field of a Go type, or the type of a kind itself; defaults are known below a kind only."""

    keyed: bool

    def __init__(self, name: str, shape: Shape, *, field: Field | None = None, parent: TypeNode | None = None) -> None:
        self.name = name
        self.keyed = isinstance(shape, MapOf)
        self._shape = shape
        self._field = field
        self._parent = parent
        self._kind: Kind | None = parent._kind if parent is not None else None

    @classmethod
    def of_kind(cls, kind: Kind) -> TypeNode:
        """Returns the tree of a built-in kind."""
        root = cls("", kind.shape)
        root._kind = kind
        return root

    @property
    def type(self) -> str:
        """The form of the value."""
        return type_text(self._shape)

    @property
    def is_open(self) -> bool:
        """Whether the value may be any JSON."""
        return isinstance(_innermost(self._shape), Custom)

    @property
    def declares(self) -> object:
        """The struct that declares the fields of the value."""
        return _innermost(self._shape)

    @cached_property
    def children(self) -> Mapping[str, TypeNode]:
        """The fields of the value's struct, or of its items' struct."""
        struct = _innermost(self._shape)
        if not isinstance(struct, Struct):
            return {}
        return {each.name: TypeNode(each.name, each.shape, field=each, parent=self) for each in struct.tables.fields}

    def has_field(self, place: tuple[str, ...]) -> bool:
        """Returns whether a path of field names leads to a field, through lists and maps.

        Recursive types have infinitely many fields, so a field whose type is a type above it does not count.
        """
        node, above = self, list[object]()
        for name in place:
            above.append(node.declares)
            if name not in node.children:
                return False
            node = node.children[name]
            if node.children and node.declares in above:
                return False
        return True

    def facts(self) -> FieldFacts:
        """Returns the facts that the declaration states."""
        field = self._field
        marker_of = field.said if field is not None else _no_marker
        inner = _innermost(self._shape)
        return FieldFacts(
            self.type,
            type_name=_type_name(inner),
            description=self._description(),
            required=field is not None and field.required,
            default=self._parent.filled.get(self.name, ABSENT) if self._parent is not None else ABSENT,
            values=inner.enum if isinstance(inner, Scalar) else (),
            list_type=marker_of("list"),
            list_keys=tuple(filter(None, marker_of("keys").split(","))),
            map_type=marker_of("map"),
            patch_strategy=marker_of("patch"),
            patch_key=marker_of("mergekey"),
            rules=tuple(self._rules()),
        )

    @cached_property
    def filled(self) -> JsonObject:
        """The defaults of the fields of this field's empty value, by name.

        For a struct that is never omitted, the fields inside have defaults, and the struct itself has none.
        """
        kind = self._kind
        if kind is None:
            return {}
        trail = self._trail()
        try:
            before = take_typed({**_probe(trail), **_identity(kind)}, kind.shape).value
            after = kind.codec.decode(Body(_probe(trail))).obj
        except UndecodableError:
            return {}
        empty, full = _reached(before, trail), _reached(after, trail)
        fresh = {name: value for name, value in full.items() if not isinstance(empty.get(name), dict)}
        return {name: value for name, value in fresh.items() if empty.get(name, ABSENT) != value}

    def _trail(self) -> list[TypeNode]:
        """Returns the nodes that lead from the kind, which is not included, to this one."""
        trail: list[TypeNode] = []
        node = self
        while node._parent is not None:
            trail.insert(0, node)
            node = node._parent
        return trail

    def _home(self) -> Struct | None:
        """Returns the struct that declares the field."""
        if self._field is None or self._parent is None:
            return None
        outer = _innermost(self._parent._shape)
        return self._field.home or (outer if isinstance(outer, Struct) else None)

    def _description(self) -> str:
        """Returns the description of the field, or of its type."""
        home, inner = self._home(), _innermost(self._shape)
        if home is not None and (text := described(home.folder).texts(home.name).get(self.name)):
            return text
        of_type = described(inner.folder).texts(inner.name) if isinstance(inner, Struct) and inner.folder else {}
        return of_type.get("", "")

    def _rules(self) -> Iterator[FieldRule]:
        """Yields the rules of tags on the field, then on its type, then hand-written rules."""
        from kapivara.cli.fields.tag_rules import rules_of_tags

        home, inner = self._home(), _innermost(self._shape)
        about = "" if inner is self._shape else "values" if self.keyed else "items"
        if home is not None and home.folder:
            types = described(home.folder)
            yield from rules_of_tags(types.tags(home.name).get(self.name, ()))
            if isinstance(inner, Scalar):
                yield from rules_of_tags(types.tags(_type_name(inner)).get("", ()), about)
        if isinstance(inner, Struct) and inner.folder:
            yield from rules_of_tags(described(inner.folder).tags(inner.name).get("", ()), about)
        if self._parent is not None and self._parent.hand_written_rules is not None:
            yield from self._parent.hand_written_rules.about(self._place(), has_fields=bool(self.children))

    def _place(self) -> tuple[str, ...]:
        """Returns the names that lead to the field; inside a recursive type, as if it were not nested in itself."""
        names, depths = list[str](), dict[object, int]()
        for node in self._trail()[:-1]:
            names.append(node.name)
            depth = depths.setdefault(node.declares, len(names)) if node.children else len(names)
            del names[depth:]
        return (*names, self.name)

    @cached_property
    def hand_written_rules(self) -> HandWrittenRules | None:
        """The hand-written rules of the field's kind; None if it belongs to no kind."""
        if self._parent is not None:
            return self._parent.hand_written_rules
        from kapivara.cli.fields.hand_written_rules import HandWrittenRules  # only `explain` shows them

        return HandWrittenRules(self._kind.gvk) if self._kind is not None else None


def type_text(shape: Shape) -> str:
    """Returns the form of a shape's values in Go's notation, without packages and names of plain types."""
    match shape:
        case ListOf():
            return f"[]{type_text(shape.item)}"
        case MapOf():
            return f"map[string]{type_text(shape.item)}"
        case Scalar():
            return _SCALARS.get(shape.kind) or _INTEGERS[shape.low, shape.high]
        case Bytes():
            return "[]byte"
    return "any" if shape is shapes.ANYTHING else shape.go_name.rpartition(".")[2]


def _type_name(shape: Shape) -> str:
    """Returns the name of a plain type that has a name of its own, otherwise ""."""
    return shape.go_name.rpartition(".")[2] if isinstance(shape, Scalar) and "." in shape.go_name else ""


def _innermost(shape: Shape) -> Shape:
    """Returns the innermost shape of nested lists and maps."""
    while isinstance(shape, ListOf | MapOf):
        shape = shape.item
    return shape


def _no_marker(_word: str) -> str:
    return ""


def _probe(trail: list[TypeNode]) -> JsonObject:
    """Returns an object with only an empty value at the end of a trail."""
    value: JsonValue = {}
    for node in reversed(trail):
        value = {node.name: _around(node._shape, value)}
    return value if isinstance(value, dict) else {}


def _around(shape: Shape, value: JsonValue) -> JsonValue:
    match shape:
        case ListOf():
            return [_around(shape.item, value)]
        case MapOf():
            return {_ANY_KEY: _around(shape.item, value)}
    return value


def _identity(kind: Kind) -> JsonObject:
    return {"apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind}


def _reached(value: JsonValue, trail: list[TypeNode]) -> JsonObject:
    """Returns the value at the end of a trail; {} if there is none."""
    for node in trail:
        steps: list[str | int] = [node.name]
        shape = node._shape
        while isinstance(shape, ListOf | MapOf):
            steps.append(0 if isinstance(shape, ListOf) else _ANY_KEY)
            shape = shape.item
        for step in steps:
            value = value[step] if value and (step == 0 or step in value) else None
    return value if isinstance(value, dict) else {}
