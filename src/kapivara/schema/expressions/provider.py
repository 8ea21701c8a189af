"""A node's declared types under the names that the checker uses, and the sizes that the cost estimation asks for.

Each object is a type of its own, named after where it stands below the node: `selfType3.spec.@idx`. The number in the
root's name differs from node to node, so that no rule can depend on it.
Upstream: apiserver/pkg/cel/types.go DeclTypeProvider, MaybeAssignTypeName,
apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go sizeEstimator, generateUniqueSelfTypeName (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, Final

from kapivara.cel import types
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.provider import FieldDecl
from kapivara.cel.types import CelKind, Type
from kapivara.cel.well_known import WellKnownTypes
from kapivara.schema.expressions.data_conversion import has_plain_leaves, reader_of
from kapivara.schema.expressions.declared import DeclaredField, DeclaredType
from kapivara.schema.expressions.escaping import RESERVED
from kapivara.schema.expressions.limits import MAX_REQUEST_BYTES

_SCALARS: Final = {"timestamp": types.TIMESTAMP, "duration": types.DURATION}
"""Names that the provider knows for types; those of the language itself come before it."""

_EXACT: Final = {CelKind.INT: int, CelKind.DOUBLE: float, CelKind.STRING: str}
"""What JSON has written as the schema says needs no reading."""

_numbers = count(1)


class DeclaredTypes:
    """Knows the types below one node; names are given when the checker first comes across them."""

    def __init__(self, root: DeclaredType):
        self.root = root
        self._objects: dict[str, DeclaredType] = {}
        self._fields: dict[tuple[str, str], FieldDecl] = {}
        self.type = self._named(root, f"selfType{next(_numbers)}")

    def _named(self, declared: DeclaredType, name: str) -> Type:
        """The type of a node, objects in it named by where they stand."""
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
        """The node that an object type stands for."""
        return self._objects.get(type_name)

    def find_type(self, name: str) -> Type | None:
        """The type of a name, or None."""
        return types.object_type(name) if name in self._objects else _SCALARS.get(name)

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """The field of an object; a reserved word may be written as it is where the grammar lets it stand."""
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
        """The names of an object's fields, as expressions write them."""
        owner = self._objects.get(type_name)
        return owner.fields if owner is not None else ()

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """The value of a well-known message; declared objects have no name that a rule could give."""
        return WellKnownTypes().construct(type_name, fields)


class DeclaredSizes:
    """Knows how large the data below one node can be, as the server's estimates have it.

    Kept: keys of maps count for nothing there.
    """

    key_size = SizeEstimate(0, 0)

    def __init__(self, root: DeclaredType):
        self._root = root

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """The size of what stands at a path that starts with a variable's name, whatever that is."""
        if path[-1] == "@keys" and len(path) > 1:
            holder = self.node_at(path[:-1])
            return self.key_size if holder is not None and holder.kind is CelKind.MAP else None
        node = self.node_at(path)
        return None if node is None else SizeEstimate(0, node.max_elements)

    def node_at(self, path: tuple[str, ...]) -> DeclaredType | None:
        """The type of what stands at a path, or None where it leads nowhere."""
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
    """The greatest sizes that data can really have: a key may be as long as a request, whatever is estimated."""

    key_size = SizeEstimate(0, MAX_REQUEST_BYTES)
