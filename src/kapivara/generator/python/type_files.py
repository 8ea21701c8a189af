"""Which Python files of a folder hold its types: those with a marker at their top, and types.py, which needs none.

A file may have any name: one that is called types.py hides the module of the standard library from what runs beside it.
"""

from __future__ import annotations

import os
from pathlib import Path

from kapivara.files.reading import read_beside
from kapivara.generator.author_error import AuthorError
from kapivara.generator.model import Comments
from kapivara.generator.python.import_paths import TYPES_FILE
from kapivara.generator.python.python_file import MAX_BYTES, read_python_file
from kapivara.generator.tags.grammar import tag_lines
from kapivara.values.lazy_pattern import lazy_bytes_pattern

MARKER = "k8s:validation-gen"
GROUP = "groupName"
"""What names the API group of a package whose types become definitions."""
_LOOKS_MARKED = lazy_bytes_pattern(rb"^[ \t]*#[ \t]*\+k8s:validation-gen\b", 8)  # re.MULTILINE
_LOOKS_GROUPED = lazy_bytes_pattern(rb"^[ \t]*#[ \t]*\+groupName=", 8)


def type_files(folder: Path) -> list[Path]:
    """Lists the files of types in a folder, types.py first; there may be none."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    found = [
        folder / name for name in names if name.endswith(".py") and name != TYPES_FILE and is_marked(folder / name)
    ]
    return [folder / TYPES_FILE, *found] if (folder / TYPES_FILE).is_file() else found


def group_files(folder: Path) -> list[Path]:
    """Lists the Python files of a folder that name an API group."""
    return [each for each in sorted(folder.glob("*.py")) if names_group(each)]


def names_group(file: Path) -> bool:
    """Returns whether a Python file names an API group."""
    try:
        return _LOOKS_GROUPED.search(read_beside(str(file), MAX_BYTES)) is not None
    except OSError:
        return False


def is_marked(file: Path) -> bool:
    """Returns whether a file has the marker among the comments at its top, or is broken and looks as if it had."""
    try:
        if _LOOKS_MARKED.search(read_beside(str(file), MAX_BYTES)) is None:
            return False
        return has_marker(read_python_file(file).top_comments())
    except AuthorError:
        return True  # who reads it tells what is wrong
    except OSError:
        return False


def has_marker(comments: Comments) -> bool:
    """Returns whether a comment holds a tag that asks for validation or says how it is made, or names an API group."""
    return any(name in (MARKER, GROUP) or name.startswith(f"{MARKER}-") for name, _ in tag_lines(comments))
