"""Fixtures for tests of published rules: types written in Go, and the schemas of their tags."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.generator.planning.plan_sources import discover_selected
from kapivara.generator.schema_keywords.dialect import OPENAPI, Dialect
from kapivara.generator.schema_keywords.type_schemas import TypeSchemas, UnexpressedRule
from kapivara.generator.sources.loading import read_sources
from kapivara.values.record import record


@record(eq=False)
class Said:
    """The keywords of the type `Root`, those of its fields by name, and the rules that no schema expresses."""

    own: dict[str, Any]
    fields: dict[str, dict[str, Any]]
    unexpressed: list[UnexpressedRule]

    def rules(self, field: str = "") -> list[str]:
        """Returns the CEL rules of a field, or of the type itself."""
        schema = self.fields[field] if field else self.own
        return [each["rule"] for each in schema.get("x-kubernetes-validations", ())]


Say = Callable[..., Said]


@pytest.fixture
def say(tmp_path: Path) -> Say:
    """Reads Go types, and returns the schemas of the tags of `Root`: `say("type Root struct { … }")`."""

    def make(types: str, dialect: Dialect = OPENAPI) -> Said:
        folder = tmp_path / "v1"
        folder.mkdir()
        (folder / "doc.go").write_text("// +k8s:validation-gen=*\n// +k8s:validation-gen-nolint\npackage v1\n")
        (folder / "types.go").write_text(f"package v1\n\n{types}\n")
        found = discover_selected(read_sources([folder]))
        assert not found.errors
        schemas = TypeSchemas(found.discovery, found.session, dialect)
        root = next(each for each in found.roots if each.name.name == "Root")
        said = schemas.of(root)
        return Said(said.own, said.fields, schemas.unexpressed)

    return make
