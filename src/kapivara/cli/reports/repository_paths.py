"""Names the files of a Diagnosis by their paths in the repository, as GitHub, GitLab and code scanners require.

A run in a subfolder, on `.` or on an absolute path has other names: `a.yaml`, `./a.yaml`,
`/builds/shop/deploy/a.yaml`. Annotations of a pull request need the path from the repository's top: `deploy/a.yaml`.
"""

from __future__ import annotations

import os

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Subject
from kapivara.cli.findings import Location
from kapivara.cli.project_file.found_settings import top_of_repository
from kapivara.values.record import replace


def named_from_repository(diagnosis: Diagnosis) -> Diagnosis:
    """Returns a diagnosis whose files are named relative to the top of the repository around the working directory."""
    try:
        here = os.getcwd()
    except OSError:  # the working directory does not exist any more
        return diagnosis
    names = _Names(here)
    subjects = tuple(names.of_subject(each) for each in diagnosis.subjects)
    return replace(diagnosis, subjects=subjects, remarks=tuple(map(names.of_diagnostic, diagnosis.remarks)))


class _Names:
    """Converts file names to paths from the top of a repository; other names and files outside stay unchanged."""

    def __init__(self, here: str) -> None:
        self._here = here
        self._top = top_of_repository(here)
        self._known: dict[str, str] = {}

    def of_subject(self, subject: Subject) -> Subject:
        found = tuple(self.of_diagnostic(each) for each in subject.diagnostics)
        name = self._of_file(subject.name) if subject.name == subject.place.source else subject.name
        return replace(subject, name=name, place=self._of_place(subject.place), diagnostics=found)

    def of_diagnostic(self, found: Diagnostic) -> Diagnostic:
        related = None if found.related is None else self._of_place(found.related)
        return replace(found, place=self._of_place(found.place), related=related)

    def _of_place(self, place: Location) -> Location:
        return replace(place, source=self._of_file(place.source))

    def _of_file(self, name: str) -> str:
        if name not in self._known:
            self._known[name] = self._named(name) if name and os.path.lexists(name) else name
        return self._known[name]

    def _named(self, name: str) -> str:
        if not self._top:
            return name if os.path.isabs(name) else os.path.normpath(name)
        inside = os.path.relpath(os.path.join(self._here, name), self._top)
        return name if inside.startswith(os.pardir) else inside.replace(os.sep, "/")
