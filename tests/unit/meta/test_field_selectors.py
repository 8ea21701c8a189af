"""Tests of field selectors: their matches, and the server's errors for malformed ones."""

import pytest

from kapivara.meta.selectors import GENERIC_FIELDS, SelectorError, parse_field_selector

FIELDS = {"metadata.name": "one", "metadata.namespace": "default", "spec.a": "x,y=z\\"}

SELECTED = {
    "": True,
    "metadata.name=one": True,
    "metadata.name==one": True,
    "metadata.name=two": False,
    "metadata.name!=two": True,
    "metadata.name=one,metadata.namespace=default": True,
    "metadata.name=one,metadata.namespace!=default": False,
    ",metadata.name=one,": True,
    "spec.absent=": True,
    "spec.absent!=x": True,
    "spec.a=x\\,y\\=z\\\\": True,
    " metadata.name=one": False,
    "=": True,
    "!=": True,
    "=,metadata.name=two": False,
}


@pytest.mark.parametrize(("text", "selected"), SELECTED.items(), ids=map(repr, SELECTED))
def test_selects(text, selected):
    assert parse_field_selector(text).matches(FIELDS) is selected


MALFORMED = {
    "nonsense": "invalid selector: 'nonsense'; can't understand 'nonsense'",
    "a=b,nonsense": "invalid selector: 'a=b,nonsense'; can't understand 'nonsense'",
    "metadata.name in (bee,cat)": "invalid selector: 'metadata.name in (bee,cat)'; can't understand 'cat)'",
    "a=b=c": "invalid field selector: unescaped character in value: 61",
    "a=b\\c": "invalid field selector: invalid escape sequence: \\c",
    "a=b\\": "invalid field selector: invalid escape sequence: \\",
}


@pytest.mark.parametrize(("text", "problem"), MALFORMED.items(), ids=map(repr, MALFORMED))
def test_malformed(text, problem):
    with pytest.raises(SelectorError) as caught:
        parse_field_selector(text)
    assert str(caught.value) == problem


def test_fields_of_kinds_without_their_own():
    parse_field_selector("metadata.name=a,metadata.namespace=b").check_fields()
    with pytest.raises(SelectorError) as caught:
        parse_field_selector("spec.size=1").check_fields()
    assert str(caught.value) == (
        '"spec.size" is not a known field selector: only "metadata.name", "metadata.namespace"'
    )


def test_fields_of_kinds_with_their_own():
    known = (*GENERIC_FIELDS, "spec.a")
    parse_field_selector("spec.a=1").check_fields(known)
    with pytest.raises(SelectorError, match=r"^field label not supported: spec\.b$"):
        parse_field_selector("spec.a=1,spec.b=2").check_fields(known)


def test_exact_match():
    selector = parse_field_selector("metadata.name=one,spec.a!=x")
    assert selector.exact_match("metadata.name") == "one"
    assert selector.exact_match("spec.a") is None
    assert selector.exact_match("spec.b") is None


@pytest.mark.parametrize(
    ("text", "canonical"), [("", ""), ("b==c,a!=d", "a!=d,b=c"), ("a=x\\,y\\=z\\\\", "a=x\\,y\\=z\\\\")]
)
def test_text(text, canonical):
    selector = parse_field_selector(text)
    assert str(selector) == canonical
    assert parse_field_selector(canonical) == selector
    assert bool(selector) is bool(text)
