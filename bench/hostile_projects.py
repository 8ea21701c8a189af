"""Rounds of project files that a repository brings along: they change no file of others and hide no failure.

A command runs in a repository with canaries: hooks, programs, configuration files, manifests and links. Afterwards all
canaries hold their bytes and modes, new files lie in plain folders and are not executable, and an invalid manifest that
was named on the command line leads to a failure, or to a line that names the project file.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from bench.hostile_doors import Printed, command_line
from bench.hostile_inputs import projects
from bench.hostile_rounds import Round

RUNS = 25
_NAME = "kapivara.toml"
_State = dict[str, tuple[int, bytes | str | None]]


def play_projects(round_: Round) -> None:
    """Commands run in repositories whose project file is hostile."""
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "repository"
        folder.mkdir()
        projects.make_repository(folder)
        before = _state(Path(top))
        here = os.getcwd()
        os.chdir(folder)
        try:
            for _ in range(RUNS):
                _run(round_, folder)
                _compare(round_, before, _state(Path(top)), (folder / _NAME).read_text())
        finally:
            os.chdir(here)


def _run(round_: Round, folder: Path) -> None:
    names = projects.command(round_.random)
    text = projects.project_file(round_.random, names)
    (folder / _NAME).write_text(text)
    round_.inputs["project files"] += 1
    paths = [] if round_.random.random() < 0.2 else ["deploy"]
    printed = round_.timed(" ".join(names), text, lambda: command_line(*names, *paths))
    if printed is None:
        return
    if printed.code not in (0, 1, 2):
        round_.find(f"project file: exit code {printed.code}", text)
    if "Traceback" in printed.err:
        round_.find(f"project file: {printed.err}", text)
    if names == ("validate",) and paths and printed.code == 0 and not _is_named(printed):
        round_.find("project file: an invalid manifest passes, and no line names the project file", text)


def _is_named(printed: Printed) -> bool:
    return _NAME in printed.out or _NAME in printed.err


def _state(top: Path) -> _State:
    """Returns all files below a folder, each with its mode and its content."""
    found: _State = {}
    for each in top.rglob("*"):
        mode = each.lstat().st_mode
        content = each.read_bytes() if stat.S_ISREG(mode) else os.readlink(each) if stat.S_ISLNK(mode) else None
        found[str(each.relative_to(top))] = mode, content
    found.pop(f"repository/{_NAME}", None)
    return found


def _compare(round_: Round, before: _State, after: _State, text: str) -> None:
    """Finds canaries that changed, and new files where none may be."""
    for name, state in before.items():
        if after.get(name) != state:
            round_.find(f"project file: {name} changed", text)
    for name in after.keys() - before.keys():
        mode, _ = after[name]
        parts = name.split("/")[1:]
        if name.startswith("elsewhere") or any(part.startswith(".") for part in parts) or mode & 0o111:
            round_.find(f"project file: made {name} with mode {stat.filemode(mode)}", text)
