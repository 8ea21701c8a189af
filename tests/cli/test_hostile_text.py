"""Tests of hostile texts in output: none controls a terminal, and programs read the original strings."""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path

import pytest

from kapivara.cli.main import run

EVIL = "a\x1b[31m\x7f\x9b2J\u202e\u2066\u200b\u2028\ufeff\U000e0041z"
QUOTED = json.dumps(EVIL)
FILE = "x\n\x1b[31m\u202e\x9b.yaml"
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.example.com"},
    "spec": {
        "group": "example.com",
        "scope": "Namespaced",
        "names": {"plural": "widgets", "kind": "Widget"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "spec": {
                                "type": "object",
                                "properties": {EVIL: {"type": "string", "enum": [EVIL + "!"]}},
                                "x-kubernetes-validations": [{"rule": "false", "message": EVIL}],
                            }
                        },
                    }
                },
            }
        ],
    },
}
WIDGET = {
    "apiVersion": "example.com/v1",
    "kind": "Widget",
    "metadata": {"name": EVIL, "namespace": EVIL, "labels": {EVIL: EVIL}},
    "spec": {EVIL: EVIL, EVIL + "2": 1},
}
TYPES = f"""package v1

// {EVIL[:4]}
type Widget struct {{
\t// +k8s:required
\t// +k8s:maxLength={EVIL.replace(chr(0x2028), "")}
\tName string `json:"{EVIL}"`
}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "crd.json").write_text(json.dumps(DEFINITION))
    loose = json.loads(json.dumps(DEFINITION))
    loose["spec"]["versions"][0]["schema"] = {"openAPIV3Schema": {"type": "object"}}
    (tmp_path / "old.json").write_text(json.dumps(loose))
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "a.json").write_text(json.dumps(WIDGET, ensure_ascii=False))
    (tmp_path / "m" / FILE).write_text(json.dumps({**WIDGET, "kind": EVIL}))
    (tmp_path / "m" / "broken.yaml").write_text(f"a: [{QUOTED}\nb: &{EVIL} *{EVIL}\n")
    Path(os.fsdecode(os.fsencode(tmp_path / "m") + b"/\xff\x9b.yaml")).write_text("- 1\n")
    (tmp_path / "v1").mkdir()
    (tmp_path / "v1" / "doc.go").write_text("// +k8s:validation-gen=*\n\npackage v1\n")
    (tmp_path / "v1" / "types.go").write_text(TYPES)
    (tmp_path / "v1" / "cases.jsonl").write_text(json.dumps({"type": EVIL, "op": EVIL, EVIL: 1}) + "\n")
    return tmp_path


COMMANDS = {
    "validate": ["validate", "m", "--crds", "crd.json"],
    "validate --old": ["validate", "m", "--old", "m", "--crds", "crd.json"],
    "validate, a missing file": ["validate", EVIL],
    "crd check": ["crd", "check", "crd.json"],
    "crd upgrade": ["crd", "upgrade", "old.json", "crd.json", "--objects", "m"],
    "cel": ["cel", QUOTED],
    "cel that fails": ["cel", f"{QUOTED} + {EVIL}"],
    "gen": ["gen", "v1"],
    "gen, a missing file": ["gen", EVIL],
    "lint": ["lint", "v1"],
    "test-types": ["test-types", "v1"],
    "usage": [EVIL],
    "an option": ["validate", f"--{EVIL}"],
    "a choice": ["validate", "m", "-o", EVIL],
    "a path": ["test-types", EVIL],
    "a root": ["gen", "v1", "--root", EVIL],
}
FORMS = {"lint": ("text", "json", "sarif", "github"), "gen": ("",)}


def cases() -> list[tuple[str, str]]:
    return [
        (name, form)
        for name, command in COMMANDS.items()
        for form in FORMS.get(command[0], ("text", "json") if len(command) > 1 and "-o" not in command else ("",))
    ]


@pytest.mark.parametrize(("name", "form"), cases())
def test_nothing_printed_steers_a_terminal(
    name: str, form: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run([*COMMANDS[name], *(["-o", form] if form else [])])
    printed = "".join(capsys.readouterr())
    assert "unexpected failure" not in printed
    bad = {c for c in printed if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn")}
    assert bad == set()


def test_programs_read_the_same_string(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["validate", "m/a.json", "--crds", "crd.json", "-o", "json"])
    (widget,) = json.loads(capsys.readouterr().out)["objects"]
    assert (widget["name"], widget["namespace"]) == (EVIL, EVIL)
    assert any(EVIL in error["message"] for error in widget["errors"])
    run(["cel", f"'{EVIL}'", "-o", "json"])
    assert json.loads(capsys.readouterr().out)["result"] == EVIL
