"""Runs git in an untrusted repository: reads objects only, starts no other program, and never prompts.

A repository's configuration can name programs: to fetch objects of a partial clone, as hooks, filters, pagers and
monitors. All calls go through `run_git`, which allows no protocol, no lazy fetching and no hooks, uses only plumbing
commands, and limits their output and time. The user's own configuration applies, since it lists trusted repositories;
git's environment variables do not, since hooks set them for other purposes.
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
_MOST_ERRORS: Final = 64 * 1024
_OURS: Final = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",  # a list of protocols: none has this name
    "GIT_PROTOCOL_FROM_USER": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",  # the objects that were committed, without replacements
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_KEPT: Final = "GIT_CEILING_DIRECTORIES"  # can only prevent repositories from being found
_SETTINGS: Final = {
    "protocol.allow": "never",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "safe.bareRepository": "explicit",  # a folder inside the working tree is never a repository
}
_PROMISED: Final = re.compile(r"could not fetch (\w+) from promisor remote")


class GitError(Exception):
    """Raised where git has no answer; the message states why."""


def run_git(folder: str, *arguments: str, most: int, given: bytes = b"") -> bytes:
    """Returns the output of a plumbing command of git in a folder; raises GitError for more than `most` bytes."""
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    command = [_find_git(), "--no-pager", "--literal-pathspecs", *settings, "-C", folder, *arguments]
    with TemporaryFile() as asked, TemporaryFile() as errors:
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603  no shell; revisions follow --end-of-options
                command, stdin=asked, stdout=subprocess.PIPE, stderr=errors, env=_environment(os.environ)
            )
        except (OSError, ValueError) as error:
            raise GitError(f"git cannot be run: {error}") from None
        printed = _printed(process, most)
        if process.returncode:
            errors.seek(0)
            raise GitError(_reason(errors.read(_MOST_ERRORS).decode(errors="replace"), folder, process.returncode))
    return printed


def _printed(process: subprocess.Popen[bytes], most: int) -> bytes:
    """Returns the output of a process; kills it and raises GitError if it prints too much or takes too long."""
    out: IO[bytes] = process.stdout  # type: ignore[assignment]  # it is a pipe
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
    """Returns the path of git on the PATH; ignores relative folders."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        candidate = os.path.join(folder, "git")
        if os.path.isabs(folder) and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    raise GitError("git is not installed, or not on the PATH")


def _environment(given: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in given.items() if not name.startswith("GIT_") or name == _KEPT}
    return kept | _OURS


def _reason(errors: str, folder: str, code: int) -> str:
    """Returns in one line why git failed, with a hint."""
    if promised := _PROMISED.search(errors):
        return lacking(promised[1], folder)
    lines = [line for line in errors.strip().splitlines() if not line.startswith("warning: ")]
    reason = (lines[0] if lines else f"git exited with {code}").removeprefix("fatal: ")
    if "dubious ownership" in reason:
        return f"{reason}; if you trust it: git config --global --add safe.directory FOLDER"
    return reason


def lacking(what: str, folder: str) -> str:
    """Returns the message that a repository lacks an object, and how to fetch it; kapivara fetches nothing itself."""
    shown = os.fsencode(folder).decode("utf-8", "backslashreplace")
    return f"the repository lacks {what}; in a partial clone, run git -C {shown} fetch --refetch --no-filter"
