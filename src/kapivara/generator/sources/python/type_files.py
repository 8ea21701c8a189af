"""Finds the Python files of a folder that contain types: files with a marker at their top, and types.py without one.

A file may have any name: one called types.py hides the module of the standard library from programs in the same folder.
"""

from __future__ import annotations

import os
from pathlib import Path

from kapivara.files.reading import read_beside
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Comments
from kapivara.generator.sources.python.import_paths import TYPES_FILE
from kapivara.generator.sources.python.python_file import MAX_BYTES, read_python_file
from kapivara.values.lazy_pattern import lazy_bytes_pattern

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
