"""Which value was meant, and what YAML 1.1 made of one."""

from __future__ import annotations

import pytest

from kapivara.cli.findings import Finding
from kapivara.cli.hints.values import LOOKS_LIKE_TEMPLATE, meant_quantity, meant_value, yaml_hint
from kapivara.cli.inputs.manifests import manifests_in
from kapivara.codec import read_documents

WRONG_TYPE = "json: cannot unmarshal bool into Go struct field A.a of type string"
NOT_A_TEXT = 'Invalid value: "integer": a in body must be of type string: "integer"'
NOT_A_NUMBER = "json: cannot unmarshal string into Go struct field A.a of type int32"
NOT_AN_INTEGER = 'Invalid value: "string": a in body must be of type integer: "string"'
NOT_A_BOOLEAN = 'Invalid value: "string": a in body must be of type boolean: "string"'
NO_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
ON = "on is the boolean true in YAML 1.1, unless it is in quotes"


@pytest.mark.parametrize(
    ("message", "hint"),
    [
        pytest.param('Unsupported value: "Alway": supported values: "Always", "Never"', "Always", id="misspelt"),
        pytest.param('Unsupported value: "NEVER": supported values: "Always", "Never"', "Never", id="other case"),
        pytest.param('Unsupported value: "xyzzy": supported values: "Always", "Never"', "", id="like none"),
        pytest.param('Unsupported value: "": supported values: "Always", "Never"', "", id="empty"),
        pytest.param('Unsupported value: 3: supported values: "1", "2"', "", id="no text"),
        pytest.param(
            "Invalid value: 644: must be a number between 0 and 0777 (octal), both inclusive",
            "644 is decimal: did you mean 0644, which is 420?",
            id="decimal mode",
        ),
        pytest.param("Invalid value: 888: must be a number between 0 and 0777 (octal)", "", id="no octal digits"),
        pytest.param('Invalid value: "ip": must be either IP, or Name', "IP", id="in a sentence"),
        pytest.param('Invalid value: "IP": must not be IP', "", id="the very word"),
        pytest.param('Invalid value: "Alway": must be one of "Always"', "", id="another error"),
    ],
)
def test_values_that_were_meant(message: str, hint: str) -> None:
    assert meant_value(message) == (f"did you mean {hint}?" if hint.isalpha() else hint)


@pytest.mark.parametrize(
    ("text", "field", "message", "hint"),
    [
        pytest.param("a: on", "a", WRONG_TYPE, ON, id="boolean"),
        pytest.param("a: [x, on]", "a[1]", WRONG_TYPE, ON, id="in a list"),
        pytest.param("a:\n- on", "a[0]", WRONG_TYPE, ON, id="item of a block"),
        pytest.param("a: {y: on}", "a.true", WRONG_TYPE, ON, id="behind a key that is one, too"),
        pytest.param("a: true", "a", WRONG_TYPE, "true is a boolean: put it in quotes", id="boolean for everybody"),
        pytest.param('a: "on"', "a", WRONG_TYPE, "", id="quoted"),
        pytest.param("a: on", "a", 'Invalid value: "x": wrong', "", id="not why"),
        pytest.param("a: &on on", "a", WRONG_TYPE, "", id="anchor"),
        pytest.param(
            "a: 0777", "a", NOT_A_TEXT, "0777 is octal for 511 in YAML 1.1, unless it is in quotes", id="octal"
        ),
        pytest.param("a: 1e3", "a", NOT_A_TEXT, "1e3 is the number 1000, unless it is in quotes", id="power of ten"),
        pytest.param("a: 12", "a", NOT_A_TEXT, "12 is a number: put it in quotes", id="number for everybody"),
        pytest.param('{"a": 1.5}', "a", NOT_A_TEXT, "1.5 is a number: put it in quotes", id="number in JSON"),
        pytest.param("a: {b: 512MB}", "a.b", NO_QUANTITY, "did you mean 512Mi, or 512M?", id="quantity"),
        pytest.param("a: 512MB", "a", NOT_A_TEXT, "", id="another error than of a quantity"),
        pytest.param(
            "a: -010",
            "a",
            "Invalid value: -8: must be positive",
            "-010 is octal for -8 in YAML 1.1, unless it is in quotes",
            id="octal that is told as a number",
        ),
        pytest.param("a: 010", "a", "Invalid value: 9: must be even", "", id="another number"),
        pytest.param("s: {on: 1}", "s.true", 'unknown field "s.true"', ON, id="key"),
        pytest.param("s: {on: 'x'}", "s.true", 'Invalid value: "x": wrong', ON, id="key of a wrong value"),
        pytest.param("s: {on: 1, y: 2}", "s.true", 'duplicate field "s.true"', ON.replace("on", "y", 1), id="twice"),
        pytest.param("s: {true: 1}", "s.true", 'unknown field "s.true"', "", id="key for everybody"),
        pytest.param("s: {b: on}", "s.b", 'unknown field "s.b"', "", id="unknown for its name"),
        pytest.param('a: "3"', "a", NOT_A_NUMBER, '"3" is a string: remove the quotes', id="number in quotes"),
        pytest.param("a: '-3'", "a", NOT_AN_INTEGER, "'-3' is a string: remove the quotes", id="of a definition"),
        pytest.param('{"a": "3"}', "a", NOT_AN_INTEGER, '"3" is a string: remove the quotes', id="in JSON"),
        pytest.param('a: "true"', "a", NOT_A_BOOLEAN, '"true" is a string: remove the quotes', id="boolean in quotes"),
        pytest.param('a: "3.5"', "a", NOT_AN_INTEGER, "", id="no integer in quotes"),
        pytest.param('a: "3"', "a", NOT_A_BOOLEAN, "", id="number for a boolean"),
        pytest.param('a: "x"', "a", NOT_A_NUMBER, "", id="a text in quotes"),
        pytest.param("a: x", "a", NOT_A_NUMBER, "", id="a text"),
        pytest.param('a: "{{ .x }}"', "a", NOT_A_NUMBER, LOOKS_LIKE_TEMPLATE, id="a template"),
        pytest.param('a: "{{"', "a", NOT_A_NUMBER, "", id="no template"),
        pytest.param("s: {.inf: 1}", "s..inf", 'unknown field "s..inf"', "", id="infinite key"),
    ],
)
def test_what_yaml_made_of_it(text: str, field: str, message: str, hint: str) -> None:
    (document,) = read_documents(text.encode(), "a.yaml")
    (manifest,) = manifests_in(document)
    assert yaml_hint(Finding(manifest.find(field), field, "", message), manifest) == hint


def test_lines_that_are_too_long_are_left_alone() -> None:
    (document,) = read_documents(b"a: on #" + b"x" * 20_000, "a.yaml")
    (manifest,) = manifests_in(document)
    assert yaml_hint(Finding(manifest.find("a"), "a", "", WRONG_TYPE), manifest) == ""


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("1gb", "1Gi, or 1G"),
        ("1 kB", "1Ki, or 1k"),
        ('"1.5GiB"', "1.5Gi"),
        ("10 Gi", "10Gi"),
        ("10 gbytes", "10Gi, or 10G"),
        ("2 cores", "2"),
        ("250 millicores", "250m"),
        ("5 apples", ""),
        ("5b", ""),
        ("many", ""),
    ],
)
def test_quantities_of_another_notation(value: str, meant: str) -> None:
    assert meant_quantity(value, NO_QUANTITY) == (f"did you mean {meant}?" if meant else "")
    assert meant_quantity(value, "wrong") == ""
