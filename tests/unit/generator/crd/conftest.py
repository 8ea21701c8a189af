"""Fixtures for tests of CRD generation: a package in a folder, and its CRDs or schemas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.generator.crd.definitions import DefinitionOptions, GeneratedDefinition, generate_definitions
from kapivara.generator.model.author_error import AuthorErrors

Generate = Callable[..., list[GeneratedDefinition]]
SpecSchema = Callable[..., dict[str, Any]]
Refusals = Callable[..., list[str]]

HEAD = """// +groupName=shop.example.com
package v1

import (
\tcorev1 "k8s.io/api/core/v1"
\tapiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
\t"k8s.io/apimachinery/pkg/api/resource"
\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
\t"k8s.io/apimachinery/pkg/runtime"
\t"k8s.io/apimachinery/pkg/util/intstr"
\t"encoding/json"
\t"time"
)

"""
KIND = """
// Basket is a kind.
type Basket struct {
\tmetav1.TypeMeta   `json:",inline"`
\tmetav1.ObjectMeta `json:"metadata,omitempty"`
\tSpec Spec `json:"spec"`
}
"""


@pytest.fixture
def generate(tmp_path: Path) -> Generate:
    """Generates the CRDs of packages, given as the text of a file by folder."""

    def make(files: dict[str, str], **options: Any) -> list[GeneratedDefinition]:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        folders = dict.fromkeys(tmp_path / Path(name).parent for name in files if name.endswith(".go"))
        return generate_definitions(folders, DefinitionOptions(**options))

    return make


@pytest.fixture
def spec_schema(generate: Generate) -> SpecSchema:
    """Returns the schema of a kind's spec: of a struct with the given fields, after other declarations."""

    def make(fields: str, declarations: str = "", above: str = "", **options: Any) -> dict[str, Any]:
        struct = f"{above}type Spec struct {{\n{fields}\n}}\n"
        (made,) = generate({"v1/types.go": HEAD + declarations + KIND + struct}, **options)
        (version,) = made.document["spec"]["versions"]
        schema: dict[str, Any] = version["schema"]["openAPIV3Schema"]["properties"]["spec"]
        return schema

    return make


@pytest.fixture
def field_schema(spec_schema: SpecSchema) -> SpecSchema:
    """Returns the schema of one field, given with the lines above it."""

    def make(field: str, declarations: str = "", **options: Any) -> dict[str, Any]:
        (schema,) = spec_schema(field, declarations, **options)["properties"].values()
        found: dict[str, Any] = schema
        return found

    return make


@pytest.fixture
def refusals(spec_schema: SpecSchema, tmp_path: Path) -> Refusals:
    """Returns the errors of a struct that cannot be part of a CRD, with places by file, line and column."""

    def make(fields: str, declarations: str = "", above: str = "", **options: Any) -> list[str]:
        with pytest.raises(AuthorErrors) as wrong:
            spec_schema(fields, declarations, above, **options)
        return [str(each).removeprefix(f"{tmp_path}/") for each in wrong.value.errors]

    return make
