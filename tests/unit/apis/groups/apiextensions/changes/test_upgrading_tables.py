"""Tests of the table of docs/upgrading.md: every line is compared, and every class is listed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kapivara.apis.groups.apiextensions.changes.definition import compare_definitions
from kapivara.schema.changes.change import ChangeClass

DOCUMENT = Path(__file__).resolve().parents[6] / "docs" / "upgrading.md"
TABLE = re.search(r"^<!-- changes -->\n(.*?)^<!-- /changes -->$", DOCUMENT.read_text(), re.S | re.M)
ROW = re.compile(r"^\| ([^|`]+) \| `([^|]+)` \| `([^|]+)` \| (.+) \|$", re.M)
ROWS = ROW.findall(TABLE[1] if TABLE else "")
OF_DEFINITIONS = {ChangeClass.NOT_ASKED, ChangeClass.BREAKS_CLIENTS, ChangeClass.REFUSED}


def definition(value: Any) -> Any:
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"v": value}}}}
    version = {"name": "v1", "served": True, "storage": True, "subresources": {"status": {}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "widgets", "kind": "Widget"},
            "versions": [{**version, "schema": {"openAPIV3Schema": schema}}],
        },
    }


@pytest.mark.parametrize(("old", "new", "classes"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_line(old: str, new: str, classes: str) -> None:
    found = compare_definitions(definition(json.loads(old)), definition(json.loads(new)))
    assert found is not None
    told = {effect.kind.value for change in found for effect in change.effects}
    assert told == set(re.findall(r"`([^`]+)`", classes))


def test_every_class_is_shown() -> None:
    shown = {each for row in ROWS for each in re.findall(r"`([^`]+)`", row[3])}
    assert shown == {each.value for each in ChangeClass if each not in OF_DEFINITIONS}
