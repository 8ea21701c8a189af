"""Tests of responses as bytes: warnings and their limits."""

import pytest

from kapivara.server.responses.answers import warning_headers


@pytest.mark.parametrize(
    ("warnings", "headers"),
    [
        ((), []),
        (('say "hi" \\ bye',), [b'299 - "say \\"hi\\" \\\\ bye"']),
        (("naïve",), ['299 - "naïve"'.encode()]),
        (("line\nbreak", "fine"), [b'299 - "fine"']),
    ],
)
def test_warnings(warnings, headers):
    assert warning_headers(warnings) == headers


def test_many_warnings_are_cut():
    headers = warning_headers(tuple(f"{number:03}" + "x" * 997 for number in range(100)))
    assert len(headers) == 16
    assert all(len(header) == 256 + len('299 - ""') for header in headers)
