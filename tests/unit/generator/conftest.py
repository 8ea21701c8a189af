"""Fixtures for tests of tags: plans of a tag on a type without a source file, and validators of types written in Go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.lint import Finding, LintOptions, lint_sources
from kapivara.generator.model.types import CommentLine, JsonName, Member, Position, Type, Universe
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.plan.rule_calls import Rules
from kapivara.generator.sources.loading import read_sources
from kapivara.generator.tags.contract.handler import Context, Scope, Session
from kapivara.generator.tags.extraction import TagExtractor

HERE = Position("types.go", 3, 5)
PlanTag = Callable[..., Rules]
Validators = Callable[..., GeneratedModule]
LintTypes = Callable[..., list[Finding]]
LintField = Callable[..., list[Finding]]


@pytest.fixture
def plan_tag() -> PlanTag:
    """Plans a tag line on a type: `plan_tag("+k8s:maxLength=3", STRING)`; raises TagError.

    A field also has the other lines of its comment, such as `+default="a"`.
    """

    def plan(line: str, kind: Type, *others: str, scope: Scope = Scope.FIELD) -> Rules:
        extractor = TagExtractor()
        comments = tuple(CommentLine(text, HERE) for text in (line, *others))
        member = Member("A", kind, JsonName(given=True, name="a"), HERE, embedded=False, comments=comments)
        session = Session(Universe(), frozenset(), extractor)
        context = Context(session, scope, kind, "v1.Root.a", member if scope is Scope.FIELD else None)
        return extractor.extract_rules(context, grammar.parse(line.removeprefix("+"), place=HERE))

    return plan


@pytest.fixture
def validators(tmp_path: Path) -> Validators:
    """Generates the validators of Go types and loads them: `validators("type Root struct { … }")`.

    Raises AuthorErrors. All types are root types; the default package is `v1`.
    """

    def make(types: str, package: str = "v1") -> GeneratedModule:
        folder = tmp_path / package
        folder.mkdir()
        markers = "// +k8s:validation-gen=*\n// +k8s:validation-gen-nolint\n"
        (folder / "doc.go").write_text(f"{markers}package {package}\n")
        (folder / "types.go").write_text(f"package {package}\n\n{types}\n")
        (made,) = generate(read_sources([folder]))
        return load_generated(made.source, package)

    return make


@pytest.fixture
def lint_types(tmp_path: Path) -> LintTypes:
    """Applies one lint rule to Go types: `lint_types("no-effect", "type Root struct { … }")`.

    `markers` are the comments of the package, by default `v1`.
    """

    def run(rule: str, types: str, *, package: str = "v1", markers: str = "+k8s:validation-gen=*") -> list[Finding]:
        folder = tmp_path / package
        folder.mkdir()
        comments = "".join(f"// {line}\n" for line in markers.split("\n"))
        (folder / "doc.go").write_text(f"{comments}package {package}\n")
        (folder / "types.go").write_text(f"package {package}\n\n{types}\n")
        return lint_sources(read_sources([folder]), LintOptions(select=frozenset([rule])))

    return run


@pytest.fixture
def lint_field(lint_types: LintTypes) -> LintField:
    """Applies one lint rule to a field of a struct: `lint_field("no-effect", "k8s:optional | A string", types)`.

    The tags of the field precede the field; `types` are further types, `above` is a comment above the struct.
    """

    def run(rule: str, text: str, types: str = "", *, above: str = "", package: str = "v1") -> list[Finding]:
        *tags, declaration = text.split(" | ")
        lines = "".join(f"\t// +{tag}\n" for tag in tags)
        return lint_types(rule, f"{above}\ntype Root struct {{\n{lines}\t{declaration}\n}}\n{types}", package=package)

    return run
