"""Versions of kinds that are not served by default: the release of their removal, and their replacement.

Upstream: zz_generated.prerelease-lifecycle.go beside the types, register.go GroupName (1.37).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from scripts.gathering.packages import KINDS, source_files, switched_off_packages
from scripts.gathering.reading import GoType, read_go

_LIFECYCLE = "zz_generated.prerelease-lifecycle.go"
_GROUP = re.compile(r'^const GroupName = "([^"]*)"$', re.M)
_REMOVED = re.compile(r"^func \(in \*(\w+)\) APILifecycleRemoved\(\) [^{]*\{\s*return (\d+), (\d+)$", re.M)
_REPLACED = re.compile(
    r'^func \(in \*(\w+)\) APILifecycleReplacement\(\) [^{]*\{\s*return [\w.]+\{Group: "([^"]*)", Version: "([^"]*)"',
    re.M,
)
_UNKNOWN = "-"
_EMBEDDED = {"TypeMeta", "ObjectMeta"}


def other_versions(checkout: Path, served: Collection[str]) -> list[str]:
    """Returns a row for each kind of a package that is not served: apiVersion, kind, release, apiVersion instead.

    The release is the first that does not serve the kind even if it is enabled; a dash if unknown. The replacement may
    be missing. Types that are no resources of any server are omitted.
    """
    folder = checkout / "staging" / "src" / KINDS
    packages = sorted(file.parent for file in folder.glob("*/*/register.go"))
    off = switched_off_packages(checkout)
    rows: list[str] = []
    for package in packages:
        path = f"{KINDS}{package.parent.name}/{package.name}"
        if path not in served:
            rows += [row for row in _rows(checkout, path, package) if path in off or _UNKNOWN not in row.split()]
    return rows


def _rows(checkout: Path, path: str, package: Path) -> Iterator[str]:
    group = _GROUP.search((package / "register.go").read_text())
    if group is None:
        return
    api_version = f"{group[1]}/{package.name}"
    file = package / _LIFECYCLE
    text = file.read_text() if file.exists() else ""
    removed = {name: f"{major}.{minor}" for name, major, minor in _REMOVED.findall(text)}
    replaced = {name: f"{group}/{version}" for name, group, version in _REPLACED.findall(text)}
    types = [each for source in source_files(checkout, path) for each in read_go(source).types]
    for kind in sorted(each.name for each in types if _is_kind(each)):
        yield f"{api_version} {kind} {removed.get(kind, _UNKNOWN)} {replaced.get(kind, '')}".rstrip()


def _is_kind(declared: GoType) -> bool:
    """Returns whether a type is that of objects with a name."""
    return {field.key for field in declared.fields if not field.name} >= _EMBEDDED
