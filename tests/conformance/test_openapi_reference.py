"""The schemas of built-in types, against those that the real server publishes: all but the descriptions is the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.recordings import shared_folder
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

REFERENCE = shared_folder().parent / "reference" / "openapi"
PATHS = sorted(Registry(MemoryStorage()).openapi().index()["paths"])

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


@pytest.mark.parametrize("path", PATHS)
def test_everything_is_described(path: str) -> None:
    document = Registry(MemoryStorage()).openapi().document(path)
    assert document is not None
    for name, schema in schemas_of(document.text).items():
        described = {"": schema, **schema.get("properties", {})}
        assert [each for each, part in described.items() if not part.get("description")] == [], name
