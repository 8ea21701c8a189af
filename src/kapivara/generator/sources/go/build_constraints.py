"""Selects the Go files of a package by their names, their build constraints and their content.

Packages are read as if built for linux on amd64, without further build tags.
Upstream: Go's go/build/constraint and go/build goodOSArchFile.
"""

from __future__ import annotations

import re

from kapivara.values.lazy_pattern import lazy_bytes_pattern, lazy_pattern

_SYSTEMS = {
    *("aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd"),
    *("openbsd", "plan9", "solaris", "wasip1", "windows", "zos"),
}
_MACHINES = {
    *("386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le"),
    *("riscv64", "s390x", "sparc64", "wasm"),
}
_CHOSEN = frozenset(("linux", "amd64", "unix", "gc", "cgo"))
_CONSTRAINT = lazy_bytes_pattern(rb"^//go:build[ \t]+([^\r\n]*)", 8)  # re.MULTILINE
_OLD_CONSTRAINT = lazy_bytes_pattern(rb"^[ \t]*+//[ \t]*+\+build(?:[ \t]++([^\r\n]*+))?\r?$", 8)
_COMMENTS = lazy_bytes_pattern(rb"(?:[ \t]*(?://[^\n]*)?\r?\n|[ \t]*/\*[\s\S]*?\*/)*")
_LINES_BEFORE_A_BLANK = lazy_bytes_pattern(rb"(?:(?:[ \t]*//[^\n]*\n)*[ \t]*\r?\n)*")
_WORD = lazy_pattern(r"!?[\w.]+")
_GENERATED = lazy_bytes_pattern(rb"^// Code generated .* DO NOT EDIT\.\r?$", 8)
_DECLARES = lazy_bytes_pattern(rb"^(?:type\b|const\s*\(|const\s+(?!_\b)|func ValidateCustom_)", 8)
_PARTS = lazy_pattern(r"\s*(&&|\|\||!|\(|\)|[\w.]+)")
_MOST_PARTS = 200


def is_package_file(name: str) -> bool:
    """Returns True unless the name is that of a test, a hidden file, or a file for another operating system or CPU."""
    if not name.endswith(".go") or name.endswith("_test.go") or name[0] in "._":
        return False
    words = name[:-3].split("_")[1:]
    if len(words) > 1 and words[-1] in _MACHINES and words[-2] in _SYSTEMS:
        return words[-1] in _CHOSEN and words[-2] in _CHOSEN
    return not words or words[-1] in _CHOSEN or words[-1] not in _SYSTEMS | _MACHINES


def is_built(data: bytes) -> bool:
    """Returns True if a file's build constraint is satisfied: its `//go:build` line, or else its `// +build` lines."""
    found = _CONSTRAINT.search(data, 0, _end(_COMMENTS.match(data)))
    if found is None:
        return _holds_as_before(data[: _end(_LINES_BEFORE_A_BLANK.match(data))])
    parts = _PARTS.findall(found[1].decode(errors="replace"))
    if len(parts) > _MOST_PARTS:
        return True
    return _Expression(parts).holds()


def _end(found: re.Match[bytes] | None) -> int:
    return found.end() if found else 0


def _holds_as_before(header: bytes) -> bool:
    """Returns True if all `// +build` lines of the file's header are satisfied.

    A line needs one of its options (separated by blanks); an option needs all of its words (separated by commas).
    """
    if b"+build" not in header:
        return True
    lines = (line.decode(errors="replace") for line in _OLD_CONSTRAINT.findall(header))
    return all(any(all(map(_word_holds, option.split(","))) for option in line.split()) for line in lines)


def _word_holds(word: str) -> bool:
    return _WORD.fullmatch(word) is not None and _is_chosen(word.removeprefix("!")) != word.startswith("!")


def _is_chosen(word: str) -> bool:
    return word in _CHOSEN or word.startswith("go1.")


def is_worth_parsing(data: bytes) -> bool:
    """Returns whether a file may declare relevant types or functions; generated files with only methods do not."""
    return not _GENERATED.search(data, 0, 4096) or _DECLARES.search(data) is not None


class _Expression:
    """A build constraint, split into tokens. A missing closing bracket is ignored."""

    def __init__(self, parts: list[str]):
        self._parts = parts[::-1]

    def holds(self) -> bool:
        value = self._all_of()
        while self._take("||"):
            value |= self._all_of()
        return value

    def _all_of(self) -> bool:
        value = self._one()
        while self._take("&&"):
            value &= self._one()
        return value

    def _one(self) -> bool:
        if self._take("!"):
            return not self._one()
        if self._take("("):
            value = self.holds()
            self._take(")")
            return value
        if not self._parts:
            return True
        return _is_chosen(self._parts.pop())

    def _take(self, part: str) -> bool:
        if self._parts and self._parts[-1] == part:
            self._parts.pop()
            return True
        return False
