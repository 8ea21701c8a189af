"""The old versions of the objects that are judged, stored in the registry as they are.

An object has an old version where the old side holds one of the same group, kind, namespace and name. It is stored
unchecked, for an object in a cluster may be invalid, too. The new version is then judged as an update of it; the
resourceVersion that an update needs is filled in.
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


class OldObjects:
    """The old side of a comparison; where it holds an object twice, the last version counts."""

    def __init__(self, api: Api, manifests: Iterable[Manifest]) -> None:
        self._api = api
        self._old = {key: manifest for manifest in manifests if (key := _key(manifest)) is not None}
        self._stored: dict[Key, Outcome] = {}

    def old_of(self, manifest: Manifest) -> Manifest | None:
        """Returns the old version of an object, if there is one."""
        return self._old.get(_key(manifest) or _NO_KEY)

    def gone(self, manifests: Sequence[Manifest]) -> tuple[Gone, ...]:
        """Lists the objects that only the old side has."""
        still_there = {_key(manifest) for manifest in manifests}
        return tuple(Gone(old.place, old.identity) for key, old in self._old.items() if key not in still_there)

    def store(self, manifest: Manifest) -> None:
        """Stores the old version of an object, if there is one and it was not stored yet."""
        key, old = _key(manifest), self.old_of(manifest)
        if key is not None and old is not None and key not in self._stored:
            self._stored[key] = self._api.store_unchecked(old.decoded)

    def problem(self, manifest: Manifest) -> str:
        """Says why an object's old version could not be stored; nothing where it was, or there is none."""
        old, stored = self.old_of(manifest), self.stored(manifest)
        if old is None or stored is None or stored.ok or stored.status is None:
            return ""
        return f"judged as a create, because its old version ({old.place}) cannot be stored: {stored.status.message}"

    def as_update(self, manifest: Manifest) -> Decoded | None:
        """Returns an object as the update of its old version; None where that was not stored."""
        stored = self.stored(manifest)
        if stored is None or stored.object is None:
            return None
        body, old = manifest.decoded, self.old_of(manifest)
        metadata = body.value["metadata"]
        metadata["resourceVersion"] = stored.object["metadata"]["resourceVersion"]
        if old is not None and not text_member(member(old.value, "metadata"), "uid"):
            metadata.pop("uid", None)  # what the old side does not say cannot differ
        return body

    def stored(self, manifest: Manifest) -> Outcome | None:
        """Returns what came of storing an object's old version; None where there is none, or it was not tried."""
        return self._stored.get(_key(manifest) or _NO_KEY)


_NO_KEY: Key = ("", "", "", "")


def _key(manifest: Manifest) -> Key | None:
    """What tells objects apart across versions; None for those that are to be named by the server."""
    identity = manifest.identity
    if not manifest.named or not identity.kind:
        return None
    return manifest.group, identity.kind, identity.namespace or "default", identity.name
