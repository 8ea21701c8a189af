"""Tests of paths into a schema, as rules and selectable fields write them."""

import pytest

from kapivara.schema.legality import FieldPathError, resolve_field_path

SCHEMA = {
    "properties": {
        "a": {"type": "string"},
        "it's": {"type": "boolean"},
        "m": {"additionalProperties": {"properties": {"x": {"type": "integer"}}}},
        "any": {"additionalProperties": True},
        "l": {"items": {"type": "string"}},
    }
}

GOOD = [
    (".a", "a", "string"),
    ("['a']", "a", "string"),
    ("['it\\'s']", "it's", "boolean"),
    (".m.k.x", "m[k].x", "integer"),
    (".m['a.b'].x", "m[a.b].x", "integer"),
]
BAD = [
    ("a", "expected [ or . but got: a"),
    (".", "unexpected end of JSON path"),
    (".zz", "does not refer to a valid field"),
    (".a.b", "does not refer to a valid field"),
    (".l[0]", "expected single quoted string but got 0"),
    (".any.k.x", "does not refer to a valid field"),
    ("[", "unexpected end of JSON path"),
    ("['a'", "unexpected end of JSON path"),
    ("['a'.", "expected ] but got ."),
    ("['a", "expected single quoted string but got 'a"),
    ("['\\q']", "invalid string literal: invalid escape char \\q"),
]


@pytest.mark.parametrize(("text", "path", "kind"), GOOD, ids=[each[0] for each in GOOD])
def test_leads_to_a_field(text: str, path: str, kind: str) -> None:
    target = resolve_field_path(text, SCHEMA)
    assert str(target.path) == path
    assert target.schema is not None
    assert target.schema["type"] == kind


@pytest.mark.parametrize(("text", "message"), BAD, ids=[each[0] for each in BAD])
def test_leads_nowhere(text: str, message: str) -> None:
    with pytest.raises(FieldPathError) as caught:
        resolve_field_path(text, SCHEMA)
    assert str(caught.value) == message


def test_a_value_of_any_kind_has_no_schema() -> None:
    assert resolve_field_path(".any.k", SCHEMA).schema is None


def test_brackets_may_be_refused() -> None:
    with pytest.raises(FieldPathError, match="array notation is not allowed"):
        resolve_field_path("['a']", SCHEMA, allow_brackets=False)
