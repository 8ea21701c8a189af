"""The types and parameters that all resources share: each part is described, shortly, and refers to what there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kapivara.registry.openapi.operations import ACTIONS
from kapivara.registry.openapi.query_parameters import query_parameter
from kapivara.registry.openapi.references import AUTOSCALING, META
from kapivara.registry.openapi.shared_models import shared_schemas, type_meta

SCHEMAS = shared_schemas(scale=True)
PARAMETERS = sorted({name for action in ACTIONS.values() for name in (*action.options, "pretty")})
LONGEST = 240


def references(value: Any) -> Iterator[str]:
    match value:
        case {"$ref": str(target)}:
            yield target.removeprefix("#/components/schemas/")
        case dict():
            for item in value.values():
                yield from references(item)
        case list():
            for item in value:
                yield from references(item)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_type_is_described(name: str) -> None:
    schema = SCHEMAS[name]
    described = {"": schema, **schema.get("properties", {})}
    assert [each for each, part in described.items() if not 5 < len(part.get("description", "")) <= LONGEST] == []
    assert set(schema.get("required", ())) <= set(schema.get("properties", {}))


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_is_described(name: str) -> None:
    parameter = query_parameter(name)
    assert parameter["name"] == name.split(" ")[0]
    assert 5 < len(parameter["description"]) <= LONGEST
    assert parameter["schema"]["type"] in ("boolean", "integer", "string")


def test_references_lead_somewhere() -> None:
    assert set(references(SCHEMAS)) <= set(SCHEMAS)


def test_a_scale_is_there_on_demand() -> None:
    assert {name for name in SCHEMAS if name.startswith(AUTOSCALING)} == set(SCHEMAS) - set(shared_schemas())
    assert all(name.startswith(META) for name in shared_schemas())


def test_types_are_the_caller_s_to_change() -> None:
    type_meta().clear()
    shared_schemas().clear()
    assert list(type_meta()) == ["apiVersion", "kind"]
    assert shared_schemas()
