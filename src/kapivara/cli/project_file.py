"""Finds the project file that counts where a command is run: kapivara.toml, or pyproject.toml with [tool.kapivara].

It is looked for in the working directory and above, up to the repository of git that this lies in, in folders that
belong to whoever owns the working directory: others could plant a file above it. What it says is read by
`project_settings.py`, which most runs do without.
"""

from __future__ import annotations

import os

from kapivara.files.reading import read_beside

OWN_NAME = "kapivara.toml"
SHARED_NAME = "pyproject.toml"
TABLE = ("tool", "kapivara")
"""Where settings stand in a file that other tools share."""
MAX_BYTES = 1 << 20
_MARK = b"tool.kapivara"


def find_project_file() -> str:
    """Returns the path of the file that counts, as seen from the working directory; empty where there is none."""
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
        return ""  # the working directory is gone, or nobody may look above it


def _counts(path: str) -> bool:
    """Tells whether a file is about kapivara; one that is not its own may be about anything."""
    if path.endswith(OWN_NAME):
        return True
    try:
        return _MARK in read_beside(path, MAX_BYTES)
    except (OSError, ValueError):
        return False
