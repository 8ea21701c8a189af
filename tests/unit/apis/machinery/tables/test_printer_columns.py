"""Tests of printer columns, with the server's cells."""

import pytest
from tests.unit.apis.alone import Alone

from kapivara.apis.machinery.tables.printer_columns import printer_layout

OBJECT = {
    "apiVersion": "example.com/v1",
    "kind": "Widget",
    "metadata": {"name": "one", "creationTimestamp": "2030-01-02T03:00:00Z", "labels": {"b": "2", "a": "1"}},
    "spec": {
        "text": "héy",
        "integer": 3,
        "whole": 4.0,
        "number": 2.75,
        "negative": -2.7,
        "huge": 1e21,
        "largest": 2**63 - 1,
        "tiny": 1e-7,
        "yes": True,
        "null": None,
        "list": ["<a>", 1.5, None],
        "since": "2030-01-01T00:00:00Z",
        "never": "",
    },
}


def column(kind, path, **more):
    return {"name": "Shown", "type": kind, "jsonPath": path, **more}


@pytest.mark.parametrize(
    ("kind", "path", "cell"),
    [
        ("string", ".spec.text", "héy"),
        ("string", ".spec.integer", "3"),
        ("string", ".spec.number", "2.75"),
        ("string", ".spec.huge", "1e+21"),
        ("string", ".spec.tiny", "1e-07"),
        ("string", ".spec.yes", "true"),
        ("string", ".spec.null", "<no value>"),
        ("string", ".spec.list", '["\\u003ca\\u003e",1.5,null]'),
        ("string", ".metadata.labels", '{"a":"1","b":"2"}'),
        ("string", ".spec 5", "5"),
        ("string", ".spec.missing", None),
        ("integer", ".spec.integer", 3),
        ("integer", ".spec.number", 2),
        ("integer", ".spec.negative", -2),
        ("integer", ".spec.huge", -(2**63)),
        ("integer", ".spec.largest", 2**63 - 1),
        ("integer", ".spec.text", None),
        ("integer", ".spec.yes", None),
        ("integer", ".spec.null", None),
        ("integer", ".spec 5", None),
        ("number", ".spec.number", 2.75),
        ("number", ".spec.integer", 3.0),
        ("number", ".spec.text", None),
        ("boolean", ".spec.yes", True),
        ("boolean", ".spec.integer", None),
        ("date", ".metadata.creationTimestamp", "4m5s"),
        ("date", ".spec.since", "27h"),
        ("date", ".spec.never", "<unknown>"),
        ("date", ".spec.text", "<invalid>"),
        ("date", ".spec.integer", None),
        ("date", ".spec.missing", None),
    ],
)
def test_cells(kind, path, cell):
    shown = printer_layout([column(kind, path)], Alone()).columns[1].cell(OBJECT)
    assert (type(shown), shown) == (type(cell), cell)


def test_what_clients_are_told():
    given = [
        column("string", ".spec.text"),
        column("integer", ".spec.integer", format="int32", description="How many.", priority=1),
    ]
    name, plain, detailed = (each.definition() for each in printer_layout(given, Alone()).columns)
    assert (name["name"], name["type"], name["format"], name["priority"]) == ("Name", "string", "name", 0)
    assert plain == {
        "name": "Shown",
        "type": "string",
        "format": "",
        "description": "Custom resource definition column (in JSONPath format): .spec.text",
        "priority": 0,
    }
    assert (detailed["format"], detailed["description"], detailed["priority"]) == ("int32", "How many.", 1)


def test_without_columns_ages_are_shown():
    name, age = printer_layout([], Alone()).columns
    assert (age.name, age.type, name.cell(OBJECT), age.cell(OBJECT)) == ("Age", "date", "one", "4m5s")


def test_a_path_that_cannot_be_read_ends_the_columns():
    given = [column("string", ".spec.text"), column("string", ".spec[?(@"), column("string", ".spec.text")]
    assert len(printer_layout(given, Alone()).columns) == 2
