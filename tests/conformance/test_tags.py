"""Compares our generator and generated code with the reference's, v1.37, on the tag corpus.

Each topic keeps a floor of cases with identical errors (`scripts/regen floors` raises it). Every mistake is rejected
with the reference's text; mistakes that we accept on purpose, or that lint reports, are listed here with their reasons.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.floors import raise_floors
from conformance.floors import read_floors as floors_of_recordings
from conformance.recordings import parse_lines, tags_folder
from conformance.tally import Count
from kapivara.cli.main import run
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.pipeline import generate
from kapivara.generator.planning.hints import hint_of
from kapivara.generator.sources.loading import Root, SourceOptions, Sources, read_sources
from kapivara.generator.tags.documentation import find_handlers, to_json

FLOORS = Path(__file__).with_name("tag_floors.json")
MISTAKES = "tags/mistakes"
SHARE = 0.99
FACTS = ("stability", "scopes", "payloadsType", "payloadsRequired", "acceptsUnknownArgs")
ACCEPTED = {
    "subfield-nested": "the KEP nests subfields to any depth; lint --target v1.37 tells",
    "subfield-nested-in-if": "the KEP nests subfields to any depth; lint --target v1.37 tells",
    "update-unknown": "NoClear is the KEP's word for NoUnset; lint --target v1.37 tells",
}
"""Mistakes for the reference that are none for us."""


def read_floors() -> dict[str, dict[str, int]]:
    floors: dict[str, dict[str, int]] = json.loads(FLOORS.read_text())
    return floors


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "topic" in metafunc.fixturenames:
        found = sorted({*read_floors(), *(file.parent.name for file in tags_folder().glob("*/cases.jsonl"))})
        metafunc.parametrize("topic", found)
    if "mistake" in metafunc.fixturenames:
        linted = "lint" in metafunc.function.__name__
        lines = parse_lines((tags_folder() / "mistakes.jsonl").read_text())
        found = [pytest.param(each, id=each["id"]) for each in lines if is_linted(each) == linted]
        metafunc.parametrize("mistake", found)


def is_linted(mistake: dict[str, Any]) -> bool:
    return bool(mistake.get("lint") or mistake.get("args"))


def test_a_topic_does_not_fall(
    topic: str, tag_corpus: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    code = run(["test-types", str(tag_corpus / topic), "-o", "json"])
    report = json.loads(capsys.readouterr().out)
    summary = report["summary"]
    assert (summary["unreadable"], summary["errors"]) == (0, 0), report["unreadable"] + report["errors"]
    assert code == (1 if summary["differ"] else 0)
    floors = read_floors()
    floor = floors.get(topic, {"cases": 0, "identical": 0})
    if request.config.getoption("--update"):
        floors[topic] = floor = {name: max(floor[name], summary[name]) for name in floor}
        rows = [f"  {json.dumps(name)}: {json.dumps(floors[name])}" for name in sorted(floors)]
        FLOORS.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    assert topic in floors, "scripts/regen floors writes what is missing"
    shown = [each for each in report["cases"] if each["verdict"] != "identical"][:5]
    assert summary["identical"] >= floor["identical"], json.dumps(shown, indent=1)
    assert summary["identical"] >= SHARE * summary["cases"], json.dumps(shown, indent=1)


def sources_of(mistake: dict[str, Any], folder: Path) -> Sources:
    package = folder / "example.com" / mistake["package"]
    package.mkdir(parents=True)
    markers = [
        *mistake.get("doc", ["+k8s:validation-gen=*"]),
        *["+k8s:validation-gen-nolint"] * (not is_linted(mistake)),
    ]
    comments = "".join(f"// {each}\n" for each in markers)
    (package / "doc.go").write_text(
        f"{comments}\n// Package {mistake['package']} is a test.\npackage {mistake['package']}\n"
    )
    (package / "types.go").write_text(mistake["source"])
    return read_sources([package], SourceOptions(roots=(Root("example.com", folder / "example.com"),)))


def test_a_mistake_is_refused(mistake: dict[str, Any], tmp_path: Path) -> None:
    errors = errors_of(mistake, tmp_path)
    messages = [each.message for each in errors]
    assert [each.message for each in errors if not stands_in(each, tmp_path)] == []
    assert [each.message for each in errors if not hint_of(each) and "; either " not in each.message] == []
    if mistake.get("compiles") is False:
        return
    if mistake.get("panic"):
        assert messages
    elif mistake["id"] in ACCEPTED or not mistake["errors"]:
        assert messages == []
    else:
        wanted = mistake["errors"][0].removeprefix("failed to generate validations: ")
        assert any(wanted in each for each in messages), f"{wanted}\nis not in\n" + "\n".join(messages)


def errors_of(mistake: dict[str, Any], folder: Path) -> list[AuthorError]:
    try:
        generate(sources_of(mistake, folder))
    except AuthorErrors as found:
        return found.errors
    return []


def stands_in(error: AuthorError, folder: Path) -> bool:
    return error.place is not None and error.place.line > 0 and Path(error.place.file).is_relative_to(folder)


def test_lint_finds_what_the_reference_finds(mistake: dict[str, Any], tmp_path: Path) -> None:
    from kapivara.generator.lint import LintOptions, lint_sources

    findings = lint_sources(sources_of(mistake, tmp_path), LintOptions())
    if mistake.get("args"):
        texts = [each.message for each in findings]
        first = mistake["errors"][0].split("\n")[0].partition(": ")[2]
        assert any(first in each for each in texts), texts
        return
    found = {(each.type_name, each.field, each.message) for each in findings}
    wanted = set(parse_lint(mistake["errors"][0])) if mistake["errors"] else set()
    assert wanted <= found
    told = {message for _, _, message in wanted}
    assert {each for each in found if is_reference_text(each[2])} <= wanted, told


def parse_lint(text: str) -> list[tuple[str, str, str]]:
    """Parses the reference's lint output: types, and below each its messages, with or without a field."""
    found, kind = [], ""
    for line in text.split("\n")[1:]:
        if line.startswith("    "):
            field, colon, message = line.strip().removeprefix("field ").partition(": ")
            named = line.strip().startswith("field ") and colon
            found.append((kind, field, message) if named else (kind, "", line.strip()))
        else:
            kind = line.strip().removeprefix("type ").removesuffix(":")
    return found


def is_reference_text(message: str) -> bool:
    texts = "with stability level", "can't be used in between", "field with validation must have"
    return any(each in message for each in texts)


def test_the_kept_count_of_mistakes_is_right(request: pytest.FixtureRequest, tag_corpus: Path) -> None:
    mistakes = parse_lines((tag_corpus / "mistakes.jsonl").read_text())
    refused = [each for each in mistakes if each["id"] not in ACCEPTED]
    told_alike = [each for each in refused if not each.get("panic") and each.get("compiles") is not False]
    count = Count(len(mistakes), len(mistakes), len(told_alike), len(refused))
    if request.config.getoption("--update"):
        raise_floors({MISTAKES: {MISTAKES: count}})
    assert floors_of_recordings()[MISTAKES] == {MISTAKES: count}, "scripts/regen floors writes it"


def test_tags_have_the_facts_of_the_reference(tag_corpus: Path) -> None:
    recorded = json.loads((tag_corpus / "tags.json").read_text())
    ours = {each["tag"]: each for each in map(to_json, find_handlers([]))}
    differences = []
    for each in recorded:
        known = ours.get(each["tag"])
        if known is None or not known["upstream"]:
            differences.append(f"{each['tag']}: not known")
            continue
        differences += [f"{each['tag']}.{fact}: {known[fact]}" for fact in FACTS if known[fact] != each[fact]]
        args = {arg["name"]: (arg["type"], arg["required"]) for arg in known["args"]}
        differences += [
            f"{each['tag']}({arg['name']}): {args.get(arg['name'])}"
            for arg in each["args"]
            if args.get(arg["name"]) != (arg["type"], arg["required"])
        ]
    assert differences == []


def test_other_tags_are_told_to_be_the_keps(tag_corpus: Path) -> None:
    recorded = {each["tag"] for each in json.loads((tag_corpus / "tags.json").read_text())}
    assert [each.name for each in find_handlers([]) if each.upstream and each.name not in recorded] == []
