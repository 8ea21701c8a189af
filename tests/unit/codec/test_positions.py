import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara.codec import read_documents
from kapivara.codec.json.plain.places import json_places
from kapivara.codec.positions import _Search, _straight_to

YAML = b"""\
# a comment
apiVersion: v1
metadata:
  labels: {a.b/c: "1", a: {b: "2"}}
spec:
- name: one
  ports: &ports
    http: 80
    1: x
- name: two
  ports: *ports
  more:
    <<: *ports
    z: 1
"""
JSON = b"""\
{
  "apiVersion": "v1",
  "metadata": {"labels": {"a.b/c": "1", "a": {"b": "2"}}},
  "spec": [
    {"name": "one"},
    {"name": "two",
     "more": {"k]x": 1, "\\u006b": 2}}
  ],
  "twice": 1, "twice":
    {"x": 1}
}
"""

YAML_FIELDS = {
    "apiVersion": (2, 1),
    "metadata.labels": (4, 3),
    "metadata.labels[a.b/c]": (4, 12),
    "metadata.labels.a.b/c": (4, 12),
    "metadata.labels.a.b": (4, 28),
    "spec": (5, 1),
    "spec[0]": (6, 3),
    "spec[1].name": (10, 3),
    "spec.[1].name": (10, 3),
    "spec[1].ports": (11, 3),
    "spec[1].ports.http": (8, 5),
    "spec[1].ports[1]": (9, 5),
    "spec[1].more.http": (8, 5),
    "spec[1].more.z": (14, 5),
    "spec[1].more.z.deeper[3]": (14, 5),
    "spec[7].name": (5, 1),
    "spec.name": (5, 1),
    "metadata.annotations": (3, 1),
    "status": (2, 1),
    "<nil>": (2, 1),
    "": (2, 1),
}
JSON_FIELDS = {
    "apiVersion": (2, 3),
    "metadata.labels.a.b": (3, 47),
    "metadata.labels[a.b/c]": (3, 27),
    "spec[0]": (5, 5),
    "spec[1].more[k]x]": (7, 15),
    "spec[1].more.k": (7, 25),
    "spec[1].missing": (6, 5),
    "twice.x": (10, 6),
    "status.x": (1, 1),
}


@pytest.mark.parametrize(("field", "place"), YAML_FIELDS.items(), ids=YAML_FIELDS)
def test_yaml(field: str, place: tuple[int, int]) -> None:
    (document,) = read_documents(YAML, "x.yaml")
    assert document.positions.find(field) == place


@pytest.mark.parametrize(("field", "place"), JSON_FIELDS.items(), ids=JSON_FIELDS)
def test_json(field: str, place: tuple[int, int]) -> None:
    (document,) = read_documents(JSON, "x.json")
    assert document.positions.find(field) == place


TWICE = {
    "x.yaml": b"a:\n  b: 1\n  c: {d: 2}\na:\n  b: 3\n",
    "x.json": b'{"a":\n {"b": 1,\n  "c": {"d": 2}},\n "a": {\n  "b": 3}}',
}


@pytest.mark.parametrize("name", TWICE)
def test_what_only_an_earlier_field_of_one_key_holds_is_found_there(name: str) -> None:
    (document,) = read_documents(TWICE[name], name)
    lines = {field: document.positions.find(field)[0] for field in ("a", "a.b", "a.c", "a.c.d", "a.e")}
    assert lines == {"a": 4, "a.b": 5, "a.c": 3, "a.c.d": 3, "a.e": 4}
    assert [line for line, _ in document.positions.find_every("a")] == [4, 1]
    assert [line for line, _ in document.positions.find_every("a.b")] == [5]


def test_columns_count_characters() -> None:
    (document,) = read_documents('{"é": {"中": 1, "x": 2}}'.encode(), "x.json")
    assert document.positions.find("é.x") == (1, 16)
    (document,) = read_documents("é: {中: 1, x: 2}".encode(), "x.yaml")
    assert document.positions.find("é.x") == (1, 11)


def test_ambiguous_paths_on_shared_places_end() -> None:
    lines = [b"a0: &a0 {x: 1}"]
    lines += [b"a%d: &a%d {k: *a%d, k.k: *a%d}" % (n, n, n - 1, n - 1) for n in range(1, 7)]
    (document,) = read_documents(b"\n".join(lines), "x.yaml")
    assert document.positions.find("a6" + ".k" * 40) == (2, 18)


def test_nothing_is_computed_before_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kapivara.codec.yaml.exact.places.yaml_places", lambda data: pytest.fail("computed"))
    monkeypatch.setattr("kapivara.codec.json.plain.places.json_places", lambda data, start: pytest.fail("computed"))
    assert list(read_documents(YAML, "x.yaml"))
    assert list(read_documents(JSON, "x.json"))


def test_deep_documents_have_positions() -> None:
    depth = 319
    (document,) = read_documents(b"{a: " * depth + b"{a: 1}" + b"}" * depth, "x.yaml")
    assert document.positions.find(".".join("a" * (depth + 1))) == (1, 4 * depth + 2)


KEYS = st.sampled_from(("a", "b", "a.b", "c[0]", "0", "", "k]", "long"))
TREES = st.recursive(
    st.just(1), lambda inner: st.dictionaries(KEYS, inner, max_size=4) | st.lists(inner, max_size=3), max_leaves=12
)
STEPS = KEYS.map(lambda key: f".{key}") | KEYS.map(lambda key: f"[{key}]") | st.just(".[1]") | st.just("[2]")


@given(TREES, st.lists(STEPS, max_size=5).map("".join))
def test_whoever_goes_straight_arrives_where_a_search_does(tree: object, field: str) -> None:
    root = json_places(json.dumps(tree).encode(), 0)
    for each in (field, field.removeprefix(".")):
        straight = _straight_to(each, root)
        assert straight is None or straight is _Search(each).deepest(root)


def test_plain_paths_go_straight() -> None:
    root = json_places(b'{"spec": {"list": [{"a": 1}], "map": {"key": 1}}}', 0)
    for field in ("spec.list[0].a", "spec.list[0].missing", "spec.map[key]", "spec.list[7]", "status.x", ""):
        assert _straight_to(field, root) is _Search(field).deepest(root)
