"""Maps imports to files, and folders to package names."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kapivara.generator.model.types import Universe

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
