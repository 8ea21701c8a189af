"""A storage whose revisions start when it is opened, as those of an empty one would.

Tests share one etcd, whose revisions continue from test to test; their statements about revisions hold nevertheless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kapivara.storage import (
    FIRST_REVISION,
    Compacted,
    Conflict,
    Event,
    FutureRevision,
    Listing,
    Pending,
    Precondition,
    PreconditionFailed,
    Storage,
    Stored,
    Watch,
    WriteRequest,
)
from kapivara.values.record import replace


class CountedStorage(Storage):
    """Wraps a storage; subtracts the revision at its creation from all revisions."""

    def __init__(self, storage: Storage) -> None:
        self.inner = storage
        self.decides_at_once = storage.decides_at_once
        storage.compact(storage.revision)
        self._less = storage.revision - FIRST_REVISION

    @property
    def revision(self) -> int:
        return self.inner.revision - self._less

    def reaches(self, revision: int) -> bool:
        return self.inner.reaches(revision + self._less)

    def get(self, key: str, pending: Pending | None = None) -> Stored:
        return self._counted(self.inner.get(key, pending))

    def list(self, prefix: str, *, at_revision: int | None = None, **options: Any) -> Listing:
        at_revision = None if at_revision is None else at_revision + self._less
        with self._told():
            listing = self.inner.list(prefix, at_revision=at_revision, **options)
        items = [self._counted(each) for each in listing.items]
        return replace(listing, items=items, revision=listing.revision - self._less)

    def _decide(self, request: WriteRequest, pending: Pending) -> Stored:
        expected = request.expected and request.expected + self._less
        conditions: Sequence[Precondition] = [
            replace(each, revision=each.revision + self._less) for each in request.preconditions
        ]
        made = replace(request, expected=expected, preconditions=conditions)
        with self._told():
            return self._counted(self.inner._decide(made, pending))

    def watch(self, prefix: str, from_revision: int | None = None) -> Watch:
        from_revision = None if from_revision is None else from_revision + self._less
        with self._told():
            return _CountedWatch(self.inner.watch(prefix, from_revision), self._less, self._told)

    def forget_after(self, prefix: str, seconds: float) -> bool:
        return self.inner.forget_after(prefix, seconds)

    def compact(self, revision: int) -> None:
        with self._told():
            self.inner.compact(revision + self._less)

    def close(self) -> None:
        self.inner.close()

    def _counted(self, stored: Stored) -> Stored:
        return replace(stored, revision=stored.revision - self._less)

    @contextmanager
    def _told(self) -> Iterator[None]:
        less = self._less
        try:
            yield
        except Conflict as error:
            raise Conflict(error.expected - less, self._counted(error.current)) from error
        except Compacted as error:
            raise Compacted(error.requested - less, error.compacted - less) from error
        except FutureRevision as error:
            raise FutureRevision(error.requested - less, error.current - less) from error
        except PreconditionFailed as error:
            given = error.precondition
            raise PreconditionFailed(replace(given, revision=given.revision - less), error.revision - less) from error


class _CountedWatch(Watch):
    def __init__(self, watch: Watch, less: int, told: Callable[[], Any]) -> None:
        self._inner = watch
        self._less = less
        self._told = told

    @property
    def revision(self) -> int:
        return self._inner.revision - self._less

    @property
    def lags(self) -> bool:
        return self._inner.lags

    def take(self, limit: int = 100) -> list[Event]:
        with self._told():
            return [self._counted(event) for event in self._inner.take(limit)]

    def _counted(self, event: Event) -> Event:
        old = event.old_revision and event.old_revision - self._less
        return replace(event, revision=event.revision - self._less, old_revision=old)

    def notify(self, callback: Callable[[], None]) -> None:
        self._inner.notify(callback)

    def close(self) -> None:
        self._inner.close()
