"""Which of what is found is judged: files that are excluded or hold no object, kinds that are picked or skipped.

What is left out is counted, so that a report can tell.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from kapivara.cli.manifests import Manifest
from kapivara.cli.path_overrides import PathOverride, matches, settings_of
from kapivara.cli.sources import File
from kapivara.meta.identity import Identity

_NO_MANIFESTS = frozenset(("chart.yaml", "chart.yml", "kustomization.yaml", "kustomization.yml"))
"""Files of other tools that lie among manifests."""
_ALIKE = 0.85
"""So alike are a kind and its plural, or its name with a slip; HTTPRoute and TCPRoute are less."""
WITHOUT_OBJECTS = "files that hold no Kubernetes object"


class Selection:
    """What one run judges; `left_out` tells how much of what it does not."""

    def __init__(
        self,
        *,
        only: Sequence[str] = (),
        skip: Sequence[str] = (),
        exclude: Sequence[str] = (),
        overrides: Sequence[PathOverride] = (),
    ) -> None:
        self._kinds = {"only": tuple(only), "skip": tuple(skip)}
        self._exclude = tuple(exclude)
        self._overrides = overrides
        self._near: dict[tuple[str, frozenset[str]], str] = {}
        self.left_out: dict[str, int] = {}

    def anew(self) -> Selection:
        """Returns one that takes the same, and has left nothing out yet."""
        return Selection(**self._kinds, exclude=self._exclude, overrides=self._overrides)

    def of_files(self) -> Selection:
        """Returns one that takes the same files, and objects of all kinds: for what was there before."""
        return Selection(exclude=self._exclude)

    def add(self, left_out: Iterable[tuple[str, int]]) -> None:
        """Counts what was left out elsewhere."""
        for what, count in left_out:
            self.left_out[what] = self.left_out.get(what, 0) + count

    @property
    def left_out_in_order(self) -> tuple[tuple[str, int], ...]:
        """What was left out, first files and then objects, whatever the order that they came in."""
        return tuple(sorted(self.left_out.items(), key=lambda each: (not each[0].startswith("files "), each[0])))

    def takes_file(self, file: File) -> bool:
        """Tells whether a file is to be read; one that was named itself is, unless it is excluded."""
        if any(_is_excluded(file, pattern) for pattern in self._exclude):
            return self.leave_out("files excluded by --exclude")
        if file.folder and os.path.basename(file.path).lower() in _NO_MANIFESTS:
            return self.leave_out(WITHOUT_OBJECTS)
        return True

    def picked(self, manifests: list[Manifest], file: File) -> list[Manifest]:
        """Returns those manifests of a file that are to be judged.

        A file that was found in a folder, and in which nothing says what it is, holds no objects.
        """
        if file.folder and manifests and not any(_says_what_it_is(each.identity) for each in manifests):
            self.leave_out(WITHOUT_OBJECTS)
            return []
        only, skip = self._kinds_of(file.path)
        return [each for each in manifests if self._takes(each, only, skip)] if only or skip else manifests

    def judges(self, identity: Identity, path: str) -> bool:
        """Tells whether objects of a kind are judged in a file, and counts nothing."""
        only, skip = self._kinds_of(path)
        names = _names_of(identity)
        return (not only or bool(names & only)) and not names & skip

    def _kinds_of(self, path: str) -> tuple[frozenset[str], frozenset[str]]:
        kinds = settings_of(path, self._kinds, self._overrides)
        return _names(kinds["only"]), _names(kinds["skip"])

    def _takes(self, manifest: Manifest, only: frozenset[str], skip: frozenset[str]) -> bool:
        names = _names_of(manifest.identity)
        if only and not names & only:
            return self.leave_out(self._not_picked(manifest.identity.kind, only))
        if names & skip:
            return self.leave_out(f"{manifest.identity.kind} objects (--skip)")
        return True

    def _not_picked(self, kind: str, only: frozenset[str]) -> str:
        """Says why a kind is not judged; one that is nearly called as a kind of --only is told by its name."""
        if (kind, only) not in self._near:
            from kapivara.content.nearest import nearest  # most runs judge all kinds

            self._near[kind, only] = nearest(kind, sorted(only), _ALIKE)
        near = self._near[kind, only]
        return f"{kind} objects, for --only says {near}" if near else "objects of other kinds than those of --only"

    def leave_out(self, what: str) -> bool:
        """Counts one more of something that is not judged; returns False."""
        self.add([(what, 1)])
        return False


def _names(given: Sequence[str]) -> frozenset[str]:
    return frozenset(name.strip().lower() for each in given for name in each.split(",") if name.strip())


def _names_of(identity: Identity) -> frozenset[str]:
    """Returns how the kind of an object may be called: Deployment, Deployment.apps, apps/v1/Deployment."""
    kind, version = identity.kind.lower(), identity.api_version.lower()
    return frozenset((kind, f"{kind}.{version.rpartition('/')[0]}", f"{version}/{kind}"))


def _says_what_it_is(identity: Identity) -> bool:
    return bool(identity.api_version or identity.kind)


def _is_excluded(file: File, pattern: str) -> bool:
    within = os.path.relpath(file.path, file.folder) if file.folder else file.path
    return matches(file.path, pattern) or matches(within, pattern)
