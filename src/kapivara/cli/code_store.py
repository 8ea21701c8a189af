"""Keeps the code of all modules that commands import in one file, where Python keeps each in a file of its own.

A short command imports a few hundred modules, and to find, open and check as many files takes a fifth of its time.
As with Python's own files, code counts only while its source has the size and the time that it had when the code was
kept; all else is imported the usual way, and kept when the command ends. Only the launcher of a checkout uses this,
before everything else.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader

TYPE_CHECKING = False  # what this file imports does not come from the store, so it is next to nothing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType
    from typing import TypeAlias

    Source: TypeAlias = tuple[str, int, int, bool]
    """A module's file, when it changed (in ns), its size, and whether it is a package."""
    Place: TypeAlias = tuple[int, int]
    """Where a module's code begins, and how long it is."""

_LENGTH = 8  # bytes, before the table


class CodeStore:
    """Finds modules in the store; a file that another Python wrote, or that cannot be read, is an empty one."""

    def __init__(self, path: str):
        self._path = path
        self._file = -1
        self._table: dict[str, tuple[Source, Place]] = {}
        self._start = 0
        self._stale: set[str] = set()
        self._loaded_before = frozenset(sys.modules)
        self._folders = tuple(f"{folder}/" for folder in _path())
        try:
            self._open()
        except (OSError, EOFError, ValueError, TypeError, OverflowError, MemoryError):
            self._table = {}

    def _open(self) -> None:
        self._file = os.open(self._path, os.O_RDONLY)
        length = int.from_bytes(os.read(self._file, _LENGTH), "little")
        python, table = marshal.loads(os.read(self._file, length))  # noqa: S302  trusted as Python's own files are
        if python == _this_python():
            self._table, self._start = table, _LENGTH + length

    def find_spec(self, name: str, _path: Sequence[str] | None = None, _target: object = None) -> ModuleSpec | None:
        """Finds a module whose source has not changed."""
        if name not in self._table:
            return None
        source, place = self._table[name]
        file, _, _, is_package = source
        if _describe(file, is_package) != source:
            self._stale.add(name)
            return None
        spec = ModuleSpec(name, _Loader(name, file, self._code(place)), origin=file, is_package=is_package)
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(file))
        return spec

    def save(self) -> None:
        """Keeps what was imported from elsewhere; where that cannot be written, the next start is as slow."""
        missing = self._missing()
        if sys.dont_write_bytecode or not (missing or self._stale):
            return
        modules = {
            name: (source, self._code(place))
            for name, (source, place) in self._table.items()
            if name not in self._stale
        }
        for name, loader in missing.items():
            source = _describe(loader.path, loader.is_package(name))
            if source is not None:
                modules[name] = source, marshal.dumps(loader.get_code(name))
        try:
            _write(self._path, modules)
        except OSError:
            return

    def _missing(self) -> dict[str, SourceFileLoader]:
        """Lists the modules that Python found by itself, on the path that it had from the start."""
        loaders = {
            name: getattr(getattr(module, "__spec__", None), "loader", None)
            for name, module in list(sys.modules.items())
            if name not in self._loaded_before
        }
        return {
            name: loader
            for name, loader in loaders.items()
            if type(loader) is SourceFileLoader and loader.path.startswith(self._folders)
        }

    def _code(self, place: Place) -> bytes:
        begin, length = place
        return os.pread(self._file, length, self._start + begin)


class _Loader(SourceFileLoader):
    """Loads a module whose code is known."""

    def __init__(self, name: str, path: str, code: bytes):
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  the name is the one that it was made for
        code: CodeType = marshal.loads(self._code)  # noqa: S302  as above
        return code


def _this_python() -> tuple[str, int, list[str]]:
    """What code depends on beside its source: where modules come from, and what reads them."""
    return sys.version, sys.flags.optimize, _path()


def _path() -> list[str]:
    return [os.path.abspath(folder) for folder in sys.path]


def _describe(file: str, is_package: bool) -> Source | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return file, found.st_mtime_ns, found.st_size, is_package


def _write(path: str, modules: dict[str, tuple[Source, bytes]]) -> None:
    table: dict[str, tuple[Source, Place]] = {}
    end = 0
    for name, (source, code) in modules.items():
        table[name] = source, (end, len(code))
        end += len(code)
    head = marshal.dumps((_this_python(), table))
    unfinished = f"{path}.{os.getpid()}"
    with open(unfinished, "wb") as file:
        file.write(len(head).to_bytes(_LENGTH, "little") + head)
        file.writelines(code for _, code in modules.values())
    os.replace(unfinished, path)
