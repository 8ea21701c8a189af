"""Finds the Python files of a folder that contain types: files with a marker at their top, and types.py without one.

A file may have any name: one called types.py hides the module of the standard library from programs in the same folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kapivara.files.reading import read_beside
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Comments, Universe
from kapivara.generator.sources.python.python_file import MAX_BYTES, read_python_file
from kapivara.values.lazy_pattern import lazy_bytes_pattern

TYPES_FILE = "types.py"
_INIT = "__init__.py"


def module_file(importer: Path, level: int, parts: tuple[str, ...]) -> Path | None:
    """Returns the file of a module that another file imports; None where it is not part of the project.

    A folder stands for its `__init__.py`, or else for its types.py. An absolute import is searched in the tree of
    folders around the importing file: its first name is that of a folder above the file.
    """
    folder = importer.parent
    if level:
        base = folder.joinpath(*[os.pardir] * (level - 1))
        return _file_of(base.joinpath(*parts))
    if not parts or parts[0] in sys.stdlib_module_names:
        return None
    for top in (folder.absolute(), *folder.absolute().parents):
        if top.name == parts[0] and (file := _file_of(top.joinpath(*parts[1:]))) is not None:
            return file
    return None


def _file_of(target: Path) -> Path | None:
    target = Path(os.path.normpath(target))
    if target.name:
        plain = target.with_name(target.name + ".py")
        if plain.is_file():
            return plain
    for name in (_INIT, TYPES_FILE):
        if (target / name).is_file():
            return target / name
    return None


def package_path(folder: Path, universe: Universe) -> str:
    """Returns the package name of a folder: `v1`, or `project/apis/v1` where parent folders are packages.

    If another folder has this name already, more parent folders are put in front.
    """
    full = folder.resolve()
    names = [full.name or "package"]
    above = full.parent
    while (above / _INIT).is_file() and above.name:
        names.insert(0, above.name)
        above = above.parent
    while "/".join(names) in universe.packages and above.name:
        names.insert(0, above.name)
        above = above.parent
    return "/".join(names)


MARKER = "k8s:validation-gen"
GROUP = "groupName"
"""The marker for the API group of a package whose types become CRDs."""
_LOOKS_MARKED = lazy_bytes_pattern(rb"^[ \t]*#[ \t]*\+k8s:validation-gen\b", 8)  # re.MULTILINE
_LOOKS_GROUPED = lazy_bytes_pattern(rb"^[ \t]*#[ \t]*\+groupName=", 8)


def type_files(folder: Path) -> list[Path]:
    """Returns the files of types in a folder, types.py first; may be empty."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    found = [
        folder / name for name in names if name.endswith(".py") and name != TYPES_FILE and is_marked(folder / name)
    ]
    return [folder / TYPES_FILE, *found] if (folder / TYPES_FILE).is_file() else found


def group_files(folder: Path) -> list[Path]:
    """Returns the Python files of a folder that declare an API group."""
    return [each for each in sorted(folder.glob("*.py")) if names_group(each)]


def names_group(file: Path) -> bool:
    """Returns whether a Python file declares an API group."""
    try:
        return _LOOKS_GROUPED.search(read_beside(str(file), MAX_BYTES)) is not None
    except OSError:
        return False


def is_marked(file: Path) -> bool:
    """Returns whether a file has the marker in its top comments; for invalid files, whether it seems to have it."""
    try:
        if _LOOKS_MARKED.search(read_beside(str(file), MAX_BYTES)) is None:
            return False
        return has_marker(read_python_file(file).top_comments())
    except AuthorError:
        return True  # the caller reads it and reports the error
    except OSError:
        return False


def has_marker(comments: Comments) -> bool:
    """Returns whether a comment requests or configures validation, or declares an API group."""
    return any(name in (MARKER, GROUP) or name.startswith(f"{MARKER}-") for name, _ in tag_lines(comments))
