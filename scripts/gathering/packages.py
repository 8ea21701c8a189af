"""The packages of Kubernetes with the types that a server serves by default, and their folders.

Upstream: pkg/controlplane/instance.go stableAPIGroupVersionsEnabledByDefault and its neighbour (1.37).
"""

from __future__ import annotations

import re
from pathlib import Path

_CONTROL_PLANE = "pkg/controlplane/instance.go"
_ENABLED, _DISABLED = "EnabledByDefault", "DisabledByDefault"
"""The names of variables with lists of versions."""
_VERSION = re.compile(r"(\w+)\.SchemeGroupVersion")
_IMPORT = re.compile(r'^\t(\w+) "(k8s\.io/[^"]+)"$', re.M)
_CONVERTING = "k8s.io/kubernetes/pkg/apis/"
KINDS = "k8s.io/api/"
_MARKER = "// +k8s:validation-gen="
_OF_OTHER_SERVERS = (
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1",  # not served, but stored
    "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1",
)
"""Versions that the servers behind kube-apiserver enable, although they no longer have any resources."""


class UnfitCheckoutError(Exception):
    """The sources do not have the expected form; the message names the missing part."""


def served_packages(checkout: Path) -> list[str]:
    """Returns the import paths of all packages with types that are served by default."""
    return sorted({*_listed_packages(checkout, _ENABLED), *_OF_OTHER_SERVERS})


def switched_off_packages(checkout: Path) -> set[str]:
    """Returns the import paths of all packages with types that are served if they are enabled."""
    return _listed_packages(checkout, _DISABLED)


def _listed_packages(checkout: Path, lists: str) -> set[str]:
    file = checkout / _CONTROL_PLANE
    if not file.is_file():
        raise UnfitCheckoutError(f"no {_CONTROL_PLANE} in {checkout}: not a checkout of Kubernetes")
    text = file.read_text()
    paths = dict(_IMPORT.findall(text))
    found = re.findall(lists + r" = \[\]schema\.GroupVersion\{([^}]*)\}", text)
    names = [name for versions in found for name in _VERSION.findall(versions)]
    unknown = [name for name in names if name not in paths]
    if unknown or not names:
        raise UnfitCheckoutError(f"cannot tell from {file} what is served: {', '.join(unknown) or 'nothing found'}")
    # Some versions are named by the package that converts them.
    return {paths[name].replace(_CONVERTING, KINDS) for name in names}


def source_files(checkout: Path, path: str) -> list[Path]:
    """Returns the hand-written files of a package, those named after types first."""
    folder = checkout / "staging" / "src" / path
    files = [file for file in folder.glob("*.go") if not _is_passed_over(file.name)]
    if not files:
        raise UnfitCheckoutError(f"no sources in {folder}")
    return sorted(files, key=lambda file: (not file.name.startswith("types"), file.name))


def internal_files(checkout: Path, group: str) -> list[Path]:
    """Returns the files with the internal types of a group, named as its folder below `src/kapivara/apis/groups`."""
    return sorted((checkout / "pkg" / "apis" / group).glob("types*.go"))


def folder_of(path: str) -> Path:
    """Returns the folder of the types of a package below `src/kapivara/apis/groups`: `core/v1`."""
    return Path(*path.split("/")[-2:])


def validation_marker(checkout: Path, path: str) -> str:
    """Returns the line that requests validators for a package; empty if it has none.

    It stands in the package that converts the types.
    """
    file = checkout / "pkg" / "apis" / folder_of(path) / "doc.go"
    lines = file.read_text().splitlines() if is_of_kinds(path) and file.is_file() else []
    return next((line for line in lines if line.startswith(_MARKER)), "")


def is_of_kinds(path: str) -> bool:
    """Returns whether a package declares kinds, and not only types that all kinds share."""
    return path.startswith(KINDS)


def _is_passed_over(name: str) -> bool:
    return name.endswith("_test.go") or "generated" in name
