"""Tests of loading files: the created objects, their order, and the errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara import Api, LoadError

DEFINITION = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: notes.example.com}
spec:
  group: example.com
  names: {plural: notes, kind: Note}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {text: {type: string, maxLength: 5}}}
"""
NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: team}\n"


def note(name: str, text: str) -> str:
    return f"""\
apiVersion: example.com/v1
kind: Note
metadata: {{name: {name}, namespace: team}}
spec:
  text: {text}
"""


def test_what_others_need_comes_first(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(f"{note('one', 'hi')}---\n{NAMESPACE}")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "z.yaml").write_text(DEFINITION)
    (tmp_path / "below" / "notes.txt").write_text("no manifest")
    api = Api()
    loaded = api.load(tmp_path)
    assert [each["kind"] for each in loaded] == ["CustomResourceDefinition", "Namespace", "Note"]
    assert loaded[2] == api.get("example.com/v1", "Note", "one", namespace="team").object


def test_lists_and_json_and_several_paths(tmp_path: Path) -> None:
    maps = [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}} for name in ("a", "b")]
    one, other = tmp_path / "one.json", tmp_path / "other.yaml"
    one.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": maps}))
    other.write_text(NAMESPACE)
    assert [each["metadata"]["name"] for each in Api().load(one, str(other))] == ["team", "a", "b"]


def test_what_is_refused_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "all.yaml"
    file.write_text(f"{DEFINITION}---\n{NAMESPACE}---\n{note('long', 'much too long')}---\n{note('fine', 'hi')}")
    line = file.read_text().splitlines().index("  text: much too long") + 1
    api = Api()
    with pytest.raises(LoadError) as caught:
        api.load(file)
    assert str(caught.value).splitlines() == [
        f"{file}:{line}:3: Note team/long: spec.text: Too long: may not be more than 5 bytes",
        "3 objects were created",
    ]
    assert [each["metadata"]["name"] for each in caught.value.created] == ["notes.example.com", "team", "fine"]


def test_objects_wait_for_what_they_need(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(DEFINITION.replace("scope: Namespaced", "scope: Nowhere"))
    (tmp_path / "b.yaml").write_text(note("one", "hi"))
    with pytest.raises(LoadError) as caught:
        Api().load(tmp_path)
    [problem] = caught.value.problems
    assert (problem.path, problem.line, problem.column) == (str(tmp_path / "a.yaml"), 7, 3)
    assert str(caught.value).endswith("nothing was created")


def test_fields_are_read_strictly_unless_told_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "map.yaml"
    file.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndaat: {}\n")
    with pytest.raises(LoadError, match=r'map.yaml:1:1: ConfigMap a: .*unknown field "daat"'):
        Api().load(file)
    assert len(Api().load(file, field_validation="Ignore", field_manager="me")) == 1


def test_an_unknown_kind_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("apiVersion: v1\nkind: Gizmo\nmetadata: {name: a}\n")
    with pytest.raises(LoadError, match='Gizmo a: no matches for kind "Gizmo" in version "v1"'):
        Api().load(tmp_path)


def test_nothing_is_created_where_something_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(NAMESPACE)
    (tmp_path / "b.yaml").write_text("a: [\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    missing = tmp_path / "missing.yaml"
    api = Api()
    with pytest.raises(LoadError) as caught:
        api.load(tmp_path / "a.yaml", tmp_path / "b.yaml", empty, missing)
    told = str(caught.value).splitlines()
    assert told[0].startswith(f"{tmp_path / 'b.yaml'}:2:1: ")
    assert told[1:] == [
        f"{empty}: no manifests in this folder (searched for .yaml, .yml, .json)",
        f"{missing}: no such file or directory",
        "nothing was created",
    ]
    assert api.get("v1", "Namespace", "team").code == 404
