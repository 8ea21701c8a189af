"""Go's module cache: where the sources of required modules are, by what go.mod says of them.

Nothing is downloaded, `go mod download` does that. Upstream: Go's cmd/go/internal/modload, golang.org/x/mod/module
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
    """Returns the folder of the module cache, by the environment, as Go does; None where there is none."""
    given = os.environ.get("GOMODCACHE")
    if not given:
        path = os.environ.get("GOPATH", "").split(os.pathsep)[0] or os.path.join(os.path.expanduser("~"), "go")
        given = os.path.join(path, "pkg", "mod")
    return Path(given) if os.path.isdir(given) else None


def required_modules(text: str) -> dict[str, tuple[str, str]]:
    """Reads what a go.mod requires: by module path, the path and version that stand for it, replacements counted in."""
    found = {path: (path, version) for path, version in _REQUIRED.findall(text) if "=>" not in path}
    found |= {old: (new, version) for old, new, version in _REPLACED.findall(text)}
    return found


def cached_folders(cache: Path, required: Mapping[str, tuple[str, str]], path: str) -> Iterator[Path]:
    """Lists the folders in the cache that a package may be in, that of the longest module path first."""
    parts = path.split("/")
    for length in range(len(parts), 0, -1):
        found = required.get("/".join(parts[:length]))
        if found is not None:
            yield cache.joinpath(f"{_escaped(found[0])}@{_escaped(found[1])}", *parts[length:])


def _escaped(text: str) -> str:
    """Writes capital letters as file systems without them can tell them apart."""
    return _CAPITAL.sub(lambda found: f"!{found[0].lower()}", text)
