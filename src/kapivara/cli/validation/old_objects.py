"""The old versions of validated objects, stored in the registry unchanged.

The old version of an object is the object of the old side with the same group, kind, namespace and name. It is stored
without validation, since an object in a cluster may be invalid too. The new version is then validated as its update;
the resourceVersion that an update needs and the fields that the server generated are filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kapivara.api import Api
from kapivara.cli.findings import Gone
from kapivara.cli.inputs.manifests import Key, Manifest
from kapivara.codec import Decoded
from kapivara.meta.identity import member, text_member
from kapivara.registry.requests.outcome import Outcome


class OldObjects:
    """The old side of a comparison; of objects with the same identity, the last one counts."""

    def __init__(self, api: Api, manifests: Iterable[Manifest]) -> None:
        self._api = api
        self._old = {key: manifest for manifest in manifests if (key := manifest.key) is not None}
        self._stored: dict[Key, Outcome] = {}

    def old_of(self, manifest: Manifest) -> Manifest | None:
        """Returns the old version of an object, or None."""
        return self._old.get(manifest.key or _NO_KEY)

    def gone(self, manifests: Sequence[Manifest]) -> tuple[Gone, ...]:
        """Returns the objects that only the old side has."""
        still_there = {manifest.key for manifest in manifests}
        return tuple(Gone(old.place, old.identity) for key, old in self._old.items() if key not in still_there)

    def store(self, manifest: Manifest) -> None:
        """Stores the old version of an object, if there is one and it is not stored yet."""
        if not self._old:
            return
        key, old = manifest.key, self.old_of(manifest)
        if key is not None and old is not None and key not in self._stored:
            self._stored[key] = self._api.store_unchecked(old.decoded)

    def problem(self, manifest: Manifest) -> str:
        """Returns why an object's old version could not be stored; "" if it was stored or there is none."""
        stored = self.stored(manifest)
        old = None if stored is None else self.old_of(manifest)
        if old is None or stored is None or stored.ok or stored.status is None:
            return ""
        return f"validated as a create, because its old version ({old.place}) cannot be stored: {stored.status.message}"

    def as_update(self, manifest: Manifest) -> Decoded | None:
        """Returns an object as the update of its old version; None if that is not stored."""
        stored = self.stored(manifest)
        if stored is None or stored.object is None:
            return None
        body, old = manifest.decoded, self.old_of(manifest)
        metadata = body.value["metadata"]
        metadata["resourceVersion"] = stored.object["metadata"]["resourceVersion"]
        if old is not None and not text_member(member(old.value, "metadata"), "uid"):
            metadata.pop("uid", None)  # a uid that the old side lacks cannot differ
        kind = self._api.registry.find_kind(manifest.identity.api_version, manifest.identity.kind)
        if kind is not None:
            kind.keep_generated(body.value, stored.object)
        return body

    def stored(self, manifest: Manifest) -> Outcome | None:
        """Returns the outcome of storing an object's old version; None if there is none, or it was not tried."""
        return self._stored.get(manifest.key or _NO_KEY) if self._stored else None


_NO_KEY: Key = ("", "", "", "")
