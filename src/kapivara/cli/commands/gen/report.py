"""The results of `kapivara gen` as data, between the command and the output formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.commands.gen.files import FileState, TargetFile
from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Unreadable
from kapivara.generator.model.author_error import AuthorError
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.generator.schema_keywords.type_schemas import Unsaid


@record(eq=False)
class GenReport:
    """The results of one run; `checked` is True if nothing was to be written."""

    _: KW_ONLY
    targets: tuple[TargetFile, ...] = ()
    errors: tuple[AuthorError, ...] = ()
    missing: tuple[Unreadable, ...] = ()
    checked: bool = False
    made_of: str = "package"
    """The source of each file, as one word."""
    command: str = "kapivara gen"
    """The command that brings files up to date."""
    unsaid: tuple[Unsaid, ...] = ()
    """The rules that no schema can express."""
    dear: tuple[AuthorError, ...] = ()
    """The rules whose estimated cost exceeds the server's limit, in documents that are not CRDs."""

    def count(self, state: FileState) -> int:
        """Returns the number of files in a state."""
        return sum(each.state is state for each in self.targets)

    @property
    def up_to_date(self) -> bool:
        """Whether there is nothing to write."""
        return all(each.state in (FileState.UNCHANGED, FileState.SKIPPED) for each in self.targets)

    @property
    def exit_code(self) -> int:
        """0 if all is up to date or written, 1 if types have errors or files are stale, 2 if a path failed."""
        if self.missing or (self.count(FileState.FOREIGN) and not self.checked):
            return EXIT_UNREADABLE
        if self.errors or (self.checked and not self.up_to_date):
            return EXIT_INVALID
        return EXIT_GOOD
