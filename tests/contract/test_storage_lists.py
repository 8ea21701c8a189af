from __future__ import annotations

import pytest
from tests.contract.engines import overwrite, remove

from kapivara.storage import Compacted, FutureRevision, Listing, Storage, Stored


def keys(listing: Listing) -> list[str]:
    return [stored.key for stored in listing.items]


def fill(storage: Storage, *names: str) -> None:
    for name in names:
        storage.create(name, name.encode())


def test_a_listing_is_sorted_and_holds_the_prefix_only(storage: Storage) -> None:
    fill(storage, "/pods/b/x", "/pods/a/z", "/pods/a/a", "/podsx/a", "/pod", "/pods/a0", "/zebra")
    listing = storage.list("/pods/")
    assert keys(listing) == ["/pods/a/a", "/pods/a/z", "/pods/a0", "/pods/b/x"]
    assert listing.revision == storage.revision
    assert (listing.has_more, listing.remaining) == (False, None)
    assert listing.items[0] == Stored("/pods/a/a", b"/pods/a/a", 4)
    assert keys(storage.list("/pods/a/")) == ["/pods/a/a", "/pods/a/z"]
    assert len(storage.list("").items) == 7


def test_nothing_under_a_prefix(storage: Storage) -> None:
    assert storage.list("/pods/") == Listing([], 1, has_more=False)


def test_keys_sort_by_code_points(storage: Storage) -> None:
    names = ["/\U0010ffff/a", "/z", "/\ue000", "/\U00010000", "/é", "/Z", "/a", "/a/b", "/a-b"]
    fill(storage, *names)
    assert keys(storage.list("/")) == sorted(names)
    assert keys(storage.list("/\U0010ffff")) == ["/\U0010ffff/a"]


def test_pages_cover_everything_once(storage: Storage) -> None:
    names = [f"/a/{number:03}" for number in range(25)]
    fill(storage, *reversed(names))
    fill(storage, "/b/after")
    seen: list[str] = []
    remaining = []
    page = storage.list("/a/", limit=10, counts=True)
    while True:
        seen += keys(page)
        remaining.append(page.remaining)
        if not page.has_more:
            break
        page = storage.list("/a/", limit=10, after=seen[-1], at_revision=page.revision, counts=True)
    assert seen == names
    assert remaining == [15, 5, 0]


def test_a_page_that_fits_exactly_leaves_nothing(storage: Storage) -> None:
    fill(storage, "/a/1", "/a/2")
    assert not storage.list("/a/", limit=2).has_more
    assert storage.list("/a/", limit=2, counts=True).remaining == 0


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("", ["/a/1", "/a/2"]),
        ("/a/1", ["/a/2"]),
        ("/a/15", ["/a/2"]),
        ("/a/2", []),
        ("/0", ["/a/1", "/a/2"]),
        ("/z", []),
    ],
    ids=["none", "a key", "between keys", "the last", "before the prefix", "behind the prefix"],
)
def test_after_any_string(storage: Storage, after: str, expected: list[str]) -> None:
    fill(storage, "/a/1", "/a/2", "/b/1")
    for limit in (0, 5):
        listing = storage.list("/a/", limit=limit, after=after, counts=True)
        assert (keys(listing), listing.has_more, listing.remaining) == (expected, False, 0)


def test_pages_of_a_past_revision_do_not_see_later_writes(storage: Storage) -> None:
    fill(storage, "/a/1", "/a/2", "/a/3")
    first = storage.list("/a/", limit=1)
    remove(storage, "/a/2")
    storage.create("/a/25", b"new")
    overwrite(storage, "/a/3", b"changed")
    second = storage.list("/a/", limit=1, after="/a/1", at_revision=first.revision, counts=True)
    third = storage.list("/a/", limit=1, after="/a/2", at_revision=first.revision)
    assert second == Listing([Stored("/a/2", b"/a/2", 3)], first.revision, has_more=True, remaining=1)
    assert third == Listing([Stored("/a/3", b"/a/3", 4)], first.revision, has_more=False)
    assert keys(storage.list("/a/")) == ["/a/1", "/a/25", "/a/3"]


@pytest.mark.parametrize("prefix", ["/a/", "/a/x/", "/a", "", "/c/"])
def test_what_is_left_is_counted_in_every_folder(storage: Storage, prefix: str) -> None:
    fill(storage, "/a/x/1", "/a/x/2", "/a/y/1", "/a/y/2", "/a/z", "/ab/1", "/b/1")
    for key in ("/a/x/1", "/a/y/2", "/b/1"):
        remove(storage, key)
    fill(storage, "/a/x/1", "/c/1", "/c/2", "/c/3")
    overwrite(storage, "/a/z", b"changed")
    expected = [key for key in keys(storage.list("")) if key.startswith(prefix)]
    for at_revision in (None, storage.revision):
        page = storage.list(prefix, limit=1, counts=True, at_revision=at_revision)
        assert (keys(page), page.has_more, page.remaining) == (expected[:1], True, len(expected) - 1)


def test_every_past_revision_can_be_listed(storage: Storage) -> None:
    storage.create("/a/1", b"1")
    storage.create("/a/2", b"2")
    overwrite(storage, "/a/1", b"3")
    remove(storage, "/a/2")
    storage.create("/a/2", b"4")
    overwrite(storage, "/a/2", b"5")
    states = [
        {stored.key: (stored.value, stored.revision) for stored in storage.list("/a/", at_revision=revision).items}
        for revision in range(1, 8)
    ]
    assert states == [
        {},
        {"/a/1": (b"1", 2)},
        {"/a/1": (b"1", 2), "/a/2": (b"2", 3)},
        {"/a/1": (b"3", 4), "/a/2": (b"2", 3)},
        {"/a/1": (b"3", 4)},
        {"/a/1": (b"3", 4), "/a/2": (b"4", 6)},
        {"/a/1": (b"3", 4), "/a/2": (b"5", 7)},
    ]


def test_a_future_revision_cannot_be_listed(storage: Storage) -> None:
    with pytest.raises(FutureRevision) as refusal:
        storage.list("/", at_revision=2)
    assert (refusal.value.requested, refusal.value.current) == (2, 1)


def test_a_revision_before_the_first_cannot_be_listed(storage: Storage) -> None:
    with pytest.raises(Compacted):
        storage.list("/", at_revision=0)
