"""Tests of `kapivara docs crd`: pages of CRDs, with examples that a server accepts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.api import Api
from kapivara.cli.main import run
from kapivara.codec import decode_yaml

EXAMPLE = re.compile(r"^```yaml\n(.*?)^```$", re.S | re.M)
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget, shortNames: [wi]}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
%s
"""
EXACTING = """\
            oneOf: [{required: [image]}, {required: [snapshot]}]
            properties:
              image: {type: string, pattern: '^[a-z]+:v[0-9]+$'}
              snapshot: {type: string, format: uuid}
              note: {type: string, default: ""}
              level: {type: string, enum: [Low, High], default: Low, description: How | much.}
              ports:
                type: array
                minItems: 2
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name, port]
                  properties:
                    name: {type: string}
                    port: {type: integer, minimum: 1024, exclusiveMinimum: true, multipleOf: 5}
            x-kubernetes-validations:
            - {rule: "!has(self.ports) || self.level == 'Low'", message: no ports at a high level}
            - {rule: "self == oldSelf || self.level == oldSelf.level", message: levels stay}
"""
ONE_OF_TWO = """\
            properties: {a: {type: integer}, b: {type: integer}}
            x-kubernetes-validations: [{rule: has(self.a) != has(self.b), message: one of both}]
"""
ONE_OF_TWO_INSIDE = """\
            required: [proof]
            properties:
              proof:
                type: object
                properties: {a: {type: array, items: {type: string}}, b: {type: integer}}
                x-kubernetes-validations:
                - {rule: has(self.a) != has(self.b), message: one of both}
"""
IMPOSSIBLE = """\
            properties: {a: {type: string}}
            x-kubernetes-validations: [{rule: "has(self.a) && self.a == 'a very special text'"}]
"""

Docs = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def docs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Docs:
    """Writes a CRD, runs `docs crd` on it; returns exit code, output and standard error."""

    def call(content: str) -> tuple[int, str, str]:
        (tmp_path / "crd.yaml").write_text(content)
        code = run(["docs", "crd", str(tmp_path / "crd.yaml")])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def accepted(definition: str, page: str) -> int:
    """Creates all examples of a page; returns their number."""
    found = EXAMPLE.findall(page)
    with Api() as api:
        assert api.create(decode_yaml(definition.encode()).value).ok
        for text in found:
            outcome = api.create(decode_yaml(text.encode()).value, dry_run=True, field_validation="Strict")
            assert outcome.ok, outcome.status
    return len(found)


@pytest.mark.parametrize(("fields", "count"), [(EXACTING, 2), (ONE_OF_TWO, 1), (ONE_OF_TWO_INSIDE, 1), (IMPOSSIBLE, 0)])
def test_examples_are_accepted(docs: Docs, fields: str, count: int) -> None:
    code, page, said = docs(CRD % fields)
    assert (code, said) == (0, "")
    assert accepted(CRD % fields, page) == count
    assert ("kapivara found no object that passes" in page) == (not count)


def test_fields_and_rules_in_words(docs: Docs) -> None:
    page = docs(CRD % EXACTING)[1]
    lines = page.splitlines()
    assert lines[0] == "# Widget"
    assert "| short names | `wi` |" in lines
    assert '| `spec.note` | string | default `""` |  |' in lines
    assert "| `spec.level` | string | default `Low` | How \\| much. One of `Low`, `High`. |" in lines
    assert "| `spec.ports[].port` | integer | required | More than 1024; a multiple of 5. |" in lines
    assert "| `spec.ports` | []object |  | At least 2 items; items are identified by `name`. |" in lines
    assert any("exactly one of `image`, `snapshot`" in line.lower() for line in lines)
    assert "- `spec`: no ports at a high level: `!has(self.ports) || self.level == 'Low'`" in lines
    assert any(line.startswith("- `spec` (on updates): levels stay: ") for line in lines)


def test_every_version_that_is_served(docs: Docs) -> None:
    first = CRD % ONE_OF_TWO
    again = first[first.index("  - name: v1") :].replace("v1", "v2").replace("storage: true", "storage: false")
    page = docs(first + again)[1]
    assert "## v1" in page
    assert "## v2" in page
    assert "## v2" not in docs(first + again.replace("served: true", "served: false"))[1]


def test_definitions_that_are_refused_or_missing(docs: Docs) -> None:
    code, page, said = docs(CRD % "            properties: {a: {type: nothing}}")
    assert (code, page) == (1, "")
    assert "invalid     CustomResourceDefinition widgets.example.com" in said
    code, page, said = docs("apiVersion: v1\nkind: ConfigMap\n")
    assert (code, page) == (2, "")
    assert "no CustomResourceDefinitions in this input" in said
    assert docs("a: [")[0] == 2
