"""Compiles types as KEP-5073 writes them and returns the errors of values, for tests of its examples."""

from __future__ import annotations

from typing import Any

from kapivara.field import Operation, Verb
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.planning.plan_sources import GenerateOptions
from kapivara.generator.sources.loading import SourceOptions, read_sources

NONE: Any = None


def compile_types(folder, source: str, **options: bool) -> GeneratedModule:
    package = folder / "v1"
    package.mkdir(exist_ok=True)
    (package / "types.go").write_text(f"package v1\n{source}")
    sources = read_sources([package], SourceOptions())
    return load_generated(generate(sources, GenerateOptions(**options))[0].source, "kep")


def told(module: GeneratedModule, kind: str, new: Any, old: Any = NONE, subresource: str = "") -> list[str]:
    """Returns the errors of an object as `field: ErrorType origin`."""
    operation = Operation(Verb.CREATE if old is NONE else Verb.UPDATE, subresource)
    errors = module.validate(kind, operation, new, old)
    return [f"{each.field}: {each.type.removeprefix('FieldValue')} {each.origin}".rstrip() for each in errors]


def pattern(tags: str, kind: str = "*int32") -> str:
    lines = "".join(f"\t// +{tag}\n" for tag in tags.split())
    return f'type T struct {{\n{lines}\tF {kind} `json:"f,omitempty"`\n}}\n'
