"""Finds the sources of required modules in Go's module cache, by the versions in go.mod.

Nothing is downloaded; `go mod download` does that. Upstream: Go's cmd/go/internal/modload, golang.org/x/mod/module
EscapePath.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from kapivara.values.lazy_pattern import lazy_pattern

_REQUIRED = lazy_pattern(r"^[ \t]*(?:require[ \t]+)?([^\s()]+\.[^\s()]+)[ \t]+(v\d[^\s]*)", 8)  # re.MULTILINE
_REPLACED = lazy_pattern(r"^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+([^\s.]\S*)[ \t]+(v\S+)", 8)
_CAPITAL = lazy_pattern(r"[A-Z]")


def module_cache() -> Path | None:
    """Returns the folder of the module cache from the environment variables of Go; None where it does not exist."""
    given = os.environ.get("GOMODCACHE")
    if not given:
        path = os.environ.get("GOPATH", "").split(os.pathsep)[0] or os.path.join(os.path.expanduser("~"), "go")
        given = os.path.join(path, "pkg", "mod")
    return Path(given) if os.path.isdir(given) else None


def required_modules(text: str) -> dict[str, tuple[str, str]]:
    """Parses the requirements of a go.mod: path and version by module path, after replacements."""
    found = {path: (path, version) for path, version in _REQUIRED.findall(text) if "=>" not in path}
    found |= {old: (new, version) for old, new, version in _REPLACED.findall(text)}
    return found


def cached_folders(cache: Path, required: Mapping[str, tuple[str, str]], path: str) -> Iterator[Path]:
    """Yields the cache folders that may contain a package, that of the longest module path first."""
    parts = path.split("/")
    for length in range(len(parts), 0, -1):
        found = required.get("/".join(parts[:length]))
        if found is not None:
            yield cache.joinpath(f"{_escaped(found[0])}@{_escaped(found[1])}", *parts[length:])


def _escaped(text: str) -> str:
    """Escapes capital letters, for file systems that ignore case."""
    return _CAPITAL.sub(lambda found: f"!{found[0].lower()}", text)
