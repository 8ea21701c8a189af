"""Maps keys of the contract to etcd keys: all of them are in one tree, and other keys in etcd are ignored.

Keys of the server start with `/registry`, which the tree's prefix replaces. So an administrator finds the objects where
the real server stores them, or under another prefix if several servers share an etcd.
"""

from __future__ import annotations

from kapivara.storage.key_range import key_bytes, key_text, prefix_end, range_start
from kapivara.values.record import record

ALL_KEYS = b"\0"
"""As both start and end of a range: all keys of etcd."""


@record
class KeyTree:
    """The tree under `prefix`, which replaces `stands_for` in keys of the contract."""

    prefix: str
    stands_for: str = ""

    def key(self, key: str) -> bytes:
        """Returns the etcd key of a contract key."""
        return key_bytes(self._moved(key))

    def span(self, prefix: str, after: str = "") -> tuple[bytes, bytes]:
        """Returns the start and end of the range of keys that start with a prefix and sort after `after`."""
        end = prefix_end(self._moved(prefix))
        start = range_start(prefix, after)
        return key_bytes(self._moved(start)) if start.startswith(prefix) else end, end

    def name(self, key: bytes) -> str | None:
        """Returns the contract key of an etcd key; None if it is outside the tree or not UTF-8."""
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
    """Returns the marker key of an incomplete import. Object keys continue with a slash, so it is none."""
    return tree.prefix.encode() + b".kapivara-import"
