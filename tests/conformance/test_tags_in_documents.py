"""Compares the tag corpus with documents that are generated from its types: schemas reject what tags reject.

docs/openapi.md describes the differences: fields with defaults, and some updates.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.recordings import tags_folder
from kapivara.generator.openapi_documents.documents import generate_documents
from kapivara.generator.openapi_documents.type_descriptions import V3
from kapivara.generator.planning.plan_sources import PLAIN
from kapivara.generator.sources.loading import read_sources
from kapivara.openapi import Validator

pytestmark = pytest.mark.slow

FLOORS = {
    "each": (174, 148),
    "enums": (66, 72),
    "formats": (407, 268),
    "items": (137, 132),
    "levels": (128, 139),
    "limits": (185, 212),
    "lists": (137, 168),
    "modes": (137, 168),
    "presence": (153, 182),
    "relations": (95, 115),
    "subfields": (147, 194),
    "unions": (166, 198),
    "updates": (107, 171),
}
"""The numbers of new and of updated objects with the same verdict, by topic, for tags that schemas can express.

The other topics are about tags for tests, subresources and hand-written code.
"""
NEW, ALL = 0.999, 0.994
"""The share of all new objects, and of all objects, with the same verdict."""


class Documents:
    """The documents of a topic, by the options of its cases."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._made: dict[str, dict[str, Any]] = {}
        self._validators: dict[tuple[str, str], Validator | None] = {}

    def validator(self, kind: str, options: dict[str, bool]) -> Validator | None:
        """Returns the validator of a type; None for a type without a schema of its own."""
        key = json.dumps(options, sort_keys=True)
        if key not in self._made:
            (made,) = generate_documents(read_sources([self._folder]), PLAIN, options, (V3,)).packages
            self._made[key] = made.documents[V3.number]
        if (kind, key) not in self._validators:
            document = self._made[key]
            schemas = document["components"]["schemas"]
            name = next((each for each in schemas if each.endswith(f".{kind}")), "")
            schema = {"$ref": V3.prefix + name}
            self._validators[kind, key] = Validator(schema, document=document) if name else None
        return self._validators[kind, key]


@pytest.fixture(scope="module")
def verdicts() -> dict[str, dict[bool, list[bool]]]:
    """Whether verdicts are equal, for new and for updated objects, by topic."""
    return {topic: _compare(tags_folder() / topic) for topic in FLOORS}


def _compare(folder: Path) -> dict[bool, list[bool]]:
    documents = Documents(folder)
    alike: dict[bool, list[bool]] = {True: [], False: []}
    for line in (folder / "cases.jsonl").read_text().splitlines():
        case = json.loads(line)
        validator = documents.validator(case["type"], case.get("options") or {})
        if validator is None or _is_undefined(case):
            continue
        old = case.get("old")
        errors = validator.validate(case["obj"], old) if old is not None else validator.validate(case["obj"])
        alike[old is None].append(bool(errors) is bool(case["errors"]))
    return alike


@pytest.mark.parametrize("topic", FLOORS)
def test_a_topic_does_not_fall(topic: str, verdicts: dict[str, dict[bool, list[bool]]]) -> None:
    created, updated = FLOORS[topic]
    assert sum(verdicts[topic][True]) >= created
    assert sum(verdicts[topic][False]) >= updated


def test_nearly_all_verdicts_are_those_of_tags(verdicts: dict[str, dict[bool, list[bool]]]) -> None:
    new = [each for topic in verdicts.values() for each in topic[True]]
    updated = [each for topic in verdicts.values() for each in topic[False]]
    assert sum(new) >= NEW * len(new)
    assert sum(new) + sum(updated) >= ALL * (len(new) + len(updated))


def _is_undefined(case: dict[str, Any]) -> bool:
    """Returns whether a case is about undefined options, or about an error that a test tag forces."""
    return any(
        each["type"] == "InternalError" or each.get("origin") == "validateFalse" or "forced" in each["detail"]
        for each in case["errors"]
    )
