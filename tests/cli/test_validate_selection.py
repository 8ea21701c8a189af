"""Tests of `kapivara validate` on mixed repositories: selected and excluded objects, and the amount of output."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.cli.main import run

Validate = Callable[..., tuple[int, str]]

FILES = {
    "chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "chart/values.yaml": "replicas: 3\n",
    "chart/templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n",
    "kustomization.yaml": "resources: [rendered]\n",
    "rendered/all.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: good}\n"
        "---\napiVersion: v1\nkind: [broken\n"
        "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: typo}\ndta: {}\n"
    ),
    "rendered/issuers.yaml": "".join(
        f"---\napiVersion: example.com/v1\nkind: Issuer\nmetadata: {{name: i{number}}}\n" for number in range(3)
    ),
}


@pytest.fixture
def validate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Validate:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)

    def call(*arguments: str) -> tuple[int, str]:
        code = run(["validate", *arguments])
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, captured.out

    return call


def test_a_repository(validate: Validate) -> None:
    code, output = validate(".")
    assert code == 2
    assert output == (
        "invalid     ConfigMap typo\n"
        '            ./rendered/all.yaml:11:1  unknown field "dta"\n'
        "              11 | dta: {}\n"
        "                 | ^^^\n"
        "              did you mean data?\n"
        "invalid     3 example.com/v1 Issuer: there is no CRD of kind Issuer in group example.com: name the file "
        "of its CustomResourceDefinition with --crds PATH (first at ./rendered/issuers.yaml:2:1)\n"
        "left out    files that hold no Kubernetes object: 3\n"
        "unreadable  ./chart/templates/a.yaml:4:10: yaml: invalid map key: map[interface {}]interface {}"
        '{".Release.Name":interface {}(nil)} (this looks like a template: render it first, '
        "for example with helm template)\n"
        "              4 |   name: {{ .Release.Name }}\n"
        "                |          ^\n"
        "unreadable  ./rendered/all.yaml:7:1: yaml: did not find expected ',' or ']'\n"
        "              6 | kind: [broken\n"
        "                |       ^\n"
        "              what begins in line 6 does not end\n"
        "5 objects: 1 valid, 4 invalid (4 errors), 2 unreadable\n"
    )


def test_kinds_without_a_definition(validate: Validate) -> None:
    file = "rendered/issuers.yaml"
    assert validate(file)[0] == 1
    code, output = validate(file, "--missing-schemas", "warn")
    assert (code, output.split(":")[0]) == (0, "unknown     3 example.com/v1 Issuer")
    assert output.endswith("3 objects: 0 valid, 3 unknown\n")
    assert validate(file, "--missing-schemas", "skip") == (
        0,
        "left out    Issuer objects of example.com/v1, without a CRD: 3\n0 objects: 0 valid\n",
    )


def test_kinds_that_a_built_in_group_lacks_are_wrong_in_any_case(validate: Validate, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("apiVersion: apps/v1\nkind: Deploymnet\nmetadata: {name: a}\n")
    assert validate("a.yaml", "--missing-schemas", "skip")[0] == 1


def test_what_is_left_out_by_options(validate: Validate) -> None:
    code, output = validate(".", "--exclude", "templates", "--exclude", "all.yaml", "--skip", "Issuer")
    assert (code, output) == (
        0,
        "left out    files excluded by --exclude: 2\n"
        "left out    files that hold no Kubernetes object: 3\n"
        "left out    Issuer objects (--skip): 3\n"
        "0 objects: 0 valid\n",
    )
    assert validate("rendered", "--only", "ConfigMap")[1].endswith(
        "2 objects: 1 valid, 1 invalid (1 error), 1 unreadable\n"
    )


def test_quiet_and_summary(validate: Validate) -> None:
    _, output = validate("rendered", "--quiet", "--missing-schemas", "warn")
    assert [line.split()[0] for line in output.splitlines() if line[0] != " "] == ["invalid", "unreadable"]
    assert validate("rendered", "--summary")[1] == "5 objects: 1 valid, 4 invalid (4 errors), 1 unreadable\n"


def test_patterns_and_packed_files(validate: Validate, tmp_path: Path) -> None:
    assert validate("rendered/i*.yaml", "--summary") == (1, "3 objects: 0 valid, 3 invalid (3 errors)\n")
    assert validate("**/Ch*.yaml") == (0, "left out    files that hold no Kubernetes object: 1\n0 objects: 0 valid\n")
    assert validate("no*.yaml")[1].startswith("unreadable  no*.yaml: no file or folder matches\n")
    (tmp_path / "a.yaml.gz").write_bytes(gzip.compress(FILES["rendered/all.yaml"].encode()))
    assert validate("a.yaml.gz", "--summary") == (2, "2 objects: 1 valid, 1 invalid (1 error), 1 unreadable\n")
    (tmp_path / "b.yaml.gz").write_bytes(b"plain")
    assert "unreadable  b.yaml.gz: cannot be unpacked: " in validate("b.yaml.gz")[1]


def test_warnings_may_fail_a_run(validate: Validate, tmp_path: Path) -> None:
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "a"},
        "spec": {"nodeSelector": {"beta.kubernetes.io/os": "linux"}, "containers": [{"name": "c", "image": "i"}]},
    }
    (tmp_path / "pod.json").write_text(json.dumps(pod))
    assert validate("pod.json", "--summary") == (0, "1 object: 1 valid, 1 warning\n")
    assert validate("pod.json", "--summary", "--fail-on", "warning")[0] == 1
    assert validate("pod.json", "--summary", "--fail-on", "forgiven")[0] == 0
