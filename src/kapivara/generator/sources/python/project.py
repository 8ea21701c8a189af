"""Resolves names in the files of a Python project, which are read on demand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Comments, Package, Universe
from kapivara.generator.python.shared_types import NAMES_MODULE, SHARED_TYPES
from kapivara.generator.python.words import WIDTHS
from kapivara.generator.sources.package_tags import note_group_version
from kapivara.generator.sources.python.module import ClassDeclaration, Import, Module
from kapivara.generator.sources.python.python_file import PythonFile, read_python_file
from kapivara.generator.sources.python.type_files import TYPES_FILE, has_marker, module_file, package_path
from kapivara.values.record import record

_MOST_STEPS = 50
"""The longest chain of imports of one name."""


@record(eq=False)
class Declared:
    """A name that a file of the project declares."""

    module: Module
    name: str


@record
class Word:
    """A name from elsewhere: a builtin, or one imported from outside of the project."""

    name: str
    origin: str = ""


Found: TypeAlias = Declared | Word


class Project:
    """All files needed so far; `fresh` lists, in order, those that the universe did not contain before."""

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self._modules: dict[Path, Module | AuthorError] = {}
        self._files_before: dict[str, frozenset[Path]] = {}
        """The files of each package that the universe contained before this project found the package."""
        self.fresh: list[Module] = []
        self.declare: Callable[[Module], None] | None = None
        """Called with each fresh file, before any name in it is resolved."""

    def module(self, path: Path) -> Module:
        """Returns the module of a file; raises AuthorError where it cannot be read."""
        key = path.resolve()
        known = self._modules.get(key)
        if known is None:
            known = self._modules[key] = self._load(path, key)
        if isinstance(known, AuthorError):
            raise known
        return known

    def find(self, module: Module, parts: tuple[str, ...], steps: int = 0) -> Found | None:
        """Resolves a dotted name; None where an import leads to a file without it."""
        head, *rest = parts
        if not rest and head in module.declared:
            return Word(head) if head in WIDTHS else Declared(module, head)
        imported = module.imports.get(head)
        if imported is not None:
            names = (imported.name, *rest) if imported.name else tuple(rest)
            return self._find_imported(module, imported, names, steps + 1)
        for star in module.stars:
            found = self._find_imported(module, star, parts, steps + 1)
            if isinstance(found, Declared):
                return found
            if str(star) == NAMES_MODULE and parts[-1] in SHARED_TYPES:
                return Word(parts[-1], NAMES_MODULE)
        return Word(parts[-1])

    def declared_class(self, found: Found | None) -> ClassDeclaration | None:
        """Returns the class to which a name was resolved; None where it is anything else."""
        declaration = found.module.declared[found.name] if isinstance(found, Declared) else None
        return declaration if isinstance(declaration, ClassDeclaration) else None

    def _find_imported(self, module: Module, imported: Import, names: tuple[str, ...], steps: int) -> Found | None:
        """Follows an import: its module may declare the name, or be a folder with a module of that name."""
        if not names or steps > _MOST_STEPS:
            return None
        file = module_file(module.file.path, imported.level, imported.module)
        if len(names) == 1:
            if file is None:
                return Word(names[0], str(imported))
            return self._find_declared(self.module(file), names[0], steps)
        below = Import(imported.level, (*imported.module, names[0]))
        return self._find_imported(module, below, names[1:], steps + 1)

    def _find_declared(self, module: Module, name: str, steps: int) -> Found | None:
        found = self.find(module, (name,), steps)
        known = name in module.declared or name in module.imports or isinstance(found, Declared)
        return found if known else None

    def _load(self, path: Path, key: Path) -> Module | AuthorError:
        try:
            file = read_python_file(path)
            package = self._package_of(path.parent)
            before = self._files_before.get(package.path)
            if before is None:
                before = frozenset(Path(each).resolve() for each in package.files)
                self._files_before[package.path] = before
            if key not in before:
                package.markers += _markers(file, package)
                note_group_version(package, package.markers)
        except AuthorError as error:
            return error
        self._modules[key] = module = Module(file, package)
        if key not in before:
            package.files.append(file.name)
            self.fresh.append(module)
            if self.declare is not None:
                self.declare(module)
        return module

    def _package_of(self, folder: Path) -> Package:
        full = folder.resolve()
        for package in self._universe.packages.values():
            if package.files and package.files[0].endswith(".py") and Path(package.files[0]).parent.resolve() == full:
                return package
        path = package_path(folder, self._universe)
        package = self._universe.packages[path] = Package(path, path.rpartition("/")[2])
        return package


def _markers(file: PythonFile, package: Package) -> Comments:
    """Returns the comments with markers of a package: those above the first statement of a file of types.

    The first file adds those of `__init__.py`; other files count only if they have a marker.
    """
    top = file.top_comments()
    markers = top if has_marker(top) or file.path.name == TYPES_FILE else ()
    beside = file.path.with_name("__init__.py")
    if not package.files and beside.is_file():
        markers += read_python_file(beside).comments.all_lines()
    return markers
