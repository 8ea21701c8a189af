"""Names of shapes: the constants of generated files, and the names of Go types in messages."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.emission.free_names import FreeNames
from kapivara.generator.model.types import Package, Type, TypeKind, Universe
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
