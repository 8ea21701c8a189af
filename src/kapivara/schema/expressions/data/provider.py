"""The type provider of a node's declared types, and the sizes for cost estimation.

Each object is a type of its own, named after its place below the node: `selfType3.spec.@idx`. The number in the root's
name is unique, so that no rule can depend on it.
Upstream: apiserver/pkg/cel/types.go DeclTypeProvider, MaybeAssignTypeName,
apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go sizeEstimator, generateUniqueSelfTypeName (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, Final

from kapivara.cel import types
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.messages.provider import FieldDecl
from kapivara.cel.messages.well_known import WellKnownTypes
from kapivara.cel.types import CelKind, Type
from kapivara.schema.expressions.data.data_conversion import has_plain_leaves, reader_of
from kapivara.schema.expressions.data.declared import DeclaredField, DeclaredType
from kapivara.schema.expressions.data.escaping import RESERVED
from kapivara.schema.expressions.limits import MAX_REQUEST_BYTES

_SCALARS: Final = {"timestamp": types.TIMESTAMP, "duration": types.DURATION}
"""The type names that the provider knows beside those of CEL itself."""

_EXACT: Final = {CelKind.INT: int, CelKind.DOUBLE: float, CelKind.STRING: str}
"""The Python class of JSON data that needs no conversion."""

_numbers = count(1)


class DeclaredTypes:
    """Resolves the types below one node; names are assigned on first use."""

    def __init__(self, root: DeclaredType):
        self.root = root
        self._objects: dict[str, DeclaredType] = {}
        self._fields: dict[tuple[str, str], FieldDecl] = {}
        self.type = self._named(root, f"selfType{next(_numbers)}")

    def _named(self, declared: DeclaredType, name: str) -> Type:
        """Returns the type of a node, with objects named after their place."""
        match declared.kind:
            case CelKind.OBJECT:
                self._objects[name] = declared
                return types.object_type(name)
            case CelKind.LIST if declared.element is not None:
                return types.list_of(self._named(declared.element, f"{name}.@idx"))
            case CelKind.MAP if declared.element is not None:
                return types.map_of(types.STRING, self._named(declared.element, f"{name}.@elem"))
        return declared.scalar

    def declared(self, type_name: str) -> DeclaredType | None:
        """Returns the node of an object type."""
        return self._objects.get(type_name)

    def find_type(self, name: str) -> Type | None:
        """Returns the type of a name, or None."""
        return types.object_type(name) if name in self._objects else _SCALARS.get(name)

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """Returns the field of an object; reserved words may be unescaped where the grammar allows it."""
        known = self._fields.get((type_name, field))
        if known is not None:
            return known
        owner = self._objects.get(type_name)
        if owner is None:
            return None
        name = f"__{field}__" if field not in owner.fields and field in RESERVED else field
        found = owner.fields.get(name)
        if found is None:
            return None
        made = self._fields[type_name, field] = self._declaration(found, f"{type_name}.{name}")
        return made

    def _declaration(self, field: DeclaredField, name: str) -> FieldDecl:
        kind, schema = field.type.kind, field.type.schema
        convert = None if has_plain_leaves(field.type) else reader_of(schema, trusted=True)
        return FieldDecl(self._named(field.type, name), field.key, convert, _EXACT.get(kind))

    def field_names(self, type_name: str) -> Iterable[str]:
        """Returns the escaped field names of an object."""
        owner = self._objects.get(type_name)
        return owner.fields if owner is not None else ()

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """Creates a value of a well-known message type; rules cannot name declared objects."""
        return WellKnownTypes().construct(type_name, fields)


class DeclaredSizes:
    """Resolves the maximum sizes of data below one node, as the server estimates them.

    Kept: keys of maps have size 0.
    """

    key_size = SizeEstimate(0, 0)

    def __init__(self, root: DeclaredType):
        self._root = root

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """Returns the size of the value at a path that starts with any variable's name."""
        if path[-1] == "@keys" and len(path) > 1:
            holder = self.node_at(path[:-1])
            return self.key_size if holder is not None and holder.kind is CelKind.MAP else None
        node = self.node_at(path)
        return None if node is None else SizeEstimate(0, node.max_elements)

    def node_at(self, path: tuple[str, ...]) -> DeclaredType | None:
        """Returns the type of the value at a path; None if there is none."""
        node: DeclaredType | None = self._root
        for step in path[1:]:
            if node is None or step == "@keys":
                return None
            if step in ("@items", "@values"):
                node = node.element
            else:
                field = node.fields.get(step)
                node = field.type if field is not None else None
        return node


class LargestSizes(DeclaredSizes):
    """The actual maximum sizes of data: a key may be as long as a request."""

    key_size = SizeEstimate(0, MAX_REQUEST_BYTES)
