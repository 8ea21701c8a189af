"""Tests of patterns that the server accepts and kapivara cannot run: all entry points reject the CRD."""

from __future__ import annotations

import json

import pytest

from kapivara import Api
from kapivara.cli.main import run

FIVE_TIMES = r"(?i)" + r"[\pL\pN]{1000}" * 5
TOO_LONG = "a{1000}" * 2000
LIMIT = "kapivara cannot run it: it is of more than 500000 instructions"


def definition(pattern="", rule="true"):
    text = {"type": "string", "pattern": pattern, "x-kubernetes-validations": [{"rule": rule}]}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Cluster",
            "names": {"plural": "things", "kind": "Thing"},
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {"text": text}}},
                }
            ],
        },
    }


def thing(text):
    return {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "x"}, "text": text}


def test_what_is_accepted_works_for_values():
    api = Api()
    assert api.create(definition(FIVE_TIMES)).ok
    assert api.create(thing("aж" * 2500)).ok
    refused = api.create(thing("a"))
    assert refused.status.causes[0].message.startswith('Invalid value: "a": text in body should match \'(?i)[')
    assert "kapivara" not in refused.status.message


@pytest.mark.parametrize(
    ("crd", "message"),
    [
        (definition(TOO_LONG), LIMIT),
        (definition(rule=f"self.matches('{TOO_LONG}')"), LIMIT),
    ],
    ids=["pattern", "rule"],
)
def test_what_cannot_be_run_is_told_in_the_definition(crd, message, tmp_path, capsys):
    outcome = Api().create(crd)
    assert outcome.code == 422
    assert message in outcome.status.message
    file = tmp_path / "crd.json"
    file.write_text(json.dumps(crd))
    assert run(["validate", str(file)]) == 1
    assert message in " ".join(capsys.readouterr().out.split())  # lines are wrapped
