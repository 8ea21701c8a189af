"""Which key of etcd a key of the contract is: one tree of etcd's keys is ours, whatever else is kept there.

Keys of the server start with `/registry`, which the tree's prefix stands for; so an administrator finds the objects
where those of the real server are, or under another prefix where several share an etcd.
"""

from __future__ import annotations

from kapivara.storage.key_range import key_bytes, key_text, prefix_end, range_start
from kapivara.values.record import record

ALL_KEYS = b"\0"
"""As the start and the end of a range: all that etcd holds."""


@record
class KeyTree:
    """The tree under `prefix`, where keys of the contract have `stands_for` instead."""

    prefix: str
    stands_for: str = ""

    def key(self, key: str) -> bytes:
        """Returns etcd's key for one of the contract."""
        return key_bytes(self._moved(key))

    def span(self, prefix: str, after: str = "") -> tuple[bytes, bytes]:
        """Returns where the keys that start with a prefix and sort behind `after` begin and end."""
        end = prefix_end(self._moved(prefix))
        start = range_start(prefix, after)
        return key_bytes(self._moved(start)) if start.startswith(prefix) else end, end

    def name(self, key: bytes) -> str | None:
        """Returns the contract's key for one of etcd; None for those of others, and such as no text can be."""
        try:
            text = key_text(key)
        except UnicodeDecodeError:
            return None
        return self.stands_for + text[len(self.prefix) :] if text.startswith(self.prefix) else None

    def _moved(self, key: str) -> str:
        if self.stands_for.startswith(key):  # a prefix of all keys
            return self.prefix
        return self.prefix + key.removeprefix(self.stands_for)


def import_key(tree: KeyTree) -> bytes:
    """Returns the key that is there while objects are copied into a tree; no key of an object: those have a slash."""
    return tree.prefix.encode() + b".kapivara-import"
