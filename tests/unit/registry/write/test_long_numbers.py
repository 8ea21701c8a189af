"""Tests of numbers with thousands of digits: Python refuses to parse such integers, the server answers each."""

import pytest

_DIGITS = "9" * 5000


@pytest.mark.parametrize("text", [_DIGITS, f"-{_DIGITS}"], ids=["positive", "negative"])
def test_numbers_beyond_every_float_are_refused(talk, widgets, text):
    body = f'{{"apiVersion":"example.com/v1","kind":"Widget","metadata":{{"name":"one"}},"spec":{{"size":{text}}}}}'
    outcome = talk("create", widgets, body=body.encode())
    assert outcome.code == 400
    problem = f"json: cannot unmarshal number {text} into Go value of type float64"
    assert outcome.status.message == f'Widget in version "v1" cannot be handled as a Widget: {problem}'


def test_numbers_beyond_every_float_beside_bytes_that_are_not_utf8(talk, widgets):
    outcome = talk("create", widgets, body=b'{"apiVersion":"example.com/v1","kind":"Widget","x":"\xff","y":1e999}')
    assert outcome.status.message.startswith('Widget in version "v1" cannot be handled as a Widget: json: cannot')


@pytest.mark.parametrize(
    ("version", "code"),
    [
        pytest.param("7", 500, id="a-version"),
        pytest.param("0", 201, id="zero"),
        pytest.param("x", 201, id="no-number"),
        pytest.param("٣", 201, id="not-ASCII"),
        pytest.param(_DIGITS, 201, id="out-of-range"),
    ],
)
def test_versions_of_new_objects(talk, widgets, widget, version, code):
    assert talk("create", widgets, body=widget(resourceVersion=version)).code == code


def test_versions_out_of_range_of_updated_objects(talk, widgets, widget):
    talk("create", widgets, body=widget())
    outcome = talk("update", widgets, "one", widget(resourceVersion=_DIGITS))
    assert (outcome.code, outcome.status.message) == (
        500,
        f'strconv.ParseUint: parsing "{_DIGITS}": value out of range',
    )
