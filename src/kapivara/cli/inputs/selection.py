"""Selects the files and objects to validate: leaves out excluded files, files without objects, and skipped kinds.

The report counts everything that was left out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from kapivara.cli.framework.path_overrides import PathOverride, matches, settings_of
from kapivara.cli.inputs.files import File
from kapivara.cli.inputs.manifests import Manifest
from kapivara.meta.identity import Identity
from kapivara.values.record import record

_NO_MANIFESTS = frozenset(("chart.yaml", "chart.yml", "kustomization.yaml", "kustomization.yml"))
"""Files of other tools that are stored beside manifests."""
_ALIKE = 0.85
"""The similarity of a kind and its plural, or a misspelt name; HTTPRoute and TCPRoute are less similar."""
WITHOUT_OBJECTS = "files that hold no Kubernetes object"


@record(eq=False)
class LeftOut:
    """Counts of files and objects that were left out: by description, and by key and path for a found project file."""

    counts: Sequence[tuple[str, int]] = ()
    withheld: Sequence[tuple[tuple[str, str], int]] = ()


class Selection:
    """Selects the files and objects that one run validates; `left_out` counts the rest.

    `found` are the keys that a found project file sets; `withheld` counts the files and objects that these leave out,
    by key and path.
    """

    def __init__(
        self,
        *,
        only: Sequence[str] = (),
        skip: Sequence[str] = (),
        exclude: Sequence[str] = (),
        overrides: Sequence[PathOverride] = (),
        found: frozenset[str] = frozenset(),
    ) -> None:
        self._kinds = {"only": tuple(only), "skip": tuple(skip)}
        self._exclude = tuple(exclude)
        self._overrides = overrides
        self._near: dict[tuple[str, frozenset[str]], str] = {}
        self._found = found
        self.left_out: dict[str, int] = {}
        self.withheld: dict[tuple[str, str], int] = {}

    def anew(self) -> Selection:
        """Returns an equal selection that has left nothing out yet."""
        return Selection(**self._kinds, exclude=self._exclude, overrides=self._overrides, found=self._found)

    def of_files(self) -> Selection:
        """Returns a selection of the same files and objects of all kinds, for the old side."""
        return Selection(exclude=self._exclude)

    def add(self, left_out: LeftOut) -> None:
        """Adds counts from another selection."""
        for what, count in left_out.counts:
            self.left_out[what] = self.left_out.get(what, 0) + count
        for key, count in left_out.withheld:
            self.withheld[key] = self.withheld.get(key, 0) + count

    def take_counts(self) -> LeftOut:
        """Returns all counts, and resets them."""
        taken = LeftOut(tuple(self.left_out.items()), tuple(self.withheld.items()))
        self.left_out, self.withheld = {}, {}
        return taken

    @property
    def left_out_in_order(self) -> tuple[tuple[str, int], ...]:
        """The descriptions and counts, first of files and then of objects, sorted."""
        return tuple(sorted(self.left_out.items(), key=lambda each: (not each[0].startswith("files "), each[0])))

    def takes_file(self, file: File) -> bool:
        """Returns whether to read a file; a file that was named itself is read unless it is excluded."""
        if self.excludes(file):
            return self.leave_out("files excluded by --exclude", "exclude", file.path)
        if file.folder and os.path.basename(file.path).lower() in _NO_MANIFESTS:
            return self.leave_out(WITHOUT_OBJECTS)
        return True

    def excludes(self, file: File) -> bool:
        """Returns whether a pattern excludes a file, without counting it."""
        return any(_is_excluded(file, pattern) for pattern in self._exclude)

    def picked(self, manifests: list[Manifest], file: File) -> list[Manifest]:
        """Returns the manifests of a file that are selected.

        A file that was found in a folder and has neither an apiVersion nor a kind holds no objects.
        """
        if file.folder and manifests and not any(_says_what_it_is(each.identity) for each in manifests):
            self.leave_out(WITHOUT_OBJECTS)
            return []
        only, skip = self._kinds_of(file.path)
        if not only and not skip:
            return manifests
        return [each for each in manifests if self._takes(each, only, skip, file.path)]

    def selects(self, identity: Identity, path: str) -> bool:
        """Returns whether objects of a kind are validated in a file, without counting any."""
        only, skip = self._kinds_of(path)
        names = _names_of(identity)
        return (not only or bool(names & only)) and not names & skip

    def _kinds_of(self, path: str) -> tuple[frozenset[str], frozenset[str]]:
        kinds = settings_of(path, self._kinds, self._overrides)
        return _names(kinds["only"]), _names(kinds["skip"])

    def _takes(self, manifest: Manifest, only: frozenset[str], skip: frozenset[str], path: str) -> bool:
        names = _names_of(manifest.identity)
        if only and not names & only:
            return self.leave_out(self._not_picked(manifest.identity.kind, only), "only", path)
        if names & skip:
            return self.leave_out(f"{manifest.identity.kind} objects (--skip)", "skip", path)
        return True

    def _not_picked(self, kind: str, only: frozenset[str]) -> str:
        """Returns why a kind is left out; names a similar kind of --only."""
        if (kind, only) not in self._near:
            from kapivara.content.nearest import nearest  # most runs select no kinds

            self._near[kind, only] = nearest(kind, sorted(only), _ALIKE)
        near = self._near[kind, only]
        return f"{kind} objects (--only has {near})" if near else "objects of kinds that --only does not list"

    def leave_out(self, what: str, key: str = "", path: str = "") -> bool:
        """Counts one more file or object that is not validated, with the key and path that caused it; returns False."""
        self.left_out[what] = self.left_out.get(what, 0) + 1
        if key in self._found:
            self.withheld[key, path] = self.withheld.get((key, path), 0) + 1
        return False

    def withhold(self, key: str, path: str) -> None:
        """Records that a key of a found file caused an object not to be validated, though the object is reported."""
        if key in self._found:
            self.withheld.setdefault((key, path), 0)


def _names(given: Sequence[str]) -> frozenset[str]:
    return frozenset(name.strip().lower() for each in given for name in each.split(",") if name.strip())


def _names_of(identity: Identity) -> frozenset[str]:
    """Returns the names of an object's kind: Deployment, Deployment.apps, apps/v1/Deployment."""
    kind, version = identity.kind.lower(), identity.api_version.lower()
    return frozenset((kind, f"{kind}.{version.rpartition('/')[0]}", f"{version}/{kind}"))


def _says_what_it_is(identity: Identity) -> bool:
    return bool(identity.api_version or identity.kind)


def _is_excluded(file: File, pattern: str) -> bool:
    within = os.path.relpath(file.path, file.folder) if file.folder else file.path
    return matches(file.path, pattern) or matches(within, pattern)
