"""Strings that must match a pattern, and names that must have a format."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import FieldPath, Operation, Verb
from kapivara.validate import dns1035_label, name_format, pattern, pattern_unless_empty

CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)
PATH = FieldPath.of("a")


def test_a_pattern_is_found_anywhere_unless_it_says_otherwise() -> None:
    assert pattern(CREATE, PATH, "xby", None, "b") == []
    (error,) = pattern(CREATE, PATH, "xby", None, "^b")
    assert str(error) == "a: Invalid value: \"xby\": a in body should match '^b'"
    assert pattern(CREATE, PATH, None, None, "^b") == []


def test_what_json_leaves_out_is_not_asked_about() -> None:
    assert pattern_unless_empty(CREATE, PATH, "", None, "^b") == []
    assert len(pattern_unless_empty(CREATE, PATH, "a", None, "^b")) == 1
    assert len(pattern(CREATE, PATH, "", None, "^b")) == 1


@pytest.mark.parametrize(
    ("metadata", "form", "fields"),
    [
        pytest.param({"name": "a.b"}, "dns1123subdomain", [], id="subdomain"),
        pytest.param({"name": "a.b"}, "dns1123label", ["m.name"], id="no-label"),
        pytest.param({"name": "1a"}, "dns1123label", [], id="label"),
        pytest.param({"name": "1a"}, "dns1035label", ["m.name"], id="no-dns1035-label"),
        pytest.param({"generateName": "a-"}, "dns1035label", [], id="prefix"),
        pytest.param({"generateName": "A", "name": "B"}, "dns1123label", ["m.generateName", "m.name"], id="both"),
        pytest.param({}, "dns1123label", [], id="nothing"),
    ],
)
def test_names_are_of_their_format(metadata: dict[str, Any], form: str, fields: list[str]) -> None:
    errors = name_format(CREATE, FieldPath.of("m"), metadata, None, form)
    assert [each.field for each in errors] == fields
    assert name_format(UPDATE, FieldPath.of("m"), metadata, metadata, form) == []


def test_a_label_of_rfc_1035_begins_with_a_letter() -> None:
    assert dns1035_label(CREATE, PATH, "a1", None) == []
    assert dns1035_label(CREATE, PATH, None, None) == []
    assert len(dns1035_label(CREATE, PATH, "1a", None)) == 1
