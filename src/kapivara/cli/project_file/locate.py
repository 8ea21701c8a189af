"""Finds the project file for the working directory: kapivara.toml, or pyproject.toml with [tool.kapivara].

It searches the working directory and the folders above, up to the top of the git repository. Folders that belong to
another owner than the working directory are not searched: others could plant a file there. `settings.py`
parses the file; most runs do not need it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kapivara.files.reading import read_beside

if TYPE_CHECKING:
    from kapivara.cli.framework.command import Command
    from kapivara.cli.framework.parser import CommandPath
    from kapivara.cli.project_file.settings import ProjectSettings

OWN_NAME = "kapivara.toml"
SHARED_NAME = "pyproject.toml"
TABLE = ("tool", "kapivara")
"""The table of settings in a file that other tools share."""
MAX_BYTES = 1 << 20
_MARK = b"tool.kapivara"


def read_settings(name: str, command: Command, command_path: CommandPath) -> ProjectSettings | None:
    """Returns a command's settings from the named project file, or from a found one; None if there is no file.

    The name "" stands for the found file, "none" for no file.
    """
    path = name or find_project_file()
    if not path or path == "none":
        return None
    from kapivara.cli.project_file.settings import ProjectSettings  # most runs have no project file
    from kapivara.cli.project_file.table import read_project_file

    return ProjectSettings(read_project_file(path, found=not name), command, command_path)


def find_project_file() -> str:
    """Returns the path of the project file relative to the working directory; "" if there is none."""
    try:
        folder, shown = os.getcwd(), ""
        owner = os.stat(folder).st_uid
        while True:
            for name in (OWN_NAME, SHARED_NAME):
                if os.path.lexists(os.path.join(folder, name)) and _counts(os.path.join(folder, name)):
                    return os.path.join(shown, name)
            above = os.path.dirname(folder)
            if above == folder or os.path.lexists(os.path.join(folder, ".git")) or os.stat(above).st_uid != owner:
                return ""
            folder, shown = above, os.path.join(shown, os.pardir)
    except OSError:
        return ""  # the working directory does not exist any more, or a folder above it cannot be read


def _counts(path: str) -> bool:
    """Returns whether a file has settings of kapivara; a shared file may have none."""
    if path.endswith(OWN_NAME):
        return True
    try:
        return _MARK in read_beside(path, MAX_BYTES)
    except (OSError, ValueError):
        return False
