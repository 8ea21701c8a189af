"""Maps folders of Go packages to import paths, and import paths to folders.

A package is searched, in this order, below the given roots, in the module of the importing package (go.mod, its local
replacements, `vendor`, `staging/src`), in its workspace (go.work, the modules that it uses, its `vendor`), in Go's
module cache if enabled, and by similar paths: `example.com/shop/orders`, imported below a folder `shop`, is its sibling
`orders`. Packages of Go's standard library are only searched where a root or a module names them: a folder `time` of
the project is not Go's `time`.

Nothing is downloaded; `go mod download` does that. Upstream: Go's cmd/go/internal/modload, golang.org/x/mod/module
EscapePath.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kapivara.files.reading import read_beside
from kapivara.generator.sources.go.build_constraints import is_package_file
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_REQUIRED = lazy_pattern(r"^[ \t]*(?:require[ \t]+)?([^\s()]+\.[^\s()]+)[ \t]+(v\d[^\s]*)", 8)  # re.MULTILINE
_REPLACED_of_module_cache = lazy_pattern(
    r"^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+([^\s.]\S*)[ \t]+(v\S+)", 8
)
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
    found |= {old: (new, version) for old, new, version in _REPLACED_of_module_cache.findall(text)}
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


_MODULE = lazy_pattern(r'^module\s+"?([^\s"]+)', 8)  # re.MULTILINE
_REPLACED = lazy_pattern(r"^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}/\S*)", 8)
_USED = lazy_pattern(r"^\s*(?:use\s+)?\"?(\.{1,2}(?:/[^\s\"]*)?)\"?\s*(?://.*)?$", 8)
_MOST_BYTES = 1 << 20
_MOST_MODULES = 1000  # modules of one workspace
_BESIDE_MODULE = ("vendor", "staging/src")
_STANDARD = frozenset(
    (
        *("archive", "bufio", "builtin", "bytes", "cmp", "compress", "container", "context", "crypto", "database"),
        *("debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index"),
        *("io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime"),
        *("slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode"),
        *("unique", "unsafe", "weak"),
    )
)
"""The first parts of the import paths of Go's standard library."""


@record
class Root:
    """A folder with the packages whose import paths begin with a prefix; an empty prefix stands for all packages."""

    prefix: str
    folder: Path


@record
class _Module:
    path: str
    folder: Path
    replaced: tuple[tuple[str, Path], ...] = ()
    text: str = ""
    """The content of its go.mod."""


@record
class _Workspace:
    folder: Path
    modules: tuple[_Module, ...]


class ImportPaths:
    """Finds packages, and caches the results. Folders are absolute."""

    def __init__(self, roots: Sequence[Root], cache: Path | None = None):
        self._cache = cache
        self._required: dict[str, tuple[str, str]] = {}
        """The modules that the known modules require; the first one to name a module decides its version."""
        found = [Root(each.prefix.strip("/"), each.folder.resolve()) for each in roots]
        self._roots = sorted(found, key=lambda each: -len(each.prefix))
        self._modules: dict[Path, _Module | None] = {}
        self._workspaces: dict[Path, _Workspace | None] = {}
        self._holds_go: dict[Path, bool] = {}

    def path_of(self, folder: Path) -> str:
        """Returns the import path of a folder: by the roots, by its go.mod, or else its own name.

        A folder with the name of a standard package has the name of its parent folder in front.
        """
        for root in sorted(self._roots, key=lambda each: -len(each.folder.parts)):
            if folder.is_relative_to(root.folder):
                path = _joined(root.prefix, folder.relative_to(root.folder).as_posix())
                return path if path and (root.prefix or not is_standard(path)) else _own_name(folder)
        module = self._module_of(folder)
        if module is None:
            return _own_name(folder)
        self._required = {**required_modules(module.text), **self._required}
        rest = folder.relative_to(module.folder).as_posix()
        for beside in _BESIDE_MODULE:
            if (inside := _below(beside, rest)) not in (None, "."):
                return str(inside)
        return _joined(module.path, rest)

    def folder_of(self, path: str, importer: Path) -> Path | None:
        """Returns the folder of an import path; None where no such folder contains Go files."""
        parts = path.split("/")
        if not all(parts) or any(part in (".", "..") for part in parts) or "\\" in path:
            return None
        return next((each for each in self._candidates(path, importer) if self.holds_go(each)), None)

    def _candidates(self, path: str, importer: Path) -> list[Path]:
        standard = is_standard(path)
        roots = [root for root in self._roots if root.prefix or not standard]
        found = [root.folder / rest for root in roots if (rest := _below(root.prefix, path)) is not None]
        module = self._module_of(importer)
        if module is not None:
            if (rest := _below(module.path, path)) is not None:
                found.append(module.folder / rest)
            found += [to / rest for old, to in module.replaced if (rest := _below(old, path)) is not None]
            found += [module.folder / beside / path for beside in _BESIDE_MODULE if not standard]
        if standard:
            return found
        workspace = self._workspace_of(importer)
        if workspace is not None:
            modules = [(each, rest) for each in workspace.modules if (rest := _below(each.path, path)) is not None]
            found += [each.folder / rest for each, rest in sorted(modules, key=lambda pair: -len(pair[0].path))]
            found.append(workspace.folder / "vendor" / path)
        if self._cache is not None:
            found += cached_folders(self._cache, self._required, path)
        if module is not None and "." in path.partition("/")[0]:
            return found  # the packages of a module have known folders: similar paths belong to other packages
        return found + _alike(path, importer)

    def holds_go(self, folder: Path) -> bool:
        """Returns whether a folder contains files of a Go package."""
        known = self._holds_go.get(folder)
        if known is None:
            try:
                known = any(map(is_package_file, os.listdir(folder)))
            except (OSError, ValueError):
                known = False
            self._holds_go[folder] = known
        return known

    def _module_of(self, folder: Path) -> _Module | None:
        """Returns the module that contains a folder, or None."""
        if folder not in self._modules:
            module = _read_module(folder)
            if module is None and folder.parent != folder:
                module = self._module_of(folder.parent)
            self._modules[folder] = module
        return self._modules[folder]

    def _workspace_of(self, folder: Path) -> _Workspace | None:
        """Returns the workspace that contains a folder, or None."""
        if folder not in self._workspaces:
            workspace = _read_workspace(folder)
            if workspace is None and folder.parent != folder:
                workspace = self._workspace_of(folder.parent)
            self._workspaces[folder] = workspace
        return self._workspaces[folder]


def _own_name(folder: Path) -> str:
    name, parent = folder.name, folder.parent
    while is_standard(name) and parent.name:
        name, parent = f"{parent.name}/{name}", parent.parent
    return name


def is_standard(path: str) -> bool:
    """Returns whether an import path belongs to Go's standard library."""
    return path.partition("/")[0] in _STANDARD


def _read_workspace(folder: Path) -> _Workspace | None:
    text = _text_of(folder / "go.work")
    if text is None:
        return None
    used = (_read_module((folder / each).resolve()) for each in _USED.findall(text)[:_MOST_MODULES])
    return _Workspace(folder, tuple(each for each in used if each is not None))


def _text_of(file: Path) -> str | None:
    try:
        return read_beside(str(file), _MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None


def _read_module(folder: Path) -> _Module | None:
    text = _text_of(folder / "go.mod")
    name = _MODULE.search(text) if text else None
    if text is None or name is None:
        return None
    replaced = ((old, (folder / to).resolve()) for old, to in _REPLACED.findall(text))
    return _Module(name[1], folder, tuple(sorted(replaced, key=lambda each: -len(each[0]))), text)


def _alike(path: str, importer: Path) -> list[Path]:
    """Returns folders whose path ends like an import path, from a part on that is also part of the importer's path."""
    parts = path.split("/")
    local = "." not in parts[0]  # such paths must match completely
    found = []
    for start in range(1 if local else len(parts) - 1):
        for folder in (importer, *importer.parents):
            if folder.name == parts[start] and len(parts) > start + 1:
                found.append(folder.joinpath(*parts[start + 1 :]))
    return found


def _below(prefix: str, path: str) -> str | None:
    """Returns the rest of a path after a prefix of whole parts; None where the path has no such prefix."""
    if not prefix:
        return path
    if path == prefix:
        return "."
    return path[len(prefix) + 1 :] if path.startswith(prefix + "/") else None


def _joined(prefix: str, rest: str) -> str:
    if rest == ".":
        return prefix
    return f"{prefix}/{rest}" if prefix else rest
