"""The schemas of built-in types, against those that the real server publishes: all but the descriptions is the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.recordings import shared_folder
from kapivara.codec.described import described
from kapivara.codec.shapes import Struct
from kapivara.generator.well_known import PACKAGE, described_files
from kapivara.registry.openapi.models import describe, model_name
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

REFERENCE = shared_folder().parent / "reference" / "openapi"
PATHS = sorted(Registry(MemoryStorage()).openapi().index()["paths"])
FOLDERS = sorted({".".join(file.parent.relative_to(PACKAGE).parts) for file in described_files()})
STRUCTS = [
    shape
    for types in map(described, FOLDERS)
    for name in types.names
    if types.folder.startswith("apis.") and isinstance(shape := types.shape(name), Struct)
]
WORDED = {
    model_name(types.folder, name) for types in map(described, FOLDERS) for name in types.names if types.texts(name)
}
"""The types that are described in our own words; then so are all their fields."""

pytestmark = pytest.mark.skipif(not REFERENCE.is_dir(), reason=f"no {REFERENCE}: what the real server publishes")


def undescribed(schema: Any) -> Any:
    """A schema without its descriptions, and without the wrapping that lets one stand beside a reference."""
    if isinstance(schema, list):
        return [undescribed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        key: undescribed(each) for key, each in schema.items() if not (key == "description" and isinstance(each, str))
    }
    return kept["allOf"][0] if list(kept) == ["allOf"] else kept


def schemas_of(text: bytes) -> dict[str, Any]:
    schemas: dict[str, Any] = json.loads(text)["components"]["schemas"]
    return schemas


@pytest.mark.parametrize("path", PATHS)
def test_types_are_published_as_the_server_does(path: str) -> None:
    document = Registry(MemoryStorage()).openapi().document(path)
    assert document is not None
    reference = schemas_of((REFERENCE / f"v3-{path.replace('/', '_')}.json").read_bytes())
    ours = schemas_of(document.text)
    assert set(ours) <= set(reference)
    for name, schema in ours.items():
        assert undescribed(schema) == undescribed(reference[name]), name


def test_all_built_in_types_look_as_the_server_publishes_them() -> None:
    reference: dict[str, Any] = {}
    for file in REFERENCE.glob("v3-api*_v*.json"):
        reference |= schemas_of(file.read_bytes())
    own = {model_name(each.folder, each.name) for each in STRUCTS}
    ours = {name: schema for name, schema in describe(*STRUCTS).items() if name in own & set(reference)}
    assert {name.rpartition(".")[0] for name in reference if name.startswith("io.k8s.api.")} == {
        name.rpartition(".")[0] for name in ours if name.startswith("io.k8s.api.")
    }
    for name, schema in ours.items():
        assert undescribed(schema) == undescribed(reference[name]), name


@pytest.mark.parametrize("path", PATHS)
def test_everything_is_described(path: str) -> None:
    document = Registry(MemoryStorage()).openapi().document(path)
    assert document is not None
    for name, schema in schemas_of(document.text).items():
        parts = {"": schema, **schema.get("properties", {})}
        silent = [each for each, part in parts.items() if not part.get("description")]
        assert silent == [] or name not in WORDED, name
