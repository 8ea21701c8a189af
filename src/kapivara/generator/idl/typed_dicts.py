"""Prints the types of a package as TypedDicts, with which mypy checks hand-written rules field by field.

They describe decoded objects: fields that Go prints even when empty are required, all others are optional. Only type
checkers load them.
"""

from __future__ import annotations

import keyword

from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import DescribedTypes
from kapivara.generator.emission.printing import printed

_SCALARS = {"string": "str", "bool": "bool", "int": "int", "float": "float"}
_MODULE = "zz_generated_types"


class TypedDictPrinter:
    """Prints the types of one package."""

    def __init__(self, types: DescribedTypes):
        self._types = types
        self._imported: set[str] = set()

    def print(self) -> str:
        """Returns the source of all structs; empty where there are none."""
        shapes = [self._types.shape(name) for name in self._types.names]
        structs = [self._struct(each) for each in shapes if isinstance(each, Struct)]
        if not structs:
            return ""
        body = "\n\n\n".join(structs)
        words = [word for word in ("Any", "Required", "TypedDict") if word in body]
        imports = [f"from kapivara.{each} import {_MODULE} as {_alias(each)}" for each in sorted(self._imported)]
        parts = ("from __future__ import annotations", f"from typing import {', '.join(words)}", "\n".join(imports))
        return "\n\n".join(filter(None, parts)) + f"\n\n\n{body}\n"

    def _struct(self, struct: Struct) -> str:
        fields = {each.name: self._field(each) for each in struct.tables.by_name.values()}
        if not fields:
            return f"class {struct.name}(TypedDict):\n    pass"
        if all(each.isidentifier() and not keyword.iskeyword(each) for each in fields):
            lines = [f"    {name}: {kind}" for name, kind in fields.items()]
            return "\n".join((f"class {struct.name}(TypedDict, total=False):", *lines))
        lines = [f"        {printed(name)}: {printed(kind)}," for name, kind in fields.items()]
        name = printed(struct.name)
        return "\n".join(
            (f"{struct.name} = TypedDict(", f"    {name},", "    {", *lines, "    },", "    total=False,", ")")
        )

    def _field(self, field: Field) -> str:
        kind = self._annotation(field.shape)
        if field.omit_empty:
            return kind
        return f"Required[{kind} | None]" if field.empty() is None and kind != "Any" else f"Required[{kind}]"

    def _annotation(self, shape: Shape) -> str:
        match shape:
            case Scalar():
                return _SCALARS[shape.kind]
            case Bytes():
                return "str"
            case ListOf():
                return f"list[{self._annotation(shape.item)}]"
            case MapOf():
                return f"dict[str, {self._annotation(shape.item)}]"
            case Custom():
                return "str" if shape.schema.get("type") == "string" else "Any"
            case Struct():
                return self._reference(shape)

    def _reference(self, struct: Struct) -> str:
        if struct.folder == self._types.folder:
            return struct.name
        self._imported.add(struct.folder)
        return f"{_alias(struct.folder)}.{struct.name}"


def _alias(folder: str) -> str:
    return "_".join(folder.split(".")[-2:])
