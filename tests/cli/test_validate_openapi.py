"""Tests of `kapivara validate --openapi`: objects are validated by documents, with the usual reports and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run
from kapivara.server.auth.kubeconfig import render_kubeconfig

DOCUMENT: dict[str, Any] = {
    "openapi": "3.0.0",
    "components": {
        "schemas": {
            "Box": {
                "type": "object",
                "properties": {
                    "apiVersion": {"type": "string"},
                    "kind": {"type": "string"},
                    "metadata": {"type": "object"},
                    "spec": {"$ref": "#/components/schemas/Spec"},
                },
                "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Box"}],
            },
            "Spec": {
                "type": "object",
                "properties": {
                    "size": {"type": "integer", "maximum": 5},
                    "color": {
                        "type": "string",
                        "x-kubernetes-validations": [{"rule": "self == oldSelf", "message": "is immutable"}],
                    },
                },
            },
        }
    },
}


def box(name: str = "a", **spec: Any) -> dict[str, Any]:
    return {"apiVersion": "example.com/v1", "kind": "Box", "metadata": {"name": name}, "spec": spec}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the document, in which commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "doc.json").write_text(json.dumps(DOCUMENT))
    return tmp_path


def validate(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = run(["validate", *arguments, "--openapi", "doc.json"])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_good_and_bad_objects(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "good.json").write_text(json.dumps(box(size=1)))
    (folder / "bad.json").write_text(json.dumps(box("b", size=9)))
    assert validate(capsys, "good.json")[0] == 0
    code, text = validate(capsys, "good.json", "bad.json")
    assert code == 1
    assert "spec.size: Invalid value: 9: spec.size in body should be less than or equal to 5" in text
    assert "2 objects: 1 valid, 1 invalid" in text


def test_unknown_and_duplicate_fields(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "apiVersion: example.com/v1\nkind: Box\nmetadata: {name: a}\nspec:\n  size: 1\n  size: 2\n  shape: round\n"
    (folder / "a.yaml").write_text(text)
    code, told = validate(capsys, "a.yaml")
    assert code == 1
    assert 'a.yaml:7:3  unknown field "spec.shape"' in told
    assert 'duplicate field "spec.size"' in told
    code, told = validate(capsys, "a.yaml", "--field-validation", "warn")
    assert code == 0
    assert 'unknown field "spec.shape"' in told
    assert validate(capsys, "a.yaml", "--field-validation", "ignore")[0] == 0


def test_what_strictness_hides_is_told_as_what_comes_next(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.json").write_text(json.dumps(box(size=9, shape="round")))
    code = run(["validate", "a.json", "--openapi", "doc.json", "-o", "json"])
    [told] = json.loads(capsys.readouterr().out)["objects"]
    assert code == 1
    assert [each["field"] for each in told["errors"]] == ["spec.shape"]
    assert [each["field"] for each in told["next"]] == ["spec.size"]


def test_updates_are_ratcheted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "old.json").write_text(json.dumps(box(size=9, color="red")))
    (folder / "new.json").write_text(json.dumps(box(size=9, color="blue")))
    code, told = validate(capsys, "new.json", "--old", "old.json")
    assert code == 1
    assert 'spec.color: Invalid value: "blue": is immutable' in told
    (folder / "new.json").write_text(json.dumps(box(size=9, color="red")))
    code, told = validate(capsys, "new.json", "--old", "old.json")
    assert code == 0
    assert "forgiven" in told


def test_kinds_that_no_document_knows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pod.json").write_text(json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}))
    code, told = validate(capsys, "pod.json")
    assert code == 1
    assert "v1, Kind=Pod: no schema of the documents has this kind" in told
    assert validate(capsys, "pod.json", "--missing-schemas", "warn")[0] == 0
    (folder / "nameless.json").write_text("{}")
    assert validate(capsys, "nameless.json")[0] == 1


def test_bad_documents_end_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.json").write_text(json.dumps(box(size=1)))
    spec = {"$ref": "#/components/schemas/Nothing"}
    document = json.loads(json.dumps(DOCUMENT))
    document["components"]["schemas"]["Box"]["properties"]["spec"] = spec
    (folder / "doc.json").write_text(json.dumps(document))
    code, told = validate(capsys, "a.json")
    assert code == 2
    assert "doc.json: #/components/schemas/Box/properties/spec: $ref '#/components/schemas/Nothing' leads to no" in told
    (folder / "doc.json").write_text("{")
    assert validate(capsys, "a.json")[0] == 2


def test_a_rule_that_does_not_compile_ends_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.json").write_text(json.dumps(box(color="red")))
    document = json.loads(json.dumps(DOCUMENT).replace("self == oldSelf", "self == 5"))
    (folder / "doc.json").write_text(json.dumps(document))
    code, told = validate(capsys, "a.json")
    assert code == 2
    assert "the rule 'self == 5' does not compile" in told


def test_many_files_in_several_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "all").mkdir()
    for number in range(40):
        (folder / "all" / f"{number}.json").write_text(json.dumps(box(f"b{number}", size=number % 7)))
    code, told = validate(capsys, "all", "--jobs", "2")
    assert code == 1
    assert "40 objects: 35 valid, 5 invalid" in told


def test_documents_and_definitions_exclude_each_other(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert validate(capsys, "doc.json", "--crds", "crds")[0] == 2


def test_a_project_file_names_files_and_no_urls(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.json").write_text(json.dumps(box(size=1)))
    (folder / "kapivara.toml").write_text('[validate]\nopenapi = ["doc.json"]\n')
    assert run(["validate", "a.json"]) == 0
    (folder / "kapivara.toml").write_text('[validate]\nopenapi = ["http://127.0.0.1:1/"]\n')
    assert run(["validate", "a.json"]) == 2
    assert "http://127.0.0.1:1/ is not a file: name it on the command line" in capsys.readouterr().err


def test_options_about_servers_need_documents(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "token").write_text("secret\n")
    assert run(["validate", "doc.json", "--token-file", "token"]) == 2
    assert "options for access to OpenAPI documents require --openapi URL" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--token", "a b"], "Invalid value for '--token': it is not a token."),
        (["--token", "a", "--token-file", "token"], "--token-file"),
        (["--token-file", "nowhere"], "cannot read the token in nowhere: No such file or directory"),
        (["--token-file", "doc.json"], "cannot read the token in doc.json: it is not a token"),
        (["--client-certificate", "a.crt"], "--client-certificate and --client-key must be given together"),
    ],
)
def test_bad_ways_to_say_who_is_there(
    folder: Path, capsys: pytest.CaptureFixture[str], given: list[str], told: str
) -> None:
    (folder / "a.json").write_text(json.dumps(box(size=1)))
    code, text = validate(capsys, "a.json", *given)
    assert code == 2
    assert told in " ".join(text.split())


@pytest.mark.slow
def test_a_server_that_asks_who_is_there(
    folder: Path, start_server: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    server = start_server("--data", str(folder / "data"), "--tls", "--token", "secret")
    bad = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a": 1}}
    (folder / "a.json").write_text(json.dumps(bad))
    (folder / "token").write_text("secret\n")
    command = ["validate", "a.json", "--openapi", server.url, "--token-file", "token"]
    assert run(command) == 2
    assert "--certificate-authority names the authority" in " ".join(capsys.readouterr().err.split())
    assert run([*command, "--certificate-authority", "data/tls/ca.crt"]) == 1
    assert 'data.a in body must be of type string: "integer"' in " ".join(capsys.readouterr().out.split())
    by_kubeconfig = ["validate", "a.json", "--openapi", server.url, "--kubeconfig", "data/kubeconfig"]
    assert run(by_kubeconfig) == 1
    assert run([*by_kubeconfig, "--token", "another"]) == 2
    assert "answers 401 Unauthorized" in " ".join(capsys.readouterr().err.split())
    server.stop()


def test_a_kubeconfig_is_for_the_server_that_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.json").write_text(json.dumps(box(size=1)))
    (folder / "config").write_text(render_kubeconfig("https://127.0.0.1:1", token="secret"))
    code, text = validate(capsys, "a.json", "--kubeconfig", "config")
    assert code == 2
    assert "the context is for https://127.0.0.1:1, which --openapi does not name" in " ".join(text.split())
    monkeypatch.setenv("KUBECONFIG", "config")
    code, text = validate(capsys, "a.json", "--context", "dev")
    assert code == 2
    assert "config: no context is called 'dev'; there are: kapivara" in " ".join(text.split())
