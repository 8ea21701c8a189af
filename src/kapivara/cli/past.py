"""What was there before the objects of the input: their old versions, placed in the registry as they were.

An object has an old version where the old side holds one of the same group, kind, namespace and name. It is not
judged: it may be invalid at rest. Then the new one is an update of it, and the user need not know resourceVersions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from kapivara.api import Api
from kapivara.cli.findings import Gone
from kapivara.cli.manifests import Manifest
from kapivara.codec import Decoded
from kapivara.meta.identity import member, text_member
from kapivara.registry.outcome import Outcome

Key: TypeAlias = tuple[str, str, str, str]


class Past:
    """The old side of a comparison; where it is given twice, the last of an object's old versions counts."""

    def __init__(self, api: Api, manifests: Iterable[Manifest]) -> None:
        self._api = api
        self._old = {key: manifest for manifest in manifests if (key := _key(manifest)) is not None}
        self._placed: dict[Key, Outcome] = {}

    def old_of(self, manifest: Manifest) -> Manifest | None:
        """Returns the old version of an object, if there is one."""
        return self._old.get(_key(manifest) or _NO_KEY)

    def gone(self, manifests: Sequence[Manifest]) -> tuple[Gone, ...]:
        """Lists the objects that only the old side has."""
        still_there = {_key(manifest) for manifest in manifests}
        return tuple(Gone(old.place, old.identity) for key, old in self._old.items() if key not in still_there)

    def place(self, manifest: Manifest) -> None:
        """Places the old version of an object, if there is one and it is not there yet."""
        key, old = _key(manifest), self.old_of(manifest)
        if key is not None and old is not None and key not in self._placed:
            self._placed[key] = self._api.store_unchecked(Decoded(old.value))

    def problem(self, manifest: Manifest) -> str:
        """Says why an object's old version could not be placed, where it could not."""
        old, placed = self.old_of(manifest), self.placed(manifest)
        if old is None or placed is None or placed.ok or placed.status is None:
            return ""
        return f"judged as a create, because its old version ({old.place}) cannot be stored: {placed.status.message}"

    def as_update(self, manifest: Manifest) -> Decoded | None:
        """Returns an object as the update of its old version; None where that was not placed."""
        placed = self.placed(manifest)
        if placed is None or placed.object is None:
            return None
        value, old = manifest.value, self.old_of(manifest)
        metadata = {**value["metadata"], "resourceVersion": placed.object["metadata"]["resourceVersion"]}
        if old is not None and not text_member(member(old.value, "metadata"), "uid"):
            metadata.pop("uid", None)  # what the old side does not say cannot differ
        return Decoded({**value, "metadata": metadata}, manifest.duplicates)

    def placed(self, manifest: Manifest) -> Outcome | None:
        """Returns what came of placing an object's old version; None where there is none, or it was not tried."""
        return self._placed.get(_key(manifest) or _NO_KEY)


_NO_KEY: Key = ("", "", "", "")


def _key(manifest: Manifest) -> Key | None:
    """What tells objects apart across versions; None for those that are to be named by the server."""
    metadata, identity = member(manifest.value, "metadata"), manifest.identity
    name = text_member(metadata, "name")
    if not name or not identity.kind:
        return None
    return manifest.group, identity.kind, identity.namespace or "default", name
