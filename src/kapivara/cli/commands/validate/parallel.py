"""Validates many files in several processes: one process reads and validates each file.

CRDs are created in the process from which all others are forked: files that mention their kind are read there, and
files that may need CRDs wait until all CRDs are known. Other processes start at once with files that mention only
groups and versions of built-in kinds. If a file turns out to hold a CRD nevertheless, with its kind written in an
unusual way, the results are discarded.

The numbers of the pieces are in pipes, from which every process reads. Results come back through another pipe, as one
pickle each. Some pieces may wait until this process has prepared something; processes forked earlier work on the
others. Pieces whose results a process did not return, for whatever reason, run here at the end, so that work that
raises an exception raises it here.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, NoReturn, TypeVar

from kapivara.apis.catalog.rows import CATALOG
from kapivara.cli.commands.validate.input import Judged
from kapivara.cli.findings import Result, Unreadable
from kapivara.cli.framework.terminal import with_progress, with_progress_of
from kapivara.cli.inputs.files import Source
from kapivara.cli.inputs.manifest_reader import FileRead, ManifestReader, read_manifests
from kapivara.cli.inputs.manifests import DEFINITION_MARK, Key, Manifest
from kapivara.cli.inputs.selection import LeftOut, Selection
from kapivara.cli.validation.dry_run import Validation
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.record import record

Piece = TypeVar("Piece")

_NUMBER: Final = 4  # bytes: all numbers fit into a pipe, and each is read in one piece
MOST_PIECES: Final = 4096


def processors() -> int:
    """Returns how many processes can run in parallel; 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(
    work: Callable[[int], Piece],
    count: int,
    processes: int,
    watch: Callable[[Iterator[int]], Iterator[int]] = iter,
    *,
    prepare: Callable[[], object] = lambda: None,
    waiting: int = 0,
) -> list[Piece]:
    """Runs the pieces `range(count)` in several processes, and returns their results in order.

    The first `waiting` pieces run after `prepare`, which is called in this process. `watch` passes on the numbers of
    the pieces that run in this process. `count` may be at most MOST_PIECES.
    """
    at_once = _Numbers(range(waiting, count))
    later = _Numbers(range(waiting))
    early = _share(processes - 1, count - waiting, count)
    copies: list[_Copy] = []
    gc.freeze()  # existing objects are excluded from collections, so that forked processes keep sharing their pages
    try:
        copies += [_Copy(work, at_once) for _ in range(early)]
        prepare()
        gc.freeze()
        copies += [_Copy(work, later, at_once) for _ in range(processes - 1 - early)]
        done = {number: work(number) for number in watch(chain(later, at_once))}
        for copy in copies:
            done |= copy.delivered()
    finally:
        later.close()
        at_once.close()
        gc.unfreeze()
        for copy in copies:
            copy.end()
    return [done[number] if number in done else work(number) for number in range(count)]


def _share(copies: int, at_once: int, count: int) -> int:
    """Returns how many processes to fork at once: their share of all work, at least one if there is work."""
    return min(copies, -(-copies * at_once // count)) if count else 0


class _Numbers:
    """Numbers in a pipe, each of which one process takes."""

    def __init__(self, numbers: range) -> None:
        self._waiting, output = os.pipe()
        os.write(output, b"".join(number.to_bytes(_NUMBER, "little") for number in numbers))
        os.close(output)

    def __iter__(self) -> Iterator[int]:
        while number := os.read(self._waiting, _NUMBER):
            yield int.from_bytes(number, "little")

    def close(self) -> None:
        """Stops taking numbers in this process."""
        os.close(self._waiting)


class _Copy:
    """A forked process, which works until no numbers are left."""

    def __init__(self, work: Callable[[int], Any], *numbers: Iterable[int]) -> None:
        self._output, output = os.pipe()
        self._process: int | None = os.fork()
        if not self._process:
            os.close(self._output)
            _work_as_copy(work, chain(*numbers), output)
        os.close(output)

    def delivered(self) -> dict[int, Any]:
        """Waits for the process; returns its results by number, none if it failed."""
        import pickle

        done: dict[int, Any] = {}
        with open(self._output, "rb", closefd=False) as stream:
            try:
                while True:
                    done |= pickle.load(stream)  # noqa: S301  written by our own process, through a private pipe
            except (EOFError, pickle.UnpicklingError):
                return done

    def end(self) -> None:
        """Kills the process if it still runs, and reaps it."""
        os.close(self._output)
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = None


def _work_as_copy(work: Callable[[int], Any], numbers: Iterable[int], output: int) -> NoReturn:
    code = 1
    try:
        import pickle

        pickles = [pickle.dumps({number: work(number)}, protocol=pickle.HIGHEST_PROTOCOL) for number in numbers]
        with open(output, "wb") as stream:
            stream.write(b"".join(pickles))
        code = 0
    finally:
        os._exit(code)  # in any case: cleanup is left to the parent process


_WORTH_BYTES: Final = 256 << 10
"""The number of bytes that make another process worthwhile; validating them takes about a fifth of a second."""
_PIECE_BYTES: Final = 16 << 10
_GROUP: Final = lazy_bytes_pattern(rb"""apiVersion["']?:[ "']*([A-Za-z0-9.-]+/[A-Za-z0-9]*)""")
"""Matches nearly every group and version of an object."""


def judge_files(
    files: Sequence[FileRead],
    make_validation: Callable[[], Validation],
    *,
    crds: Iterable[str],
    selection: Selection,
    as_server: bool,
    jobs: int,
) -> Judged | None:
    """Validates files in `jobs` processes, with CRDs from elsewhere; 0 jobs for as many processes as are worthwhile.

    Returns None, without side effects, if one process is faster or required.
    """
    processes = jobs or min(processors(), _size_of(files) // _WORTH_BYTES)
    if processes <= 1:
        return None
    import orjson  # noqa: F401  imported before the fork: all processes use it, and it speeds up comparing schemas

    unreadable: list[Unreadable] = []
    judge = _FileJudge(files, make_validation(), selection.anew(), as_server=as_server)
    judged = judge.judge_all(processes, lambda: read_manifests(crds, unreadable))
    if judge.redefines_built_in or any(each.is_late for each in judged):
        return None
    for each in judged:
        selection.add(each.left_out)
    return Judged(
        [*judge.refused, *chain.from_iterable(each.results for each in judged)],
        [*chain.from_iterable(each.keys for each in judged)],
        [*chain.from_iterable(each.unreadable for each in judged), *unreadable],
    )


def _size_of(files: Iterable[FileRead]) -> int:
    return sum(len(source.data) for _, source in files if isinstance(source, Source))


@record(eq=False)
class _JudgedFile:
    """The outcome for one file: results with the keys of their objects, read errors, and counts of left-out objects."""

    results: Sequence[Result] = ()
    keys: Sequence[Key | None] = ()
    unreadable: Sequence[Unreadable] = ()
    left_out: LeftOut = LeftOut()
    is_late: bool = False
    """Whether the file holds a CRD that was not known before."""


_NOTHING: Final = _JudgedFile()


@record(eq=False)
class _ReadFile:
    manifests: Sequence[Manifest]
    unreadable: Sequence[Unreadable]
    left_out: LeftOut


class _FileJudge:
    """Validates files; `refused` holds the results of CRDs from elsewhere that were rejected."""

    def __init__(
        self, files: Sequence[FileRead], validation: Validation, selection: Selection, *, as_server: bool
    ) -> None:
        self._files = files
        self._validation = validation
        self._selection = selection
        self._unreadable: list[Unreadable] = []
        self._reader = ManifestReader(self._unreadable, as_server=as_server, selection=selection, packed=False)
        self._read_already: dict[int, _ReadFile] = {}
        self._is_defined = False
        self.refused: Sequence[Result] = ()
        self.redefines_built_in = False
        """Whether a CRD defines a built-in kind, which the workers do not expect before all CRDs are known."""

    def judge_all(self, processes: int, find_more: Callable[[], Iterable[Manifest]]) -> list[_JudgedFile]:
        """Validates all files in several processes, with their own CRDs and those that `find_more` returns."""
        later, at_once = self._sorted()
        waiting = [*self._pieces(later)]
        pieces = [*waiting, *self._pieces(at_once)]
        done = share_out(
            lambda number: [*map(self._judge, pieces[number])],
            len(pieces),
            processes,
            partial(with_progress_of, total=len(pieces), label="judging"),
            prepare=lambda: self._define(find_more()),
            waiting=len(waiting),
        )
        judged = dict(zip(chain.from_iterable(pieces), chain.from_iterable(done), strict=True))
        return [judged[number] or self._judge(number) or _NOTHING for number in range(len(self._files))]

    def _sorted(self) -> tuple[list[int], list[int]]:
        """Splits the files into those that may need CRDs and those that do not; a guess that is verified later."""
        later: list[int] = []
        at_once: list[int] = []
        groups = {f"{row.group}/{version}".encode() for row in CATALOG for version in row.versions}
        for number, (_, source) in enumerate(self._files):
            needs_none = isinstance(source, Unreadable) or groups.issuperset(_GROUP.findall(source.data))
            (at_once if needs_none and not self._may_define(number) else later).append(number)
        return later, at_once

    def _may_define(self, number: int) -> bool:
        source = self._files[number][1]
        return isinstance(source, Source) and DEFINITION_MARK in source.data

    def _pieces(self, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
        """Yields groups of files that one process validates in sequence: small files together."""
        enough = max(_PIECE_BYTES, 2 * _size_of(self._files) // MOST_PIECES)
        piece: list[int] = []
        size = 0
        for number in numbers:
            piece.append(number)
            size += _size_of((self._files[number],))
            if size >= enough:
                yield piece
                piece, size = [], 0
        if piece:
            yield piece

    def _define(self, elsewhere: Iterable[Manifest]) -> None:
        """Creates all CRDs."""
        self._read_already = {
            number: self._read(file) for number, file in enumerate(self._files) if self._may_define(number)
        }
        read = chain.from_iterable(each.manifests for each in self._read_already.values())
        own = [each for each in read if each.is_definition]
        others = [each for each in elsewhere if each.is_definition]
        self.refused = self._validation.define(own, others, (), with_progress)
        self.redefines_built_in = self._validation.redefines_built_in
        self._is_defined = True

    def _judge(self, number: int) -> _JudgedFile | None:
        """Validates a file; returns None if it turns out to need CRDs before they are created."""
        file = self._files[number]
        if isinstance(file[1], Unreadable):
            return _JudgedFile(unreadable=[file[1]])
        known = self._read_already.get(number)
        read = known or self._read(file)
        if not self._is_defined:
            if not all(map(self._validation.is_built_in, read.manifests)):
                return None
        elif known is None and any(each.is_definition for each in read.manifests):
            return _JudgedFile(is_late=True)
        results = [self._validation.check(each) for each in read.manifests]
        return _JudgedFile(results, [each.key for each in read.manifests], read.unreadable, read.left_out)

    def _read(self, file: FileRead) -> _ReadFile:
        path, source = file
        manifests = [] if isinstance(source, Unreadable) else self._reader.read(path, source)
        read = _ReadFile(manifests, list(self._unreadable), self._selection.take_counts())
        self._unreadable.clear()
        return read
