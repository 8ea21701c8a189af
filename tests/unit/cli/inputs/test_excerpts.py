"""What is marked in a line that an error is about."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.cli.diagnosis import Level
from kapivara.cli.findings import Excerpt, Finding, Location, Result, Verdict
from kapivara.cli.inputs.excerpts import find_mark, with_excerpts
from kapivara.cli.inputs.manifests import manifests_in
from kapivara.cli.reports.result_diagnosis import diagnostic_of
from kapivara.cli.reports.result_text import error_lines
from kapivara.codec import read_documents


@pytest.mark.parametrize(
    ("line", "field", "marked"),
    [
        pytest.param("  replicas: -1", "spec.replicas", "-1", id="value"),
        pytest.param("  replicas: -1  # many", "spec.replicas", "-1", id="comment"),
        pytest.param("  name: a, b", "name", "a, b", id="comma in a block"),
        pytest.param('  "replicas": -1,', "spec.replicas", "-1", id="JSON"),
        pytest.param('  "name": "a\\"b,",', "name", '"a\\"b,"', id="JSON text"),
        pytest.param("  name: 'a, #b' # c", "name", "'a, #b'", id="quotes"),
        pytest.param("  labels: {app: other}", "labels", "{app: other}", id="map in a line"),
        pytest.param("  labels: [a, [b]]  ", "labels", "[a, [b]]", id="list in a line"),
        pytest.param('  labels: {a: "}", b: c} # }', "labels", '{a: "}", b: c}', id="bracket in a text"),
        pytest.param('  "labels": {', "metadata.labels", '"labels"', id="map further down"),
        pytest.param("  selector:", "spec.selector", "selector", id="block further down"),
        pytest.param("  text: |", "text", "text", id="literal"),
        pytest.param("  metadata: {}", "metadata.name", "metadata", id="what holds a missing field"),
        pytest.param("  a.b/c: x:y", "labels[a.b/c]", "a.b/c", id="key with dots"),
        pytest.param("  key : x", "m[key]", "x", id="key of a map"),
        pytest.param("  a.b/c: true", "annotations.a.b/c", "true", id="value of a key with dots"),
        pytest.param("  on: 5", "labels.true", "5", id="key that YAML reads otherwise"),
        pytest.param("  Bad_X", "args[0]", "Bad_X", id="item"),
        pytest.param("  name: Web_X", "containers[0]", "name", id="item with fields"),
    ],
)
def test_what_is_wrong_is_marked(line: str, field: str, marked: str) -> None:
    begin, end = find_mark(line, 2, field, of_key=False)
    assert line[begin:end] == marked


def test_in_a_flow_values_end_at_commas() -> None:
    line = "spec: {size: 2, colour: red}"
    begin, end = find_mark(line, line.index("size"), "spec.size", of_key=False)
    assert line[begin:end] == "2"


def test_in_a_flow_no_key_goes_on_behind_its_list() -> None:
    line = "metadata: {finalizers: [yes], labels: {a: b}}"
    begin, end = find_mark(line, line.index("yes"), "metadata.finalizers[0]", of_key=False)
    assert line[begin:end] == "yes"


def test_in_a_block_keys_may_have_brackets() -> None:
    begin, end = find_mark("  a[0],b: 1", 2, "data", of_key=True)
    assert (begin, end) == (2, 8)


def test_a_misspelt_key_is_marked_and_not_its_value() -> None:
    begin, end = find_mark("  recources: {}", 2, "spec.recources", of_key=True)
    assert (begin, end) == (2, 11)


def shown(data: bytes, field: str, message: str = "wrong") -> list[str]:
    (document,) = read_documents(data, "a.yaml")
    (manifest,) = manifests_in(document)
    error = Finding(manifest.find(field), field, "", message)
    result = with_excerpts(Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,)), manifest)
    return [line.strip() for line in error_lines(result.errors)][1:]


def test_lines_are_numbered_within_the_file() -> None:
    (line, signs) = shown(b"# first\n---\nkind: A\nspec:\n  a: nine\n", "spec.a")
    assert (line, signs) == ("5 |   a: nine", "|      ^^^^")


@pytest.mark.parametrize(
    ("line", "quoted", "marked"),
    [
        ("x: not ok", "not ok", "not ok"),
        ("a.b/c: 'not ok'", "not ok", "'not ok'"),
        ("-bad: x", "-bad", "-bad"),
        ('"-bad": x', "-bad", '"-bad"'),
        ("x: other", "not ok", "x"),
    ],
)
def test_of_an_entry_that_no_path_names_what_is_quoted_is_marked(line: str, quoted: str, marked: str) -> None:
    (document,) = read_documents(f"labels:\n  {line}\n".encode(), "a.yaml")
    (manifest,) = manifests_in(document)
    error = Finding(Location("a.yaml", 2, 3), "metadata.labels", "", f'Invalid value: "{quoted}": a valid label must')
    result = with_excerpts(Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,)), manifest)
    assert result.errors[0].excerpt is not None
    assert result.errors[0].excerpt.marked == marked


def test_wide_characters_move_the_mark() -> None:
    (line, signs) = shown('{"カピバラ": 1, "a": "e\u0301"}'.encode(), "a")
    assert signs.index("^") + len("1 ") == line.index('"e') + len("カピバラ")
    assert signs.count("^") == len('"é"')


def test_long_lines_are_cut_around_the_mark() -> None:
    text = "x" * 3000
    (line, signs) = shown(f'{{"long": "{text}", "a": 1, "b": "{text}"}}'.encode(), "a")
    assert len(line) < 120
    assert (line.count("…"), line[signs.index("^") + 2]) == (2, "1")


@pytest.mark.parametrize("data", [b'{"a": "' + b"x" * 20_000 + b'"}', b"b: 1\ra: 2"], ids=["too long", "odd breaks"])
def test_without_a_line_nothing_is_shown(data: bytes) -> None:
    assert shown(data, "a") == []


@pytest.mark.parametrize("field", ["", "<nil>"])
def test_errors_that_blame_no_field_show_no_line(field: str) -> None:
    assert shown(b"a: 1", field) == []


@pytest.mark.parametrize(
    ("rule", "column", "marked"),
    [
        pytest.param("self.any(n, true)", 9, "any", id="a call by its name"),
        pytest.param("(self > 1", 1, "(", id="a bracket of no call"),
        pytest.param("self.matches('[')", 14, "'['", id="a text"),
        pytest.param("self >", 7, "", id="at the end"),
        pytest.param("self.sizes > 1", 5, ".sizes", id="a field"),
    ],
)
def test_of_an_expression_the_word_is_marked_that_is_told_of(rule: str, column: int, marked: str) -> None:
    (manifest,) = manifests_in(next(read_documents(f"rule: {rule}\n".encode(), "x.yaml")))
    place = Location("x.yaml", 1, column + len("rule: "))
    error = Finding(place, "rule", "", f"compilation failed: ERROR: <input>:1:{column}: no")
    result = with_excerpts(Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,)), manifest)
    excerpt = result.errors[0].excerpt
    assert excerpt is not None
    assert excerpt.marked == marked
    assert rule[excerpt.column - 1 - len("rule: ") :].startswith(marked)
    assert diagnostic_of(result.errors[0], Level.ERROR).place.column == excerpt.column


def test_control_characters_are_shown_and_not_sent() -> None:
    (line, _) = shown(b'{"a": "\x7f\xc2\x9b31m"}', "a")
    assert line == r'1 | {"a": "\x7f\x9b31m"}'


@pytest.mark.parametrize("line", ["a" + " " * 9_000 + "b", "a" + ":" * 9_000 + "b", "[" * 9_000, '"' * 9_000])
def test_hostile_lines_take_no_time(line: str, pace: Any) -> None:
    with pace.within(100):
        find_mark(line, 0, "a", of_key=False)


def test_marks_are_coloured_on_a_terminal() -> None:
    error = Finding(Location("a", 1, 1), "a", "", "wrong", excerpt=Excerpt(1, "a: ", "b", "", 4, 5))
    _, line, signs = error_lines((error,), colour=True)
    assert "a: \x1b[31mb\x1b[0m" in line
    assert "\x1b[31m^\x1b[0m" in signs


def test_of_an_object_with_very_many_errors_the_first_show_their_lines() -> None:
    (manifest,) = manifests_in(next(read_documents(b"kind: X\nspec: {}\n", "x.yaml")))
    errors = tuple(Finding(manifest.find("spec"), "spec", "FieldValueRequired", f"no. {n}") for n in range(5_000))
    result = with_excerpts(Result(manifest.place, manifest.identity, Verdict.INVALID, errors=errors), manifest)
    assert [each.message for each in result.errors] == [each.message for each in errors]
    assert [each.excerpt is not None for each in result.errors] == [True] * 100 + [False] * 4_900
