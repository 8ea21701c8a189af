"""Tests of errors in labels and annotations: reports point at the entry that the server's error quotes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara.cli.main import run

CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata:
      labels:
        app: a
        role: not so good
    spec: {containers: [{name: a, image: a}]}
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(CONFIG_MAP + "  labels:\n    team: x\n    app: not good\n", 7, id="value-of-a-label"),
        pytest.param(CONFIG_MAP + "  annotations:\n    a: b\n    'bad key': b\n", 7, id="key-of-an-annotation"),
        pytest.param(CONFIG_MAP + "  labels:\n    b: not good\n    app: not good\n", 5, id="several-could-be-meant"),
        pytest.param(DEPLOYMENT, 10, id="label-of-a-template"),
    ],
)
def test_the_entry_is_pointed_at(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, line: int) -> None:
    (tmp_path / "a.yaml").write_text(text)
    assert run(["validate", str(tmp_path / "a.yaml"), "-o", "json"]) == 1
    told = json.loads(capsys.readouterr().out)["diagnostics"]
    assert {each["line"] for each in told} == {line}
