"""Tests of the URL of an approval."""

import pytest

from kapivara.apis.groups.apiextensions.validation.approval import is_absolute_url


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("https://host/x", True),
        ("x://h", True),
        ("/path", False),
        ("mailto:a@b", False),
        ("", False),
        ("https://", False),
        ("https://user@/x", False),
    ],
)
def test_absolute_urls(text, absolute):
    assert is_absolute_url(text) is absolute
