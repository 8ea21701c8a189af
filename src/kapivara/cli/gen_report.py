"""What one run of `kapivara gen` did, or found wrong: plain data between the command and the ways to print it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Unreadable
from kapivara.cli.gen_files import FileState, TargetFile
from kapivara.generator.author_error import AuthorError
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.generator.keywords.type_schemas import Unsaid


@record(eq=False)
class GenReport:
    """All that one run did, or found wrong; `checked` tells that nothing was to be written."""

    _: KW_ONLY
    targets: tuple[TargetFile, ...] = ()
    errors: tuple[AuthorError, ...] = ()
    missing: tuple[Unreadable, ...] = ()
    checked: bool = False
    made_of: str = "package"
    """What each file stands for, in a word."""
    command: str = "kapivara gen"
    """What brings files up to date."""
    unsaid: tuple[Unsaid, ...] = ()
    """The rules that no schema says."""
    dear: tuple[AuthorError, ...] = ()
    """The rules that cost more than the server allows, where that is no mistake."""

    def count(self, state: FileState) -> int:
        """Counts the files that were found so."""
        return sum(each.state is state for each in self.targets)

    @property
    def up_to_date(self) -> bool:
        """Whether there is nothing to write."""
        return all(each.state in (FileState.UNCHANGED, FileState.SKIPPED) for each in self.targets)

    @property
    def exit_code(self) -> int:
        """Says 0 where all is up to date or written, 1 where types are wrong or files stale, 2 where a path failed."""
        if self.missing or (self.count(FileState.FOREIGN) and not self.checked):
            return EXIT_UNREADABLE
        if self.errors or (self.checked and not self.up_to_date):
            return EXIT_INVALID
        return EXIT_GOOD
