"""Which packages of Kubernetes hold the types of what a server serves by default, and where they are.

Upstream: pkg/controlplane/instance.go stableAPIGroupVersionsEnabledByDefault and its neighbour (1.37).
"""

from __future__ import annotations

import re
from pathlib import Path

_CONTROL_PLANE = "pkg/controlplane/instance.go"
_ENABLED, _DISABLED = "EnabledByDefault", "DisabledByDefault"
"""How variables with lists of versions are called."""
_VERSION = re.compile(r"(\w+)\.SchemeGroupVersion")
_IMPORT = re.compile(r'^\t(\w+) "(k8s\.io/[^"]+)"$', re.M)
_CONVERTING = "k8s.io/kubernetes/pkg/apis/"
KINDS = "k8s.io/api/"
_MARKER = "// +k8s:validation-gen="
_OF_OTHER_SERVERS = (
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1",  # not served, but what is stored
    "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1",
)
"""The servers behind kube-apiserver enable versions that they no longer have any resources of."""


class UnfitCheckoutError(Exception):
    """The sources do not look as expected; says what is missing."""


def served_packages(checkout: Path) -> list[str]:
    """Returns the import paths of all packages with types that are served by default."""
    return sorted({*_listed_packages(checkout, _ENABLED), *_OF_OTHER_SERVERS})


def switched_off_packages(checkout: Path) -> set[str]:
    """Returns the import paths of all packages with types that are served where somebody switches them on."""
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
    """Returns the files of a package that are written by hand, those named after types first."""
    folder = checkout / "staging" / "src" / path
    files = [file for file in folder.glob("*.go") if not _is_passed_over(file.name)]
    if not files:
        raise UnfitCheckoutError(f"no sources in {folder}")
    return sorted(files, key=lambda file: (not file.name.startswith("types"), file.name))


def internal_files(checkout: Path, group: str) -> list[Path]:
    """Returns the files with the internal types of a group, named as its folder below `src/kapivara/apis`."""
    return sorted((checkout / "pkg" / "apis" / group).glob("types*.go"))


def folder_of(path: str) -> Path:
    """Returns where the types of a package belong, below `src/kapivara/apis`: `core/v1`."""
    return Path(*path.split("/")[-2:])


def validation_marker(checkout: Path, path: str) -> str:
    """Returns the line by which a package has validators made of its tags; empty where it asks for none.

    It stands in the package that converts the types.
    """
    file = checkout / "pkg" / "apis" / folder_of(path) / "doc.go"
    lines = file.read_text().splitlines() if is_of_kinds(path) and file.is_file() else []
    return next((line for line in lines if line.startswith(_MARKER)), "")


def is_of_kinds(path: str) -> bool:
    """Tells whether a package declares kinds, and no types that all kinds share."""
    return path.startswith(KINDS)


def _is_passed_over(name: str) -> bool:
    return name.endswith("_test.go") or "generated" in name
