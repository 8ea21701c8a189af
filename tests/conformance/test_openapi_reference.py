"""Compares the OpenAPI documents of built-in kinds with those of the real server: everything but the texts is equal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.conftest import SHARED

from kapivara.codec.shapes import Struct
from kapivara.codec.typed.described import described
from kapivara.generator.well_known import PACKAGE, described_files
from kapivara.registry.openapi.model import model_name
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

REFERENCE = SHARED / "reference" / "openapi"
DOCUMENTS = Registry(MemoryStorage()).openapi()
PATHS = sorted(DOCUMENTS.index()["paths"])
FOLDERS = sorted({".".join(file.parent.relative_to(PACKAGE).parts) for file in described_files()})
ABOUT_ALL: dict[str, Any] = json.loads(DOCUMENTS.about_all().text)
WORDED = [
    shape
    for types in map(described, FOLDERS)
    for name in types.names
    if isinstance(shape := types.shape(name), Struct)
    and types.texts(name).get("")
    and model_name(shape) in ABOUT_ALL["definitions"]
]
"""Published types with descriptions of our own; all their fields have descriptions, too."""

pytestmark = pytest.mark.shared("reference/openapi")


def undescribed(value: Any) -> Any:
    """Returns a document without its descriptions, but with fields that are named `description`."""
    if isinstance(value, list):
        return [undescribed(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: undescribed(each) for key, each in value.items() if not (key == "description" and isinstance(each, str))
    }


def compare(ours: dict[str, Any], reference: dict[str, Any], *sections: str) -> None:
    """Compares two documents, the parts of their sections one by one, so that differences are readable."""
    ours = undescribed(ours)
    for section in sections:
        one, other = ours, reference
        for step in section.split("."):
            one, other = one.get(step, {}), other.get(step, {})
        assert sorted(one) == sorted(other), section
        for name, part in one.items():
            assert part == other[name], f"{section}: {name}"
    assert ours == reference


def published(path: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((REFERENCE / f"{path.replace('/', '_')}.json").read_bytes())
    return document


def test_there_is_a_document_for_all_that_the_server_describes() -> None:
    assert {f"v3-{path.replace('/', '_')}.json" for path in PATHS} == {
        file.name for file in REFERENCE.glob("v3-*.json")
    }


@pytest.mark.parametrize("path", PATHS)
def test_schemas_and_paths_of_v3_are_those_of_the_server(path: str) -> None:
    document = DOCUMENTS.document(path)
    assert document is not None
    compare(json.loads(document.text), published(f"v3-{path}"), "components.schemas", "paths")


def test_schemas_and_paths_of_v2_are_those_of_the_server() -> None:
    compare(ABOUT_ALL, published("v2"), "definitions", "parameters", "paths")


@pytest.mark.parametrize("struct", WORDED, ids=lambda struct: struct.go_name)
def test_everything_is_described_where_anything_is(struct: Struct) -> None:
    schema = ABOUT_ALL["definitions"][model_name(struct)]
    silent = {each.name for each in struct.tables.fields if "undescribed" in each.words}
    parts = {"": schema, **schema.get("properties", {})}
    assert {each for each, part in parts.items() if not part.get("description")} == silent


def test_every_operation_is_described() -> None:
    for path, item in ABOUT_ALL["paths"].items():
        said = [operation["description"] for method, operation in item.items() if method != "parameters"]
        assert all(5 < len(each) < 100 for each in said), path
    silent = {each["name"] for each in ABOUT_ALL["parameters"].values() if "description" not in each}
    assert silent == {"body"}, "its type says what it is"
