"""Formats that KEP-4153 adds to those of the server."""

from __future__ import annotations

import pytest

from kapivara.content.added_formats import ADDED_FORMATS, added_check, format_complaints
from kapivara.content.formats import SUPPORTED_FORMATS

_CASES = {
    "dns1123subdomain": (["a", "a.b-c"], ["", "A", "a..b", "-a"]),
    "dns1123label": (["a", "a-b", "1"], ["", "a.b", "a" * 64]),
    "dns1035label": (["a", "a-b"], ["1a", "a.b"]),
    "apiversion": (["v1", "apps/v1", "example.com/v1beta1"], ["", "a/b/c", "/v1", "V1", "apps/"]),
    "quantity": (["1", "500m", "1.5Gi"], ["", "1.5 Gi", "ten"]),
    "qualifiedname": (["a", "example.com/a_b"], ["", "/a", "a b"]),
    "fullyqualifiedname": (["example.com/a", "a/b/c"], ["", "a", "A/b", "example.com/"]),
    "fullyqualifieddomainname": (["a.b", "example.com."], ["", "a", "a..b"]),
    "labelvalue": (["", "a", "a.b_c-d"], ["a b", "-a", "a" * 64]),
    "integer": (["0", "-12", "12345678901234567890"], ["", "1.0", "1e3", "01", "-", "+1", "²"]),
}


def test_every_format_that_is_added_is_tried_and_none_is_the_servers():
    assert _CASES.keys() == ADDED_FORMATS
    assert not ADDED_FORMATS & SUPPORTED_FORMATS


@pytest.mark.parametrize("name", _CASES)
def test_what_is_of_a_format_and_what_is_not(name):
    good, bad = _CASES[name]
    check = added_check(name)
    assert [each for each in good if not check(each)] == []
    assert [each for each in bad if check(each)] == []
    assert [each for each in bad if not format_complaints(each, name)] == []


def test_formats_of_the_server_have_a_word_too():
    assert format_complaints("x", "date-time") == ["must be of type date-time"]
    assert format_complaints("2026-01-02T03:04:05Z", "date-time") == []
    assert format_complaints("x", "nothing") is None
