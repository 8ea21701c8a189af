"""Lists: all objects of a resource, or the selected ones, in chunks and at a version.

Upstream: apiserver/pkg/registry/generic/registry/store.go ListPredicate, pkg/storage/etcd3/store.go GetList (1.37).
Upstream: apiserver/pkg/storage/continue.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import DecodeError, decode_json, encode_json
from kapivara.codec.shapes import INT64, STRING, Struct, always
from kapivara.codec.typed.decoding import decode_typed
from kapivara.meta import ApiError, bad_request_status, resource_expired_status, too_large_resource_version_status
from kapivara.meta.selectors import GENERIC_FIELDS, FieldSelector, LabelSelector
from kapivara.registry.objects.metadata import read_listed_version
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import Found, UnconvertedError, UnreadableError
from kapivara.registry.read.finder import MOST_TOLD, Finder, unconverted_list_error
from kapivara.registry.read.list_document import Chunk, ListDocument
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.list_options import ListOptions, read_list_options
from kapivara.storage import Compacted, FutureRevision, Listing, Storage, Stored
from kapivara.values import JsonObject
from kapivara.values.deadline import Deadline
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.meta.compact_selectors import CompactFieldSelector, CompactLabelSelector


_VERSION = "meta.k8s.io/v1"
NOW = -1
"""The revision of a list that always reads the newest state."""
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
_SHAPE = Struct(
    "storage.continueToken", (always("v", STRING), always("rv", INT64), always("start", STRING), always("left", INT64))
)


@record
class Continuation:
    """A position in a list: after the key `after`, at `revision` (below 0: the newest).

    `left` is the number of values after it, 0 if unknown; `start` is the start key as the token contains it.
    """

    after: str
    revision: int
    left: int = 0
    start: str = ""

    def as_of_now(self) -> str:
        """Returns the token for the same position at the newest revision."""
        return _encode(self.start, NOW, 0)


def encode_continue(key: str, prefix: str, revision: int, left: int = 0) -> str:
    """Returns the token for the values after a key; `left` saves counting them again."""
    return _encode(key.removeprefix(prefix) + "\0", revision, left)


def _encode(start: str, revision: int, left: int) -> str:
    import base64  # only chunked lists need it

    token: JsonObject = {"v": _VERSION, "rv": revision, "start": start}
    if left:
        token["left"] = left
    return base64.urlsafe_b64encode(encode_json(token)).decode().rstrip("=")


def decode_continue(token: str, prefix: str) -> Continuation:
    """Decodes a token; ends the request if the token is invalid."""
    start, revision, left = _read_token(token)
    if not revision:
        raise _refused(f": incorrect encoded start resourceVersion (version {_VERSION})")
    if not start:
        raise _refused(f": encoded start key empty (version {_VERSION})")
    key = start.removeprefix("/")
    if not key or any(step in ("", ".", "..") for step in key.split("/")):
        raise _refused(f": {start}")
    # the start is the first key to return: after the last one if it ends in NUL, else this key itself
    after = prefix + key.removesuffix("\0") if key.endswith("\0") else _before(prefix + key)
    return Continuation(after, revision, max(0, left), start)


def _before(key: str) -> str:
    """Returns a string that sorts right before a key, but after every possible smaller key."""
    last = ord(key[-1])
    return key[:-1] + (chr(last - 1) + "\U0010ffff" if last else "")


def _read_token(token: str) -> tuple[str, int, int]:
    import base64

    bad = next((place for place, rune in enumerate(token) if rune not in _ALPHABET), None)
    if bad is None and len(token) % 4 == 1:
        bad = len(token) - 1
    if bad is not None:
        raise _refused(f": illegal base64 data at input byte {len(token[:bad].encode())}")
    data = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    try:
        fields = decode_typed(decode_json(data).value or {}, _SHAPE, source=data).value
    except DecodeError as error:
        raise _refused(f": {error.message}") from None
    if fields["v"] != _VERSION:
        raise _refused(f": server does not recognize this encoded version {fields['v']}")
    return fields["start"], fields["rv"], fields["left"]


def _refused(problem: str) -> ApiError:
    return ApiError(bad_request_status(f"invalid continue token: continue key is not valid{problem}"))


_PAGE = 500
_TOLD = 10
_TOO_OLD_CONTINUE = (
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without "
    "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. "
    "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or "
    "deleted between the time the first chunk was returned and now may show up in the list."
)
_TOO_OLD_VERSION = "The resourceVersion for the provided list is too old."


def list_objects(active: ActiveRequest, storage: Storage) -> ListDocument:
    """Returns the requested list."""
    options = read_list_options(active.request.query, active.kind)
    chunk = pick(active, storage, options)
    active.warn(left_out(chunk))
    return ListDocument(active.kind, chunk)


def left_out(chunk: Chunk) -> str:
    """Returns the warning about unreadable objects; empty if there are none."""
    keys = [each.stored.key for each in chunk.unreadable]
    if not keys:
        return ""
    more = f" and {len(keys) - _TOLD} more" if len(keys) > _TOLD else ""
    return f"objects that cannot be read are left out: {', '.join(keys[:_TOLD])}{more}"


def pick(active: ActiveRequest, storage: Storage, options: ListOptions) -> Chunk:
    """Returns the objects that match the options, in the request's namespace or in all namespaces."""
    kind = active.kind
    prefix = key_prefix(kind.stored_resource, active.namespace)
    if options.token:
        start = _place(options, prefix)
    else:
        start = Continuation("", _wanted_revision(kind, options, storage) if options.resource_version else NOW)
    finder = Finder(kind)
    return _collect(finder, options, _Pages(storage, prefix, start, active.deadline, finder), prefix)


def _place(options: ListOptions, prefix: str) -> Continuation:
    place = decode_continue(options.token, prefix)
    if options.resource_version not in ("", "0"):
        problem = "specifying resource version is not allowed when using continue"
        raise ApiError(bad_request_status(problem))
    return place


def _wanted_revision(kind: Kind, options: ListOptions, storage: Storage) -> int:
    """Returns the exact revision of a list, or NOW if the newest revision is recent enough."""
    wanted = read_listed_version(options.resource_version)
    exact = options.version_match == "Exact" or (not options.version_match and options.limit > 0 and wanted > 0)
    if not storage.reaches(wanted):
        patience = int(kind.in_watch_cache and not exact)
        raise ApiError(too_large_resource_version_status(wanted, storage.revision, patience))
    return wanted if exact else NOW


class _Pages:
    """Reads a prefix page by page from a position on, all at one revision, until the deadline."""

    def __init__(self, storage: Storage, prefix: str, start: Continuation, deadline: Deadline, finder: Finder):
        self._storage = storage
        self._prefix = prefix
        self._start = start
        self._after = start.after
        self._deadline = deadline
        self._finder = finder
        self._at = start.revision if start.revision > 0 else None
        self.revision = 0
        self.has_more = False
        """Whether more values follow those read so far."""
        self.left = start.left if self._at is not None else 0
        """The number of values after those read so far, where known."""

    def read(self, limit: int, *, counts: bool) -> Iterator[Stored]:
        """Yields values to the end; with `counts` it also sets `left`."""
        while True:
            page = self._page(limit, counts=counts and not self.left)
            if page.remaining is not None:
                self.left = len(page.items) + page.remaining
            self._at = self.revision = page.revision
            last = len(page.items) - 1
            self._finder.prepare(page.items)
            for index, stored in enumerate(page.items):
                self._deadline.check()
                self.has_more = index < last or page.has_more
                self.left -= 1
                yield stored
            if not page.has_more:
                return
            self._after = page.items[-1].key

    def _page(self, limit: int, *, counts: bool) -> Listing:
        try:
            return self._storage.list(self._prefix, limit=limit, after=self._after, at_revision=self._at, counts=counts)
        except Compacted:
            if self._start.start:
                raise ApiError(resource_expired_status(_TOO_OLD_CONTINUE, self._start.as_of_now())) from None
            raise ApiError(resource_expired_status(_TOO_OLD_VERSION)) from None
        except FutureRevision as error:
            raise ApiError(too_large_resource_version_status(error.requested, error.current, 1)) from None


def _collect(finder: Finder, options: ListOptions, pages: _Pages, prefix: str) -> Chunk:
    kind, limit = finder.kind, options.limit
    accepts = predicate(kind, options.labels, options.fields)
    everything = not options.labels and not options.fields
    items: list[Found] = []
    unreadable: list[UnreadableError] = []
    unconverted: list[UnconvertedError] = []
    token, remaining = "", None
    page = min(limit, _PAGE) if limit > 0 and everything else _PAGE if limit > 0 else 0
    for stored in pages.read(page, counts=limit > 0 and everything):
        try:
            found = finder.find(stored)
        except UnreadableError as error:
            unreadable.append(error)
            continue
        except UnconvertedError as error:
            unconverted.append(error)
            if len(unconverted) == MOST_TOLD:
                break
            continue
        if not accepts(found):
            continue
        items.append(found)
        if limit > 0 and len(items) == limit:
            if pages.has_more and not options.fields.exact_match("metadata.name"):
                remaining = max(1, pages.left) if everything else None
                token = encode_continue(stored.key, prefix, pages.revision, remaining or 0)
            break
    if unconverted:
        raise unconverted_list_error(kind.group_resource, unconverted)
    return Chunk(items, pages.revision, token, remaining, unreadable)


def predicate(
    kind: Kind, labels: LabelSelector | CompactLabelSelector, fields: FieldSelector | CompactFieldSelector
) -> Callable[[Found], bool]:
    """Returns a function that matches objects against selectors; it decodes no object if key and labels suffice."""
    if not labels and not fields:
        return lambda _: True
    by_key = fields.fields.issubset(GENERIC_FIELDS)

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
