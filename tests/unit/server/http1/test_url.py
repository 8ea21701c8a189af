"""Tests of the URLs of request lines."""

from __future__ import annotations

import pytest

from kapivara.server.http1.url import BadUrlError, read_url


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        (b"/a/b?c=d#e", ("/a/b", b"c=d#e", "")),
        (b"/a?b?c", ("/a", b"b?c", "")),
        (b"/a%20%c3%a9", ("/a é", b"", "")),
        (b"/a%ff", ("/a\ufffd", b"", "")),
        (b"https://host:80/a?b", ("/a", b"b", "host:80")),
        (b"https://host", ("", b"", "host")),
        (b"https://host?a", ("", b"a", "host")),
        (b"http:///a", ("/a", b"", "")),
        (b"urn:a", ("", b"", "")),
        (b"*", ("*", b"", "")),
    ],
)
def test_urls(url, parts):
    assert read_url("GET", url) == parts


@pytest.mark.parametrize(
    ("url", "too_long"),
    [
        (b"a", False),
        (b"/%", False),
        (b"/%4", False),
        (b"/%zz", False),
        (b"http://a:b/", False),
        (b"http://[a/", False),
        (b"http://a]/", False),
        (b"/" + b"%41" * 10_001, True),
    ],
    ids=lambda each: str(each)[:20],
)
def test_urls_that_cannot_be_read(url, too_long):
    with pytest.raises(BadUrlError) as error:
        read_url("GET", url)
    assert error.value.too_long is too_long


def test_a_long_path_with_few_escapes():
    assert len(read_url("GET", b"/%41" + b"a" * 900_000).path) == 900_002
