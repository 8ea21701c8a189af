"""Writes reports to files named by a project file that was found: checks their names and the files they replace.

Each format has its own file name endings, which no program loads or runs, and a beginning by which kapivara recognises
its own reports. A text report begins with a line that other programs reject, so that a `requirements.txt` or
`CMakeLists.txt` cannot carry contents of a manifest.
"""

from __future__ import annotations

import re
from typing import Final

from kapivara.cli.framework.errors import CommandError
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.files.confined import write_confined

MARK: Final = "Report written by kapivara. DO NOT EDIT."
ENDINGS: Final = {
    "text": (".txt", ".log"),
    "json": (".json",),
    "sarif": (".sarif", ".json"),
    "junit": (".xml",),
    "github": (".txt", ".log"),
    "gitlab": (".json",),
    "tap": (".tap", ".txt"),
}
_TAP_HEAD: Final = "TAP version 13\n"
_OURS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rb"Report written by kapivara\. DO NOT EDIT\.\n",
        rb"TAP version 13\n# Report written by kapivara\. DO NOT EDIT\.\n",
        rb'\{\n  "command": "[a-z ]+",\n  "version": [0-9]+,\n  "projectFile": ',
        rb'\{\n  "\$schema": "[^"]+",\n  "version": "2\.1\.0",\n  "runs": \[\n'
        rb' +\{\n +"tool": \{\n +"driver": \{\n +"name": "kapivara",\n',
        rb'<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n  <testsuite name="[^"]*" package="kapivara\.',
        rb'\[\n  \{\n    "engine_name": "kapivara",\n',
    )
)
"""The beginnings of reports in every format; JSON reports only match with a project file, which these reports have."""


def is_report(head: bytes) -> bool:
    """Returns whether a file begins like a report written for a found project file."""
    return any(pattern.match(head) for pattern in _OURS)


def write_found_report(path: str, form: str, text: str, found: FoundSettings) -> None:
    """Writes a report to a file named by a found project file; raises CommandError if that could do harm."""
    try:
        if not path.endswith(ENDINGS[form]):
            raise OSError(0, f"a {form} report ends in {' or '.join(ENDINGS[form])}")
        data = _marked(form, text).encode("utf-8", "backslashreplace")
        write_confined(path, data, inside=found.folder, top=found.top, may_replace=is_report)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        where = f"{found.file} sets a report file {shown_path(path)}, which is not written"
        raise CommandError(f"{where}: {reason}; name it on the command line: -o {form}=FILE") from None


def _marked(form: str, text: str) -> str:
    """Returns a report with a beginning that marks it as written by kapivara."""
    match form:
        case "text" | "github":
            return f"{MARK}\n{text}"
        case "tap":
            return f"{_TAP_HEAD}# {MARK}\n{text.removeprefix(_TAP_HEAD)}"
        case _:
            return text
