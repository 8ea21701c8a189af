"""Lists: all objects of a resource, or those that selectors pick, in chunks and as of a version.

Upstream: apiserver/pkg/registry/generic/registry/store.go ListPredicate, pkg/storage/etcd3/store.go GetList (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kapivara.apis.kind import Kind
from kapivara.meta import (
    ApiError,
    bad_request_status,
    resource_expired_status,
    too_large_resource_version_status,
)
from kapivara.meta.query_parameters import integer_problem
from kapivara.meta.selectors import GENERIC_FIELDS
from kapivara.registry.active_request import ActiveRequest
from kapivara.registry.continuation import decode_continue, encode_continue
from kapivara.registry.list_document import Chunk, ListDocument
from kapivara.registry.list_options import ListOptions, read_list_options
from kapivara.registry.store import key_prefix
from kapivara.registry.stored_object import Found, UnreadableError, find
from kapivara.storage import Compacted, FutureRevision, Listing, Storage, Stored
from kapivara.values.deadline import Deadline
from kapivara.values.rendering import quote

_PAGE = 500
_TOLD = 10
_UINT64_MAX = 2**64 - 1
_TOO_OLD_CONTINUE = (
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without "
    "the continue parameter."
)
_TOO_OLD_VERSION = "The resourceVersion for the provided list is too old."


def list_objects(active: ActiveRequest, storage: Storage) -> ListDocument:
    """Returns the list that a request asks for."""
    options = read_list_options(active.request.query, active.kind)
    chunk = pick(active, storage, options)
    active.warn(left_out(chunk))
    return ListDocument(active.kind, chunk)


def left_out(chunk: Chunk) -> str:
    """Words the warning about objects that could not be read; empty where all were."""
    keys = [each.stored.key for each in chunk.unreadable]
    if not keys:
        return ""
    more = f" and {len(keys) - _TOLD} more" if len(keys) > _TOLD else ""
    return f"objects that cannot be read are left out: {', '.join(keys[:_TOLD])}{more}"


def pick(active: ActiveRequest, storage: Storage, options: ListOptions) -> Chunk:
    """Returns the objects that the options pick in the request's namespace, or in all."""
    kind = active.kind
    prefix = key_prefix(kind.group_resource, active.namespace)
    after, revision = "", None
    if options.token:
        after, revision = _start(options, prefix)
    elif options.resource_version:
        revision = _wanted_revision(options, storage)
    expired = _TOO_OLD_CONTINUE if options.token else _TOO_OLD_VERSION
    pages = _Pages(storage, prefix, after, revision, expired=expired, deadline=active.deadline)
    return _collect(kind, options, pages, prefix)


def _start(options: ListOptions, prefix: str) -> tuple[str, int | None]:
    place = decode_continue(options.token, prefix)
    if options.resource_version not in ("", "0"):
        problem = "specifying resource version is not allowed when using continue"
        raise ApiError(bad_request_status(problem))
    return place.after, place.revision if place.revision > 0 else None


def _wanted_revision(options: ListOptions, storage: Storage) -> int | None:
    """Returns the revision that a list must be of, None for the present one, which must be new enough."""
    written = options.resource_version
    problem = integer_problem(written, "ParseUint", 0, _UINT64_MAX)
    if problem:
        message = f"invalid resource version: resourceVersion: Invalid value: {quote(written)}: {problem}"
        raise ApiError(bad_request_status(message))
    wanted, current = int(written), storage.revision
    exact = options.version_match == "Exact" or (not options.version_match and options.limit > 0 and wanted > 0)
    if wanted > current:
        raise ApiError(too_large_resource_version_status(wanted, current, 0 if exact else 1))
    return wanted if exact else None


class _Pages:
    """Reads a prefix page by page, all of one revision, as long as there is time."""

    def __init__(
        self, storage: Storage, prefix: str, after: str, revision: int | None, *, expired: str, deadline: Deadline
    ):
        self._storage = storage
        self._prefix = prefix
        self._after = after
        self._expired = expired
        self._deadline = deadline
        self._at = revision
        self.revision = 0
        self.remaining = 0
        """How many values come after those read so far."""

    def read(self, limit: int) -> Iterator[Stored]:
        """Yields values until there are no more."""
        while True:
            page = self._page(limit)
            self._at = self.revision = page.revision
            for index, stored in enumerate(page.items):
                self._deadline.check()
                self.remaining = len(page.items) - index - 1 + page.remaining
                yield stored
            if not page.remaining:
                return
            self._after = page.items[-1].key

    def _page(self, limit: int) -> Listing:
        try:
            return self._storage.list(self._prefix, limit=limit, after=self._after, at_revision=self._at)
        except Compacted:
            raise ApiError(resource_expired_status(self._expired)) from None
        except FutureRevision as error:
            raise ApiError(too_large_resource_version_status(error.requested, error.current, 1)) from None


def _collect(kind: Kind, options: ListOptions, pages: _Pages, prefix: str) -> Chunk:
    limit = options.limit
    accepts = _predicate(kind, options)
    everything = not options.labels and not options.fields
    items: list[Found] = []
    unreadable: list[UnreadableError] = []
    token, remaining = "", None
    for stored in pages.read(min(limit, _PAGE) if limit > 0 and everything else _PAGE if limit > 0 else 0):
        try:
            found = find(kind, stored)
        except UnreadableError as error:
            unreadable.append(error)
            continue
        if not accepts(found):
            continue
        items.append(found)
        if limit > 0 and len(items) == limit:
            if pages.remaining and not options.fields.exact_match("metadata.name"):
                token = encode_continue(stored.key, prefix, pages.revision)
                remaining = pages.remaining if everything else None
            break
    return Chunk(items, pages.revision, token, remaining, unreadable)


def _predicate(kind: Kind, options: ListOptions) -> Callable[[Found], bool]:
    """Returns what tells whether objects are picked; what their keys and labels say is not looked for in the rest."""
    labels, fields = options.labels, options.fields
    if not labels and not fields:
        return lambda _: True
    by_key = all(each.field in GENERIC_FIELDS for each in fields.requirements)

    def accepts(found: Found) -> bool:
        if labels and not labels.matches(found.labels):
            return False
        if not fields:
            return True
        return fields.matches(_generic_fields(kind, found) if by_key else kind.selectable_fields(found.obj))

    return accepts


def _generic_fields(kind: Kind, found: Found) -> dict[str, str]:
    steps = found.stored.key.split("/")
    return {"metadata.name": steps[-1], "metadata.namespace": steps[-2] if kind.namespaced else ""}
