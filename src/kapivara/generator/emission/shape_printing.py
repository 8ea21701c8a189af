"""Prints the shapes with which generated validators compare and show values.

The emitter requests the `expression` of each type that it needs, and then prints the `declarations`: one module-level
constant per named type, after the types that it refers to. Recursive types refer to later constants through functions.
Only identifiers and literals of the sources become code.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.emission.free_names import FreeNames
from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.model.json_fields import JsonField, json_fields
from kapivara.generator.model.natives import native_type, non_pointer
from kapivara.generator.model.own_json import known_shape
from kapivara.generator.model.types import BYTE, Package, Type, TypeKind, Universe
from kapivara.values.lazy_pattern import lazy_pattern

_BOUNDARY = lazy_pattern("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_UNSAFE = lazy_pattern("[^A-Za-z0-9_]")


class NameTable(FreeNames):
    """Gives every type of a generated file a constant: `WIDGET_SPEC`, `OTHER_PART` for `other.Part`.

    Packages of the universe have their own names, others the last part of their path.
    """

    def __init__(self, package: Package, universe: Universe | None = None, reserved: Iterable[str] = ()):
        super().__init__((*reserved, "shapes", "known_shapes"))
        self._package = package
        self._packages = {} if universe is None else universe.packages
        self._given: dict[int, str] = {}
        self._types: list[Type] = []  # keeps them alive: they are compared by identity

    def constant(self, kind: Type) -> str:
        """Returns the name of a type's constant, which is the same on each call and unique to the type."""
        name = self._given.get(id(kind))
        if name is None:
            name = self._given[id(kind)] = self.free(self._wanted(kind))
            self._types.append(kind)
        return name

    def _wanted(self, kind: Type) -> str:
        if not kind.name.package:
            return "STRUCT"
        words = _BOUNDARY.sub("_", kind.name.name)
        if kind.name.package != self._package.path:
            words = f"{self._package_name(kind)}_{words}"
        safe = _UNSAFE.sub("_", words).upper().strip("_")
        return safe if safe[:1].isalpha() else f"TYPE_{safe}"

    def _package_name(self, kind: Type) -> str:
        path = kind.name.package
        package = self._package if path == self._package.path else self._packages.get(path)
        return path.rpartition("/")[2] if package is None else package.name

    def go_name(self, kind: Type) -> str:
        """Returns the name of a type in Go's reflection: `v1.Word`, `[]*v1.Part`, `map[string]int32`."""
        if kind.name.package:
            return f"{self._package_name(kind)}.{kind.name.name}"
        elem = "" if kind.elem is None else self.go_name(kind.elem)
        match kind.kind:
            case TypeKind.POINTER:
                return f"*{elem}"
            case TypeKind.SLICE:
                return f"[]{elem}"
            case TypeKind.ARRAY:
                return f"[{kind.length}]{elem}"
            case TypeKind.MAP:
                return f"map[{'string' if kind.key is None else self.go_name(kind.key)}]{elem}"
            case TypeKind.STRUCT:
                return "struct {}"
            case TypeKind.INTERFACE:
                return "interface {}"
            case _:
                return "uint8" if kind.name.name == "byte" else kind.name.name


_BUILTIN = {"byte": "UINT8", "float": "FLOAT64"}
_OPAQUE_KINDS = (TypeKind.INTERFACE, TypeKind.CHAN, TypeKind.FUNC, TypeKind.UNSUPPORTED)
_WIDTH = 120


class ShapeWriter:
    """Collects the shapes that the generated file of one package needs; `reserved` names are not used for them."""

    def __init__(self, package: Package, universe: Universe | None = None, reserved: Iterable[str] = ()):
        self._names = NameTable(package, universe, reserved)
        self._fields: dict[int, list[JsonField]] = {}
        self._asked: dict[int, Type] = {}
        """Types that have a constant, in the order of their first request."""
        self._collections: dict[str, str] = {}
        """The requested lists and maps: their expressions, and the names of their constants."""
        self._ahead: set[int] = set()
        """Types that are used before their constant is defined: type checkers need an annotation."""
        self._uses_known = False
        """Whether a shape of `codec.known_shapes` was printed."""
        self._expressions: dict[Type, tuple[str, list[Type]]] = {}
        self._constants: dict[Type, str] = {}

    def expression(self, kind: Type) -> str:
        """Returns the name of the constant of a type's shape.

        A pointer has the shape of the type to which it points.
        """
        made = self._constants.get(kind)
        if made is None:
            made = self._constants[kind] = self._constant(kind, self._expression(kind)[0])
        return made

    def _constant(self, kind: Type, text: str) -> str:
        if not text.endswith(")"):
            return text
        if text not in self._collections:
            self._collections[text] = self._names.free(self._collection_name(kind))
        return self._collections[text]

    def declarations(self) -> list[str]:
        """Returns the lines that define the constants of all requested types, and of the types that they refer to."""
        lines: list[str] = []
        made: set[int] = set()
        for kind in self._in_order():
            lines += self._declare(kind, made)
            made.add(id(kind))
        return lines + [f"{name} = {text}" for text, name in self._collections.items()]

    def imports(self) -> str:
        """Returns the import statement for declarations and expressions."""
        return f"from kapivara.codec import {'known_shapes, ' if self._uses_known else ''}shapes"

    def table(self, kinds: Iterable[Type]) -> list[str]:
        """Returns the lines of the table of shapes by type name."""
        lines = [f"    {printed(kind.name.name)}: {self.expression(kind)}," for kind in kinds]
        return ["SHAPES: dict[str, shapes.Shape] = {", *lines, "}"]

    def _in_order(self) -> list[Type]:
        """Returns all types with a constant: each after the types that it refers to, unless these refer back to it."""
        ordered: list[Type] = []
        entered: set[int] = set()
        waiting = [(kind, False) for kind in reversed(list(self._asked.values()))]
        while waiting:
            kind, left = waiting.pop()
            if left:
                ordered.append(kind)
            elif id(kind) not in entered:
                entered.add(id(kind))
                waiting.append((kind, True))
                waiting += [(each, False) for each in reversed(self._references(kind))]
        return ordered

    def _fields_of(self, kind: Type) -> list[JsonField]:
        fields = self._fields.get(id(kind))
        if fields is None:
            fields = self._fields[id(kind)] = json_fields(kind)
        return fields

    def _references(self, kind: Type) -> list[Type]:
        if kind.kind is TypeKind.STRUCT:
            return [each for field in self._fields_of(kind) for each in self._expression(field.member.type)[1]]
        return self._literal(kind, "")[1]

    def _expression(self, kind: Type) -> tuple[str, list[Type]]:
        """Returns the expression of a type, and the types whose constants it refers to."""
        made = self._expressions.get(kind)
        if made is None:
            made = self._expressions[kind] = self._express(_held(kind))
        return made

    def _express(self, kind: Type) -> tuple[str, list[Type]]:
        known = known_shape(kind)
        if known is not None:
            return self._known(known), []
        if kind.kind is TypeKind.BUILTIN:
            return f"shapes.{_BUILTIN.get(kind.name.name, kind.name.name.upper())}", []
        if kind.kind is TypeKind.STRUCT or kind.name.package:
            self._asked.setdefault(id(kind), kind)
            return self._names.constant(kind), [kind]
        return self._literal(kind, "")

    def _known(self, name: str) -> str:
        self._uses_known = True
        return f"known_shapes.{name}"

    def _collection_name(self, kind: Type) -> str:
        """Returns the name of the constant of a list or map: `LIST_OF_PART`."""
        kind = _held(kind)
        if kind.kind is TypeKind.STRUCT or kind.name.package or kind.elem is None:
            return self._expression(kind)[0].rpartition(".")[2]
        if kind.kind is TypeKind.SLICE and native_type(kind.elem) is BYTE:
            return "BYTES"
        return f"{'MAP' if kind.kind is TypeKind.MAP else 'LIST'}_OF_{self._collection_name(kind.elem)}"

    def _declare(self, kind: Type, made: set[int]) -> list[str]:
        name = self._names.constant(kind)
        if _is_unknown(kind):
            return [f"{name} = {self._known('opaque')}({printed(self._names.go_name(kind))})"]
        if kind.kind is TypeKind.STRUCT:
            return self._declare_struct(kind, name, made)
        later = self._refers_ahead(self._literal(kind, "")[1], made)
        typed = f"{name}: shapes.Shape" if id(kind) in self._ahead else name
        return [f"{typed} = {self._literal(kind, 'lambda: ' if later else '')[0]}"]

    def _refers_ahead(self, used: list[Type], made: set[int]) -> bool:
        """Returns whether one of the used types has no constant yet."""
        ahead = {id(each) for each in used} - made
        self._ahead |= ahead
        return bool(ahead)

    def _declare_struct(self, kind: Type, name: str, made: set[int]) -> list[str]:
        fields = self._fields_of(kind)
        later = self._refers_ahead(self._references(kind), made)
        opening = "lambda: (" if later else "("
        title = printed(self._names.go_name(kind))
        if not fields:
            return [f"{name} = shapes.Struct({title}, ())"]
        typed = f"{name}: shapes.Struct" if id(kind) in self._ahead else name
        lines = [f"{typed} = shapes.Struct(", f"    {title},", f"    {opening}"]
        for each in fields:
            lines += _fitted(self._field(each), "        ")
        if len(lines) == 4 and len(joined := f"{lines[2]}{lines[3].strip()}),") <= _WIDTH:
            return [*lines[:2], joined, ")"]
        return [*lines, "    ),", ")"]

    def _literal(self, kind: Type, later: str) -> tuple[str, list[Type]]:
        """Returns the expression of a type from its parts; `later` is a prefix for the outermost list's items."""
        named = printed(self._names.go_name(kind)) if kind.name.package or later else ""
        if _is_unknown(kind):
            return (f"{self._known('opaque')}({named})" if named else self._known("ANYTHING")), []
        under = native_type(kind)
        if under.kind is TypeKind.BUILTIN:
            return f"{self._expression(under)[0]}.named({named})", []
        if under.kind is TypeKind.POINTER or under.elem is None:
            return self._expression(under)
        if under.kind is TypeKind.SLICE and native_type(under.elem) is BYTE:
            return (f"shapes.Bytes({named})" if named else "shapes.BYTES"), []
        item, used = self._expression(under.elem)
        maker = "MapOf" if under.kind is TypeKind.MAP else "ListOf"
        arguments = [later + item]
        if named or under.kind is TypeKind.ARRAY or (under.key is not None and under.key.name.package):
            arguments.append(named or printed(self._names.go_name(kind)))
        if native_type(under.elem).kind is TypeKind.POINTER:
            arguments.append("pointers=True")
        return f"shapes.{maker}({', '.join(arguments)})", used

    def _field(self, field: JsonField) -> tuple[str, list[str]]:
        """Returns the function that makes a field, and its arguments."""
        member = field.member
        shape = self._expression(member.type)[0]
        by_pointer = native_type(member.type).kind is TypeKind.POINTER
        omitted = member.json.omit_empty and (by_pointer or _may_be_empty(member.type))
        arguments = [printed(field.name), shape]
        if field.embedded:
            made = "Field"
            arguments += ["pointer=True"] * by_pointer + ["omit_empty=True"] * omitted
            arguments += [f"embedded={tuple_of(map(printed, field.embedded))}"]
            arguments += [f"parents={tuple_of(map(printed, field.parents))}"] if field.parents else []
        elif by_pointer and not omitted:
            made = "Field"
            arguments.append("pointer=True")
        else:
            made = "pointer" if by_pointer else "optional" if omitted else "always"
        return f"shapes.{made}", arguments


def _held(kind: Type) -> Type:
    """Returns the type below all pointers, also those behind typedefs."""
    while True:
        kind = non_pointer(kind)
        under = kind.underlying
        if kind.kind is not TypeKind.ALIAS or under is None or under.kind is not TypeKind.POINTER:
            return kind
        kind = under


def _is_unknown(kind: Type) -> bool:
    """Returns whether no source describes the type."""
    if kind.kind is TypeKind.STRUCT:
        return not kind.members and kind.place is None
    under = native_type(kind)
    return under.kind in _OPAQUE_KINDS or under.kind is TypeKind.ALIAS


def _may_be_empty(kind: Type) -> bool:
    """Returns whether omitempty can omit a value of the type: not for structs and arrays."""
    known = known_shape(kind)
    return known == "GO_DURATION" if known else native_type(kind).kind not in (TypeKind.STRUCT, TypeKind.ARRAY)


def _fitted(call: tuple[str, list[str]], indent: str) -> list[str]:
    """Returns a call on one line, or with one argument per line where it is too long."""
    function, arguments = call
    line = f"{indent}{function}({', '.join(arguments)}),"
    if len(line) <= _WIDTH:
        return [line]
    return [f"{indent}{function}(", *(f"{indent}    {each}," for each in arguments), f"{indent}),"]
