"""Stores the bytecode of all modules that commands import in one file; Python stores one file for each module.

A short command imports 230 modules. Finding, opening and checking their files takes 14 ms of 100 (processor time;
`python -c pass` takes 16). Importing fewer modules saves 60 µs each; commands do so too, but that is not enough.
As with Python's own files, bytecode counts only while its source has the same size and modification time.
Other modules are imported as usual, and stored when the command ends. Every entry has a checksum: a truncated or
damaged entry, here or in a file of Python, is compiled from its source. Only the launcher of a checkout uses this,
before everything else.
"""

from __future__ import annotations

import marshal
import os
import sys
from _imp import source_hash
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader

TYPE_CHECKING = False  # keeps this file's imports few: they cannot come from the store
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType
    from typing import TypeAlias

    Source: TypeAlias = tuple[str, int, int, bool]
    """A module's file, when it changed (in ns), its size, and whether it is a package."""
    Extent: TypeAlias = tuple[int, int, bytes]
    """Where a module's code begins, how long it is, and its checksum."""

_FORM = 2  # the layout of the file: a file of another layout counts as empty
_LENGTH = 8  # bytes of the table's length, and of its checksum
_MOST_BYTES = 64 << 20  # of the table
_DAMAGED = (OSError, EOFError, ValueError, TypeError, OverflowError, MemoryError, SystemError)
"""The exceptions that reading damaged bytecode may raise."""


class CodeStore:
    """Finds modules in the store; a file of another Python, or one that cannot be read, counts as empty."""

    def __init__(self, path: str):
        self._path = path
        self._file = -1
        self._table: dict[str, bytes] = {}
        """The source and extent of each module, still marshalled: a command needs only some of a thousand."""
        self._start = 0
        self._stale: set[str] = set()
        self._loaded_before = frozenset(sys.modules)
        self._folders = tuple(f"{folder}/" for folder in _path())
        try:
            self._open()
        except _DAMAGED:
            self._table = {}

    def _open(self) -> None:
        self._file = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        length = int.from_bytes(os.read(self._file, _LENGTH), "little")
        checksum = os.read(self._file, _LENGTH)
        head = os.read(self._file, min(length, _MOST_BYTES))
        if _checksum(head) != checksum:
            return
        python, table = marshal.loads(head)  # noqa: S302  trusted as Python's own files are
        if python == _this_python():
            self._table, self._start = table, 2 * _LENGTH + length

    def install(self) -> None:
        """Puts this finder first in `sys.meta_path`, and replaces Python's by one that survives damaged files."""
        others = [_CarefulFinder if finder is PathFinder else finder for finder in sys.meta_path]
        sys.meta_path[:] = [self, *others]

    def find_spec(self, name: str, _path: Sequence[str] | None = None, _target: object = None) -> ModuleSpec | None:
        """Finds a module whose source has not changed."""
        found = self._kept(name)
        if found is None:
            return None
        (file, _, _, is_package), code = found
        spec = ModuleSpec(name, _Loader(name, file, code), origin=file, is_package=is_package)
        spec.has_location = True
        spec.cached = self._path  # otherwise Python computes the name of a file that is never read: 5 µs each
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(file))
        return spec

    def _kept(self, name: str) -> tuple[Source, bytes] | None:
        """Returns the bytecode of a module whose source has not changed; None where none is stored undamaged."""
        if name not in self._table:
            return None
        source, place = _unpack(self._table[name])
        code = self._code(place) if _describe(source[0], source[3]) == source else None
        if code is None:
            self._stale.add(name)
            return None
        return source, code

    def save(self) -> None:
        """Stores the modules imported from elsewhere; ignores a failed write."""
        missing = self._missing()
        if sys.dont_write_bytecode or not (missing or self._stale):
            return
        table = {name: _unpack(packed) for name, packed in self._table.items()}
        kept = ((name, source, self._code(place)) for name, (source, place) in table.items())
        modules = {name: (source, code) for name, source, code in kept if code is not None and name not in self._stale}
        for name, loader in missing.items():
            source = _describe(loader.path, loader.is_package(name))
            if source is not None:
                modules[name] = source, marshal.dumps(loader.get_code(name))
        try:
            _write(self._path, modules)
        except OSError:
            return

    def _missing(self) -> dict[str, _Careful]:
        """Returns the modules that Python's finder loaded from the initial path."""
        loaders = {
            name: getattr(getattr(module, "__spec__", None), "loader", None)
            for name, module in list(sys.modules.items())
            if name not in self._loaded_before
        }
        return {
            name: loader
            for name, loader in loaders.items()
            if type(loader) is _Careful and loader.path.startswith(self._folders)
        }

    def _code(self, place: Extent) -> bytes | None:
        """Returns the bytecode of a module; None if it is damaged."""
        begin, length, checksum = place
        try:
            code = os.pread(self._file, length, self._start + begin)
        except OSError:
            return None
        return code if _checksum(code) == checksum else None


class _Loader(SourceFileLoader):
    """Loads a module whose bytecode is known."""

    def __init__(self, name: str, path: str, code: bytes):
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  the loader serves one module
        code: CodeType = marshal.loads(self._code)  # noqa: S302  as above
        return code


class _Careful(SourceFileLoader):
    """Loads a module as Python does, but from its source if the bytecode file is damaged."""

    def get_code(self, fullname: str) -> CodeType | None:
        try:
            return super().get_code(fullname)
        except _DAMAGED:
            code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
            return code


class _CarefulFinder(PathFinder):
    """Finds modules on the path as Python does."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = super().find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Careful(spec.loader.name, spec.loader.path)
        return spec


def _unpack(packed: bytes) -> tuple[Source, Extent]:
    unpacked: tuple[Source, Extent] = marshal.loads(packed)  # noqa: S302  as above
    return unpacked


def _checksum(data: bytes) -> bytes:
    return source_hash(0, data)


def _this_python() -> tuple[int, str, int, list[str]]:
    """Returns all that bytecode depends on besides its source: this Python, its flags, and the path."""
    return _FORM, sys.version, sys.flags.optimize, _path()


def _path() -> list[str]:
    return [os.path.abspath(folder) for folder in sys.path]


def _describe(file: str, is_package: bool) -> Source | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return file, found.st_mtime_ns, found.st_size, is_package


def _write(path: str, modules: dict[str, tuple[Source, bytes]]) -> None:
    table: dict[str, bytes] = {}
    end = 0
    for name, (source, code) in modules.items():
        table[name] = marshal.dumps((source, (end, len(code), _checksum(code))))
        end += len(code)
    head = marshal.dumps((_this_python(), table))
    pieces = (len(head).to_bytes(_LENGTH, "little"), _checksum(head), head, *(code for _, code in modules.values()))
    from kapivara.files.writing import write_file  # most runs write nothing

    write_file(path, b"".join(pieces))
