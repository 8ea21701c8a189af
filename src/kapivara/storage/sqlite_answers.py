"""How a storage over the SQLite file answers, whoever else writes that file.

A write is decided at once, in view of what is staged (`sqlite_staging`); reads go to the file through pooled
connections (`sqlite_reader`); watches live on the newest events in memory and reach back into the file (`feed`).
"""

from __future__ import annotations

from kapivara.storage.contract import Listing, Pending, Storage, Stored, WriteRequest
from kapivara.storage.feed import Feed, FeedWatch
from kapivara.storage.sqlite_reader import Page, Reader, check_reachable
from kapivara.storage.sqlite_staging import Staging

_FEED_ENTRIES = 2000
_FEED_SIZE = 16 * 1024 * 1024


class SqliteAnswers(Storage):
    """The part of a Storage that reads, decides and watches, by what whoever opens the file hands to `_answer_by`."""

    decides_at_once = True

    def _answer_by(self, reader: Reader, staging: Staging) -> None:
        self._reader = reader
        self._staging = staging
        self._feed = Feed(staging.revision, reader.events, entries=_FEED_ENTRIES, size=_FEED_SIZE)

    def get(self, key: str, pending: Pending | None = None) -> Stored:
        """Returns what is stored under the key, or staged."""
        if pending is not None and (staged := self._staging.peek(key, pending)) is not None:
            return staged
        return self._reader.get(key)

    def list(
        self, prefix: str, *, limit: int = 0, after: str = "", at_revision: int | None = None, counts: bool = False
    ) -> Listing:
        """Lists the values under a prefix."""
        return self._reader.list(prefix, Page(limit, after, counts), at_revision)

    def _decide(self, request: WriteRequest, pending: Pending) -> Stored:
        return self._staging.decide(request, pending)

    def watch(self, prefix: str, from_revision: int | None = None) -> FeedWatch:
        """Watches the events under a prefix."""
        if from_revision is None:
            return FeedWatch(self._feed, prefix, self._feed.revision)
        # A reader may be ahead of the feed for the moment between a commit and its publication: ask the file.
        current, compacted = self._reader.moment()
        check_reachable(from_revision, current, compacted)
        return FeedWatch(self._feed, prefix, from_revision)
