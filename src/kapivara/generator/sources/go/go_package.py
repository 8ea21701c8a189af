"""A Go package while it is read: its files, their declarations, and the model that is filled from them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Package, Position
from kapivara.generator.sources.go.build_constraints import is_built, is_package_file, is_worth_parsing
from kapivara.generator.sources.go.declarations import Declarations, FileScope
from kapivara.generator.sources.go.go_file import GoFile, parse_go, read_bytes, try_go
from kapivara.generator.sources.package_tags import GROUP_TAG, VERSION_TAG, note_group_version
from kapivara.generator.well_known import declarations_of


class GoPackage:
    """A package; `folder` is None for packages that are known without sources, or not found."""

    def __init__(self, path: str, name: str, folder: Path | None = None):
        self.model = Package(path, name)
        self.folder = folder
        self.declarations = Declarations()
        self.scopes: list[FileScope] = []
        """The files of the package."""
        self.errors: list[AuthorError] = self.declarations.errors

    @property
    def path(self) -> str:
        """The import path."""
        return self.model.path

    @property
    def is_partial(self) -> bool:
        """Whether the package may have types that are not known."""
        return self.folder is None

    def add(self, file: GoFile) -> None:
        """Adds a file of the package."""
        scope = FileScope(file, self)
        self.model.files.append(file.name)
        self.scopes.append(scope)
        self.declarations.add_file(scope)
        if os.path.basename(file.name) == "doc.go":
            self.model.markers = scope.comments.all_lines()
        if f"+{GROUP_TAG}=" in file.text or f"+{VERSION_TAG}=" in file.text:
            note_group_version(self.model, scope.comments.all_lines())


class GoFiles:
    """A cache of parsed Go files, so that several readers of a package parse them once."""

    def __init__(self) -> None:
        self._folders: dict[tuple[Path, Path], tuple[list[GoFile], list[AuthorError]]] = {}
        self._known: dict[str, list[GoFile]] = {}

    def of_folder(self, folder: Path, shown: Path) -> tuple[list[GoFile], list[AuthorError]]:
        """Returns the files of a folder that can be read, and the errors of the others."""
        found = self._folders.get((folder, shown))
        if found is None:
            found = self._folders[folder, shown] = _read_files(folder, shown)
        return found

    def known(self, path: str) -> list[GoFile]:
        """Returns the built-in declarations for the package of an import path, for use without its sources."""
        found = self._known.get(path)
        if found is None:
            found = self._known[path] = [parse_go(f"<{path}>", data) for data in declarations_of(path)]
        return found


def read_folder(folder: Path, shown: Path, path: str, read: GoFiles) -> GoPackage:
    """Reads the package in a folder, as far as possible; its errors are in the package.

    Files with another package name than doc.go, or than most files, are skipped. `shown` is the folder in messages.
    """
    files, errors = read.of_folder(folder, shown)
    name = _package_name(files, folder)
    package = GoPackage(path, name, folder)
    package.errors.extend(errors)
    for file in files:
        if file.package == name:
            package.add(file)
    return package


def _read_files(folder: Path, shown: Path) -> tuple[list[GoFile], list[AuthorError]]:
    errors: list[AuthorError] = []
    try:
        names = sorted(each for each in os.listdir(folder) if is_package_file(each) and (folder / each).is_file())
    except OSError as error:
        names = []
        errors.append(AuthorError(f"cannot be read: {error.strerror or error}", Position(str(shown), 1, 1)))
    files = [file for name in names if (file := _read_file(str(shown / name), errors)) is not None]
    if not files and not errors:
        errors.append(_no_files(folder, shown))
    return files, errors


def _read_file(name: str, errors: list[AuthorError]) -> GoFile | None:
    """Reads a file; None where it does not belong to the package, or cannot be read."""
    try:
        data = read_bytes(name)
        file = try_go(name, data) if is_built(data) and is_worth_parsing(data) else None
    except AuthorError as error:
        errors.append(error)
        return None
    if file is not None and file.error is not None:
        errors.append(file.error)
    return file


def _package_name(files: list[GoFile], folder: Path) -> str:
    for file in files:
        if os.path.basename(file.name) == "doc.go" and file.package != "main":
            return file.package
    counted = Counter(file.package for file in files if not file.package.endswith("_test"))
    # Of equally frequent names the folder's own counts.
    ranked = sorted(counted, key=lambda name: (-counted[name], name != folder.name, name))
    return ranked[0] if ranked else folder.name


def _no_files(folder: Path, shown: Path) -> AuthorError:
    below = sorted({each.parent.relative_to(folder).as_posix() for each in folder.glob("*/*.go")})[:3]
    inside = ", ".join(f"{shown}/{each}" for each in below)
    hint = f"packages are in {inside}" if below else f"name the folder of a package, or {shown}/... for all below it"
    if not below and any(folder.glob("*.py")):
        hint = "write # +k8s:validation-gen=* at the top of the Python file with the types, or name the file"
    return AuthorError(
        "no Go files in this folder, and no Python file with types", Position(str(shown), 1, 1), hint=hint
    )
