"""Warnings about files of one volume that would overwrite each other.

Upstream: pkg/api/pod/warnings.go warningsForOverlappingVirtualPaths (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from kapivara.values.record import record
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_MOST_CLASHES: Final = 1000
"""The maximum number of conflicts reported; clients receive far fewer warnings."""


_FEWEST: Final = 2
"""The minimum number of files for a conflict."""


@record
class _File:
    """A file of a volume, and its source if the volume has several sources."""

    path: str
    source: str = ""

    def __str__(self) -> str:
        return f"{quote(self.path)} ({self.source})" if self.source else quote(self.path)


def overlap_warnings(volumes: Iterable[v1.Volume]) -> Iterator[str]:
    """Warns of equal or nested file paths in volumes of files."""
    return islice(_all_overlaps(volumes), _MOST_CLASHES)


def _all_overlaps(volumes: Iterable[v1.Volume]) -> Iterator[str]:
    for volume in volumes:
        for name, files in _made_of_items(volume):
            yield from _overlaps(volume["name"], name, files)
        if projected := volume.get("projected"):
            files = []
            for source in projected["sources"] or ():
                if not source:
                    yield f"volume {quote(volume['name'])} (Projected) has no sources provided"
                files += _projected_files(source)
            yield from _overlaps(volume["name"], "Projected", files)


def _made_of_items(volume: v1.Volume) -> Iterator[tuple[str, list[_File]]]:
    if (source := volume.get("configMap")) and len(items := source.get("items", ())) >= _FEWEST:
        yield f"ConfigMap {quote(source.get('name', ''))}", _files(items)
    if (secret := volume.get("secret")) and len(items := secret.get("items", ())) >= _FEWEST:
        yield f"Secret {quote(secret.get('secretName', ''))}", _files(items)
    if (downward := volume.get("downwardAPI")) and len(files := downward.get("items", ())) >= _FEWEST:
        yield "DownwardAPI", _files(files)


def _files(items: Iterable[Any], source: str = "") -> list[_File]:
    return [_File(each["path"], source) for each in items]


def _projected_files(source: v1.VolumeProjection) -> list[_File]:
    """Returns the files of a source. Kept: of several sources in one, the first with files counts."""
    if items := source.get("configMap", {}).get("items"):
        return _files(items, f"ConfigMap {quote(source['configMap'].get('name', ''))}")
    if items := source.get("secret", {}).get("items"):
        return _files(items, f"Secret {quote(source['secret'].get('name', ''))}")
    if downward := source.get("downwardAPI", {}).get("items"):
        return _files(downward, "DownwardAPI")
    if (token := source.get("serviceAccountToken")) is not None:
        return [_File(token["path"], "ServiceAccountToken")]
    if (bundle := source.get("clusterTrustBundle")) is not None:
        name = bundle.get("name", bundle.get("signerName", ""))
        return [_File(bundle["path"], f"ClusterTrustBundle {quote(name)}")]
    return _certificate_files(source.get("podCertificate", {}))


def _certificate_files(certificate: Any) -> list[_File]:
    kinds = (
        ("certificateChainPath", "PodCertificate chain"),
        ("keyPath", "PodCertificate key"),
        ("credentialBundlePath", "PodCertificate credential bundle"),
    )
    return [_File(certificate[field], name) for field, name in kinds if certificate.get(field)]


def _overlaps(volume: str, source: str, files: Sequence[_File]) -> Iterator[str]:
    if len(files) < _FEWEST:
        return
    known = _KnownFiles()
    for file in files:
        file = _File(file.path.rstrip("/"), file.source)
        for other in known.add(file):
            yield f"volume {quote(volume)} ({source}): overlapping paths: {file} with {other}"


class _Folder:
    """A folder or a file of a volume, which may also be a folder to other files."""

    __slots__ = ("below", "here", "inside")

    def __init__(self) -> None:
        self.inside: dict[str, _Folder] = {}
        self.here: list[tuple[int, _File]] = []
        self.below: list[tuple[int, _File]] = []


class _KnownFiles:
    """The files of a volume so far, in their order."""

    def __init__(self) -> None:
        self._root = _Folder()
        self._count = 0

    def add(self, file: _File) -> list[_File]:
        """Adds a file; returns earlier files whose path is the same, or contains it or lies in it, in order."""
        if not file.path:
            return []
        self._count += 1
        numbered = self._count, file
        folder, clashes = self._root, []
        for name in file.path.split("/"):
            clashes += folder.here
            folder.below.append(numbered)
            folder = folder.inside.setdefault(name, _Folder())
        clashes += [*folder.here[:_MOST_CLASHES], *folder.below[:_MOST_CLASHES]]
        folder.here.append(numbered)
        return [other for _, other in sorted(clashes, key=lambda each: each[0])]
