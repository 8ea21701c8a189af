"""Runs git in a repository that nobody vouches for: objects are read, no program is started and nobody is asked.

A repository's own configuration can name programs: for fetching what a partial clone lacks, as hooks, filters, pagers
and monitors. All calls go through `run_git`, which allows no protocol, no fetching on demand and no hooks, asks with
plumbing commands only, and bounds what they print and how long they take. The user's own configuration counts, for it
says whose repositories are trusted; variables of git's in the environment do not, since hooks set them for others.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from tempfile import TemporaryFile
from threading import Event, Timer
from typing import IO, Final

TIMEOUT_SECONDS: Final = 120
_MOST_SAID: Final = 64 * 1024
_OURS: Final = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",  # a list of names: there is no protocol of this one
    "GIT_PROTOCOL_FROM_USER": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",  # what was committed, not what is shown in its place
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_KEPT: Final = "GIT_CEILING_DIRECTORIES"  # it can only keep repositories from being found
_SETTINGS: Final = {
    "protocol.allow": "never",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "safe.bareRepository": "explicit",  # a folder among the files is no repository, whatever lies in it
}
_PROMISED: Final = re.compile(r"could not fetch (\w+) from promisor remote")


class GitError(Exception):
    """git has no answer; the message says why."""


def run_git(folder: str, *arguments: str, most: int, given: bytes = b"") -> bytes:
    """Runs a plumbing command of git in a folder; -> what it prints, which may not be more than some bytes."""
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    command = [_find_git(), "--no-pager", "--literal-pathspecs", *settings, "-C", folder, *arguments]
    with TemporaryFile() as asked, TemporaryFile() as said:
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603  no shell; revisions go behind --end-of-options
                command, stdin=asked, stdout=subprocess.PIPE, stderr=said, env=_environment(os.environ)
            )
        except (OSError, ValueError) as error:
            raise GitError(f"git cannot be run: {error}") from None
        printed = _printed(process, most)
        if process.returncode:
            said.seek(0)
            raise GitError(_reason(said.read(_MOST_SAID).decode(errors="replace"), folder, process.returncode))
    return printed


def _printed(process: subprocess.Popen[bytes], most: int) -> bytes:
    """Reads what a process prints until it ends; ends it where that is too much or takes too long."""
    out: IO[bytes] = process.stdout  # type: ignore[assignment]  # it was asked for
    late = Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = Timer(TIMEOUT_SECONDS, end)
    timer.daemon = True
    timer.start()
    try:
        printed = out.read(most + 1)
        if len(printed) > most:
            raise GitError(f"git prints more than {most // 1024 // 1024} MiB: name fewer folders")
        process.wait()
        if late.is_set():
            raise GitError(f"git did not answer within {TIMEOUT_SECONDS} seconds")
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        out.close()
    return printed


def _find_git() -> str:
    """Finds git on the PATH; folders that depend on where we are do not count."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        candidate = os.path.join(folder, "git")
        if os.path.isabs(folder) and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    raise GitError("git is not installed, or not on the PATH")


def _environment(given: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in given.items() if not name.startswith("GIT_") or name == _KEPT}
    return kept | _OURS


def _reason(said: str, folder: str, code: int) -> str:
    """Says in one line why git failed, and what helps."""
    if promised := _PROMISED.search(said):
        return lacking(promised[1], folder)
    lines = [line for line in said.strip().splitlines() if not line.startswith("warning: ")]
    reason = (lines[0] if lines else f"git exited with {code}").removeprefix("fatal: ")
    if "dubious ownership" in reason:
        return f"{reason}; if you trust it: git config --global --add safe.directory FOLDER"
    return reason


def lacking(what: str, folder: str) -> str:
    """Says that a repository does not hold an object, and how to get it: kapivara asks no other repository."""
    shown = os.fsencode(folder).decode("utf-8", "backslashreplace")
    return f"the repository lacks {what}; in a partial clone, git -C {shown} fetch --refetch --no-filter brings it"
