"""Many files, judged in several processes: each file is read and judged by one of them.

Definitions come first, in the process that all others are copied from: files in which their kind is named are read
before there are copies, so that every one of them knows all definitions. A file that holds one all the same, with its
kind written in some other way, is noticed, and nothing of this counts then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final

from kapivara.cli.findings import Result, Unreadable
from kapivara.cli.manifests import DEFINITION_MARK, Key, Manifest
from kapivara.cli.reading import FileRead, ManifestReader, read_manifests
from kapivara.cli.selection import Selection
from kapivara.cli.several_processes import MOST_PIECES, processors, share_out
from kapivara.cli.sources import Source
from kapivara.cli.terminal import with_progress, with_progress_of
from kapivara.cli.validate_input import Judged
from kapivara.cli.validation import Validation
from kapivara.values.record import record

_WORTH_BYTES: Final = 256 << 10
"""How much there must be to read for each process: what takes about a fifth of a second."""
_PIECE_BYTES: Final = 32 << 10


def judge_files(
    files: Sequence[FileRead],
    make_validation: Callable[[], Validation],
    *,
    crds: Iterable[str],
    selection: Selection,
    as_server: bool,
    jobs: int,
) -> Judged | None:
    """Judges files in so many processes, with definitions from elsewhere; 0 for as many as are worth while.

    None where one process is better, or must do: nothing has come of them then.
    """
    processes = jobs or min(processors(), _size_of(files) // _WORTH_BYTES)
    if processes <= 1:
        return None
    unreadable: list[Unreadable] = []
    definitions = [each for each in read_manifests(crds, unreadable) if each.is_definition]
    judge = _FileJudge(files, make_validation(), selection.anew(), as_server=as_server)
    refused = judge.define(definitions)
    judged = judge.judge_all(processes)
    if any(each.is_late for each in judged):
        return None
    selection.add(chain.from_iterable(each.left_out for each in judged))
    return Judged(
        [*refused, *chain.from_iterable(each.results for each in judged)],
        [*chain.from_iterable(each.keys for each in judged)],
        [*chain.from_iterable(each.unreadable for each in judged), *unreadable],
    )


def _size_of(files: Iterable[FileRead]) -> int:
    return sum(len(source.data) for _, source in files if isinstance(source, Source))


@record(eq=False)
class _JudgedFile:
    """What came of one file: the results of its objects with their keys, what could not be read, what was left out."""

    results: Sequence[Result] = ()
    keys: Sequence[Key | None] = ()
    unreadable: Sequence[Unreadable] = ()
    left_out: Sequence[tuple[str, int]] = ()
    is_late: bool = False
    """Whether it holds a definition that nobody knew of."""


@record(eq=False)
class _ReadFile:
    manifests: Sequence[Manifest]
    unreadable: Sequence[Unreadable]
    left_out: Sequence[tuple[str, int]]


class _FileJudge:
    """Judges files, of which those with definitions are read at once."""

    def __init__(
        self, files: Sequence[FileRead], validation: Validation, selection: Selection, *, as_server: bool
    ) -> None:
        self._files = files
        self._validation = validation
        self._selection = selection
        self._unreadable: list[Unreadable] = []
        self._reader = ManifestReader(self._unreadable, as_server=as_server, selection=selection)
        self._read_already = {
            number: self._read(file)
            for number, file in enumerate(files)
            if isinstance(file[1], Source) and DEFINITION_MARK in file[1].data
        }

    def define(self, elsewhere: Sequence[Manifest]) -> list[Result]:
        """Brings all definitions into force; returns the results of those from elsewhere that are refused."""
        read = chain.from_iterable(each.manifests for each in self._read_already.values())
        return self._validation.define([each for each in read if each.is_definition], elsewhere, (), with_progress)

    def judge_all(self, processes: int) -> list[_JudgedFile]:
        """Judges all files, in so many processes."""
        pieces = list(self._pieces())
        watch = partial(with_progress_of, total=len(pieces), label="judging")
        done = share_out(lambda number: [*map(self._judge, pieces[number])], len(pieces), processes, watch)
        return [*chain.from_iterable(done)]

    def _pieces(self) -> Iterator[range]:
        """Yields the numbers of files that one process judges one after the other: several, where they are small."""
        enough = max(_PIECE_BYTES, 2 * _size_of(self._files) // MOST_PIECES)
        start = size = 0
        for number, file in enumerate(self._files, 1):
            size += _size_of((file,))
            if size >= enough or number == len(self._files):
                yield range(start, number)
                start, size = number, 0

    def _judge(self, number: int) -> _JudgedFile:
        file = self._files[number]
        if isinstance(file[1], Unreadable):
            return _JudgedFile(unreadable=[file[1]])
        known = self._read_already.get(number)
        read = known or self._read(file)
        if known is None and any(each.is_definition for each in read.manifests):
            return _JudgedFile(is_late=True)
        results = [self._validation.check(each) for each in read.manifests]
        return _JudgedFile(results, [each.key for each in read.manifests], read.unreadable, read.left_out)

    def _read(self, file: FileRead) -> _ReadFile:
        path, source = file
        manifests = [] if isinstance(source, Unreadable) else self._reader.read(path, source)
        read = _ReadFile(manifests, list(self._unreadable), list(self._selection.left_out.items()))
        self._unreadable.clear()
        self._selection.left_out.clear()
        return read
