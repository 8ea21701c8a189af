"""Tests of `kapivara validate`: its output and exit codes, for valid and all kinds of bad input."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kapivara.cli.main import run

CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: {type: integer, minimum: 1}
                colour: {type: string}
    - name: v0
      served: false
      storage: false
      schema: {openAPIV3Schema: {type: object}}
"""
GOOD = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: good}\nspec: {size: 3}\n"
BAD = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: bad\nspec:\n  size: 0\n"
UNKNOWN_FIELD = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: odd\nspec:\n  size: 1\n  sise: 2\n"

Validate = Callable[..., tuple[int, str]]


@pytest.fixture
def validate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Validate:
    """Writes the files, runs `validate` in their folder; returns exit code and output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, files: dict[str, str | bytes] | None = None) -> tuple[int, str]:
        for name, content in (files or {}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        code = run(["validate", *arguments])
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, captured.out

    return call


def report(output: str) -> Any:
    return json.loads(output)


def test_good_objects_are_only_counted(validate: Validate) -> None:
    assert validate("a.yaml", files={"a.yaml": f"{CRD}---\n{GOOD}"}) == (0, "2 objects: 2 valid\n")


def test_an_error_stands_behind_its_place(validate: Validate) -> None:
    code, output = validate("a.yaml", "--crds", "crds", files={"a.yaml": f"{GOOD}---\n{BAD}", "crds/w.yaml": CRD})
    assert code == 1
    assert output == (
        "invalid     Widget bad\n"
        "            a.yaml:11:3  spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1\n"
        "              11 |   size: 0\n"
        "                 |         ^\n"
        "2 objects: 1 valid, 1 invalid (1 error)\n"
    )


@pytest.mark.parametrize("order", [("crd.yaml", "good.yaml"), ("good.yaml", "crd.yaml")], ids=["before", "after"])
def test_definitions_are_used_whatever_their_order(order: tuple[str, str], validate: Validate) -> None:
    assert validate(*order, files={"crd.yaml": CRD, "good.yaml": GOOD})[0] == 0


def test_a_folder_with_all(validate: Validate) -> None:
    files: dict[str, str | bytes] = {"all/a/good.yaml": GOOD, "all/b/crd.yml": CRD, "all/c.json": json.dumps(None)}
    assert validate("all", files=files) == (0, "2 objects: 2 valid\n")


def test_the_items_of_a_list_are_checked(validate: Validate) -> None:
    items = [
        {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a"}, "spec": {"size": size}}
        for size in (1, -1)
    ]
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items}, indent=1)
    code, output = validate("list.json", "--crds", "crd.yaml", "-o", "json", files={"list.json": text, "crd.yaml": CRD})
    error = report(output)["objects"][1]["errors"][0]
    assert code == 1
    assert (error["field"], text.splitlines()[error["line"] - 1].strip()) == ("spec.size", '"size": -1')


def test_standard_input(validate: Validate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(f"{CRD}---\n{BAD}".encode())))
    code, output = validate("-")
    assert code == 1
    assert "<stdin>:" in output


@pytest.mark.parametrize(
    ("mode", "code", "text"),
    [
        pytest.param("strict", 1, 'a.yaml:7:3  unknown field "spec.sise"', id="strict"),
        pytest.param("warn", 0, 'warning     Widget odd\n            a.yaml:7:3  unknown field "spec.sise"', id="warn"),
        pytest.param("ignore", 0, "1 object: 1 valid\n", id="ignore"),
    ],
)
def test_field_validation(mode: str, code: int, text: str, validate: Validate) -> None:
    files: dict[str, str | bytes] = {"a.yaml": UNKNOWN_FIELD, "crd.yaml": CRD}
    found = validate("a.yaml", "--crds", "crd.yaml", "--field-validation", mode, files=files)
    assert found[0] == code
    assert text in found[1]


def test_a_warning_of_a_field_is_told_as_an_error_is(validate: Validate) -> None:
    files: dict[str, str | bytes] = {"a.yaml": UNKNOWN_FIELD, "crd.yaml": CRD}
    command = ("a.yaml", "--crds", "crd.yaml", "--field-validation", "warn")
    assert "  sise: 2\n" in UNKNOWN_FIELD
    output = validate(*command, files=files)[1]
    assert "              7 |   sise: 2\n                |   ^^^^\n              did you mean size?\n" in output
    found = report(validate(*command, "-o", "json", files=files)[1])
    assert found["objects"][0]["warnings"] == ['unknown field "spec.sise"']
    (told,) = found["diagnostics"]
    assert (told["line"], told["column"], told["endColumn"], told["level"]) == (7, 3, 7, "warning")
    assert (told["rule"], told["hint"]) == ("unknown-field", "did you mean size?")


def test_a_field_given_twice(validate: Validate) -> None:
    text = BAD.replace("size: 0", "size: 1\n  size: 2")
    code, output = validate("a.yaml", "--crds", "crd.yaml", files={"a.yaml": text, "crd.yaml": CRD})
    assert code == 1
    assert 'duplicate field "spec.size"' in output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            GOOD.replace("Widget", "Gadget"),
            "kind: there is no CRD of kind Gadget in group example.com: "
            "name the file of its CustomResourceDefinition with --crds PATH",
            id="no definition",
        ),
        pytest.param(
            GOOD.replace("example.com/v1", "example.com/v0"),
            "apiVersion: its CRD does not serve version v0, but: v1",
            id="version not served",
        ),
        pytest.param(
            "apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}\n",
            "apiVersion: extensions/v1beta1 Ingress was removed in 1.22, use networking.k8s.io/v1",
            id="group that is gone",
        ),
        pytest.param(
            "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: a}\n",
            "apiVersion: batch/v1beta1 CronJob was removed in 1.25, use batch/v1",
            id="built-in version that is gone",
        ),
        pytest.param("apiVersion: v1\nkind: Podd\n", "kind: Podd in v1: did you mean Pod?", id="misspelt"),
        pytest.param("kind: Widget\n", "apiVersion: must be set to a string", id="no apiVersion"),
        pytest.param("apiVersion: v1\nkind: 3\n", "kind: must be set to a string", id="kind that is no text"),
        pytest.param("apiversion: v1\nkind: Pod\n", "apiversion: did you mean apiVersion?", id="misspelt apiVersion"),
        pytest.param("apiVersion: v1\nKind: Pod\n", "Kind: did you mean kind?", id="misspelt kind"),
        pytest.param("- a\n", "a manifest must be an object", id="list"),
        pytest.param("- a\n---\ntext\n", "2 documents: a manifest must be an object", id="several"),
        pytest.param("just text\n", "a manifest must be an object", id="text"),
    ],
)
def test_kinds_that_cannot_be_asked_about(text: str, message: str, validate: Validate) -> None:
    code, output = validate("a.yaml", "--crds", "crd.yaml", files={"a.yaml": text, "crd.yaml": CRD})
    assert code == 1
    assert message in output


def test_types_of_built_in_kinds_are_checked(validate: Validate) -> None:
    text = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: two, selectr: {}}\n"
    code, output = validate("a.yaml", files={"a.yaml": text})
    assert code == 1
    assert "cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32" in output
    code, output = validate("a.yaml", files={"a.yaml": text.replace("two", "2")})
    assert code == 1
    assert 'unknown field "spec.selectr"' in output


def test_kinds_that_no_server_has_are_blamed_where_they_stand(validate: Validate) -> None:
    text = f"{CRD}---\napiVersion: example.com/v1\nkind: widgets\n---\napiVersion: example.com/v1beta1\nkind: Wodget\n"
    off = "apiVersion: coordination.k8s.io/v1beta1\nkind: LeaseCandidate\nmetadata: {name: a}\n"
    code, output = validate("a.yaml", files={"a.yaml": f"{text}---\n{off}"})
    assert code == 1
    assert output == (
        "invalid     widgets\n"
        "            a.yaml:27:1  kind: widgets in example.com/v1: did you mean Widget?\n"
        "              27 | kind: widgets\n"
        "                 |       ^^^^^^^\n"
        "invalid     Wodget\n"
        "            a.yaml:30:1  kind: Wodget in example.com/v1beta1: did you mean Widget in example.com/v1?\n"
        "              30 | kind: Wodget\n"
        "                 |       ^^^^^^\n"
        "invalid     LeaseCandidate a\n"
        "            a.yaml:32:1  apiVersion: coordination.k8s.io/v1beta1 LeaseCandidate is off by default: only "
        "servers with --runtime-config=coordination.k8s.io/v1beta1=true have it\n"
        "              32 | apiVersion: coordination.k8s.io/v1beta1\n"
        "                 |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "4 objects: 1 valid, 3 invalid (3 errors)\n"
    )


def test_what_nobody_can_create_is_refused(validate: Validate) -> None:
    text = "apiVersion: v1\nkind: ComponentStatus\nmetadata: {name: a}\n"
    code, output = validate("a.yaml", files={"a.yaml": text})
    assert (code, output) == (
        1,
        "invalid     ComponentStatus a\n"
        "            a.yaml:1:1  the server does not allow this method on the requested resource\n"
        "warning     ComponentStatus a: v1 ComponentStatus is deprecated in v1.19+ (a.yaml:1:1)\n"
        "1 object: 0 valid, 1 invalid (1 error), 1 warning\n",
    )


SERVICE = """\
apiVersion: v1
kind: Service
metadata: {name: a}
spec:
  selectr: {}
  ports:
  - port: 0
"""


def test_what_the_server_would_say_next_is_told(validate: Validate) -> None:
    code, output = validate("a.yaml", files={"a.yaml": SERVICE})
    assert code == 1
    first, _, following = output.partition("next        Service a: errors that the server would return next\n")
    assert "spec.ports[0].port" not in first
    assert following.startswith(
        "            a.yaml:7:5  spec.ports[0].port: Invalid value: 0: must be between 1 and 65535"
    )
    assert following.endswith("1 object: 0 valid, 1 invalid (1 error)\n")
    (told,) = json.loads(validate("a.yaml", "-o", "json")[1])["objects"]
    assert [each["field"] for each in told["errors"]] == ["spec.selectr"]
    assert [each["field"] for each in told["next"]] == ["spec.ports[0].port", "spec.ports[0].targetPort"]


def test_namespaces_are_assumed_and_names_may_be_generated(validate: Validate) -> None:
    elsewhere = GOOD.replace("{name: good}", "{generateName: good-, namespace: elsewhere}")
    assert validate("a.yaml", files={"a.yaml": f"{CRD}---\n{elsewhere}"})[0] == 0


@pytest.mark.parametrize("name", ["default", "kube-system", "fresh"])
def test_a_namespace_may_exist_already(name: str, validate: Validate) -> None:
    text = f"apiVersion: v1\nkind: Namespace\nmetadata: {{name: {name}}}\n"
    assert validate("a.yaml", files={"a.yaml": text}) == (0, "1 object: 1 valid\n")


def test_two_objects_of_one_name_do_not_disturb_each_other(validate: Validate) -> None:
    assert validate("a.yaml", files={"a.yaml": f"{CRD}---\n{GOOD}---\n{GOOD}"})[0] == 0


def test_an_illegal_definition_is_an_error_and_so_are_its_objects(validate: Validate) -> None:
    crd = CRD.replace("type: integer", "type: whole")
    code, output = validate("a.yaml", files={"a.yaml": f"{GOOD}---\n{crd}"})
    assert code == 1
    assert "Unsupported value: " in output
    assert "kind: not validated, because its CRD is not served (a.yaml:6:1)" in output


def test_an_illegal_definition_from_elsewhere_is_reported_too(validate: Validate) -> None:
    crd = CRD.replace("type: integer", "type: whole")
    code, output = validate("a.yaml", "--crds", "crd.yaml", files={"a.yaml": GOOD, "crd.yaml": crd})
    assert code == 1
    assert "invalid     CustomResourceDefinition widgets.example.com\n" in output


def test_the_same_definition_twice_is_one(validate: Validate) -> None:
    assert validate(".", files={"a.yaml": CRD, "b.yaml": CRD, "c.yaml": GOOD})[0] == 0


def test_the_same_illegal_definition_twice_is_two_errors(validate: Validate) -> None:
    crd = CRD.replace("type: integer", "type: whole")
    assert "2 objects: 0 valid, 2 invalid" in validate("a.yaml", files={"a.yaml": f"{crd}---\n{crd}"})[1]


def test_a_definition_of_a_version_that_is_gone(validate: Validate) -> None:
    crd = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1")
    code, output = validate("a.yaml", files={"a.yaml": f"{crd}---\n{GOOD}"})
    assert code == 1
    removed = "apiextensions.k8s.io/v1beta1 CustomResourceDefinition was removed in 1.22, use apiextensions.k8s.io/v1\n"
    assert removed in output
    assert "because its CRD is not served (a.yaml:1:1)" in output


def test_two_definitions_of_one_name_are_an_error(validate: Validate) -> None:
    code, output = validate(
        ".", files={"a.yaml": CRD, "b.yaml": CRD.replace("minimum: 1", "minimum: 0"), "c.yaml": BAD}
    )
    assert code == 1
    assert "./b.yaml:1:1  a different CRD of this name is at ./a.yaml:1:1" in output
    assert "Widget bad" in output


def test_a_definition_whose_names_are_taken_is_never_served(validate: Validate) -> None:
    other = CRD.replace("widgets", "gadgets").replace("kind: Widget", "kind: Gadget, shortNames: [w]")
    taken = CRD.replace("kind: Widget", "kind: Widget, shortNames: [w]")
    gadget = GOOD.replace("kind: Widget", "kind: Gadget")
    code, output = validate("a.yaml", files={"a.yaml": f"{taken}---\n{other}---\n{gadget}"})
    assert code == 1
    assert 'gadgets.example.com: accepted, but never served: "w" is already in use' in output
    assert "kind: not validated, because its CRD is not served (a.yaml:" in output


def test_definitions_among_the_files_win_over_those_from_elsewhere(validate: Validate) -> None:
    loose = CRD.replace("minimum: 1", "minimum: 0")
    assert validate("a.yaml", "--crds", "crd.yaml", files={"a.yaml": f"{loose}---\n{BAD}", "crd.yaml": CRD})[0] == 0


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        pytest.param('{"a": 1,\n "b": }', "x.json:2:7", "invalid character '}'", id="broken JSON"),
        pytest.param('{"a": 1', "x.json", "unexpected end of JSON input", id="cut JSON"),
        pytest.param("a: 1\nb: [1, 2\nc: 3\n", "x.yaml:3", "", id="broken YAML"),
        pytest.param("a: 1\n\tb: 2\n", "x.yaml:2", "", id="tab in YAML"),
        pytest.param(b'{"a": "\xff\xfe"}', "x.json", "", id="JSON that is not UTF-8"),
        pytest.param(b"a: \xff\xfe\n", "x.yaml", "", id="YAML that is not UTF-8"),
        pytest.param(b"\0\1\2\3", "x.yaml", "", id="binary"),
        pytest.param("[" * 200_000, "x.json", "", id="JSON nesting bomb"),
        pytest.param('{"a":' * 200_000, "x.json", "", id="JSON nesting bomb of objects"),
        pytest.param("[" * 200_000, "x.yaml", "", id="YAML nesting bomb in flow style"),
        pytest.param("- " * 100_000 + "x\n", "x.yaml", "", id="YAML nesting bomb in block style"),
        pytest.param(
            "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
            + "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]\n" for n in range(12)),
            "x.yaml",
            "",
            id="YAML alias bomb",
        ),
        pytest.param("a: &a [*a]\n", "x.yaml", "", id="YAML that holds itself"),
    ],
)
def test_unreadable_input_is_said_with_its_place(
    content: str | bytes, place: str, message: str, validate: Validate
) -> None:
    """The other files are validated nevertheless."""
    name = place.partition(":")[0]
    code, output = validate(
        name, "good.yaml", "bad.yaml", files={name: content, "good.yaml": f"{CRD}---\n{GOOD}", "bad.yaml": BAD}
    )
    line = next(line for line in output.splitlines() if line.startswith("unreadable"))
    assert code == 2
    assert line.startswith(f"unreadable  {place}")
    assert message in line
    assert len(line) < 400
    assert output.endswith("3 objects: 2 valid, 1 invalid (1 error), 1 unreadable\n")


def test_a_missing_path(validate: Validate) -> None:
    assert validate("gone.yaml") == (
        2,
        "unreadable  gone.yaml: no such file or folder\n0 objects: 0 valid, 1 unreadable\n",
    )


def test_a_folder_without_manifests(validate: Validate) -> None:
    code, output = validate("docs", files={"docs/notes.txt": "a"})
    assert (code, output) == (0, "left out    folders without manifests: 1\n0 objects: 0 valid\n")


def test_a_folder_without_definitions(validate: Validate) -> None:
    code, output = validate("--crds", "docs", "a.yaml", files={"docs/notes.txt": "a", "a.yaml": ""})
    assert code == 2
    assert "unreadable  docs: no manifests in this folder (searched for .yaml, .yml, .json)\n" in output


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_forbidden_file(validate: Validate, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").touch(mode=0)
    assert "unreadable  a.yaml: permission denied\n" in validate("a.yaml")[1]


def test_a_folder_that_may_not_be_opened(validate: Validate, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    (code, output) = validate(__file__)
    assert code == 2
    assert "permission denied\n" in output


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", "---\n---\n", "null\n"], ids=repr)
def test_input_without_objects(content: str, validate: Validate) -> None:
    assert validate("a.yaml", files={"a.yaml": content}) == (0, "0 objects: 0 valid\n")


def test_an_empty_file_among_others_does_no_harm(validate: Validate) -> None:
    assert validate(".", files={"a.yaml": "", "b.yaml": f"{CRD}---\n{GOOD}"})[0] == 0


def test_hostile_names_do_not_reach_the_terminal(validate: Validate) -> None:
    text = json.dumps(
        {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "\x1b[2J"}, "\x1b[31m": 1}
    )
    output = validate("a.json", "--crds", "crd.yaml", files={"a.json": text, "crd.yaml": CRD})[1]
    assert "\x1b" not in output


def test_the_json_report_of_a_deep_error(validate: Validate) -> None:
    code, output = validate("a.yaml", "--crds", "crd.yaml", "-o", "json", files={"a.yaml": BAD, "crd.yaml": CRD})
    assert code == 1
    assert report(output)["objects"] == [
        {
            "source": "a.yaml",
            "line": 1,
            "column": 1,
            "apiVersion": "example.com/v1",
            "kind": "Widget",
            "namespace": "",
            "name": "bad",
            "write": "create",
            "verdict": "invalid",
            "errors": [
                {
                    "source": "a.yaml",
                    "line": 6,
                    "column": 3,
                    "field": "spec.size",
                    "reason": "FieldValueInvalid",
                    "message": "Invalid value: 0: spec.size in body should be greater than or equal to 1",
                    "whyNotForgiven": "",
                    "compared": "",
                    "note": "",
                    "rule": None,
                }
            ],
            "next": [],
            "forgiven": [],
            "warnings": [],
            "note": "",
            "duplicateOf": None,
        }
    ]


def test_fields_that_are_called_by_brackets_have_no_hint(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "[x]": 1, "": 2, "spec": {"containers": []}}
    (tmp_path / "pod.json").write_text(json.dumps(body))
    assert run(["validate", str(tmp_path / "pod.json")]) == 1
    captured = capsys.readouterr()
    assert 'unknown field "[x]"' in captured.out
    assert "did you mean" not in captured.out


def test_what_was_meant_stands_below_the_server_s_words(validate: Validate) -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  restartPolicy: Alway\n  containers: []\n"
    widget = f"{GOOD}---\n{GOOD.replace('name: good', 'name: odd, labels: {a: yes}')}"
    code, output = validate("a.yaml", "--crds", "crd.yaml", files={"a.yaml": f"{pod}---\n{widget}", "crd.yaml": CRD})
    assert code == 1
    lines = [line.strip() for line in output.splitlines()]
    assert lines[lines.index("5 |   restartPolicy: Alway") + 2] == "did you mean Always?"
    (marked,) = (number for number, line in enumerate(lines) if line.startswith("15 | metadata: {name: odd"))
    assert lines[marked - 1].startswith("a.yaml:15:32  metadata.labels.a: Widget in version")
    assert lines[marked + 2] == "yes is the boolean true in YAML 1.1, unless it is in quotes"


MERGING = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  <<: {a: "1", b: "2"}
  a: "3"
"""
LIST_OF_MERGING = f"apiVersion: v1\nkind: List\nitems:\n- {MERGING.replace(chr(10), chr(10) + '  ')}"


@pytest.mark.parametrize(
    ("sender", "text", "errors"),
    [
        pytest.param("kubectl", MERGING, [], id="kubectl"),
        pytest.param("kubectl", LIST_OF_MERGING, [], id="kubectl, list"),
        pytest.param(
            "kubectl", MERGING + '  a: "4"\n', [("data.a", 7, 'duplicate field "data.a"')], id="kubectl, twice"
        ),
        pytest.param("server", MERGING, [("data.a", 6, 'line 6: key "a" already set in map')], id="server"),
        pytest.param("server", LIST_OF_MERGING, [("data.a", 9, 'duplicate field "data.a"')], id="server, list"),
        pytest.param(
            "server",
            MERGING + "  a:\n    c\nsize: 1\n",
            [
                ("data.a", 6, 'line 6: key "a" already set in map'),
                ("data.a", 7, 'line 8: key "a" already set in map'),
                ("size", 9, 'unknown field "size"'),
            ],
            id="server, several",
        ),
    ],
)
def test_what_overrides_a_merge_key(
    sender: str, text: str, errors: list[tuple[str, int, str]], validate: Validate
) -> None:
    _, output = validate("a.yaml", "--as", sender, "-o", "json", files={"a.yaml": text})
    (told,) = report(output)["objects"]
    assert [(each["field"], each["line"], each["message"]) for each in told["errors"]] == errors


@pytest.mark.parametrize(("sender", "field"), [("kubectl", "spec.containers"), ("server", "spec.restartPolicy")])
def test_which_of_several_values_cannot_be_read(sender: str, field: str, validate: Validate) -> None:
    text = '{"kind": "Pod", "apiVersion": "v1", "spec": {"restartPolicy": 1, "containers": "a"}}'
    _, output = validate("a.json", "--as", sender, "-o", "json", files={"a.json": text})
    (error,) = report(output)["objects"][0]["errors"]
    assert error["field"] == field
    assert f".{field} of type" in error["message"]


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("-f", "No such option '-f'. Paths need no option: kapivara validate PATH."),
        ("--filename", "No such option '--filename'. Paths need no option"),
        ("-Rf", "No such option '-R'. Folders are always read recursively"),
        ("-strict", "No such option '-s'. Unknown fields are errors"),
        ("--ignore-missing-schemas", "Use --missing-schemas skip or warn."),
        ("-schema-location=x", "Use --crds PATH for CRDs"),
    ],
)
def test_options_of_other_tools(option: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", option, "a.yaml"]) == 2
    assert said in capsys.readouterr().err
