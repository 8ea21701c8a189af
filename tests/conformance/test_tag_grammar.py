"""Compares the grammar of tags with recorded parses: structure, canonical text, error, and which lines are tags."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.types import CommentLine, Position


def test_every_recorded_tag_is_read_alike(tag_corpus: Path) -> None:
    cases = _cases(tag_corpus)
    read = [(case, _reading(case)) for case in cases]
    assert [(case, got) for case, got in read if got != case] == []
    assert len(cases) >= 370


def _cases(tag_corpus: Path) -> list[dict[str, Any]]:
    lines = (tag_corpus / "parse.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def _reading(case: dict[str, Any]) -> dict[str, Any]:
    """Returns our parse of a case in the form of the recording."""
    if "lines" in case:
        return {"lines": case["lines"], "extracted": _extracted(case["lines"])}
    asked = {key: case[key] for key in ("text", "raw") if key in case}
    try:
        tag = grammar.parse(case["text"], raw=case.get("raw", False))
    except grammar.GrammarError as error:
        return asked | {"error": str(error)}
    return asked | {"canonical": str(tag), "tag": _structure(tag)}


def _extracted(lines: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, line in grammar.tag_lines(tuple(CommentLine(line, Position("", 1, 1)) for line in lines)):
        found.setdefault(name, []).append(line.text)
    return found


def _structure(tag: Tag) -> dict[str, Any]:
    made: dict[str, Any] = {"name": tag.name, "valueType": str(tag.value_type)}
    if tag.args:
        made["args"] = [{"name": each.name, "type": str(each.type), "value": each.value} for each in tag.args]
    if tag.value_type not in (ValueType.NONE, ValueType.TAG):
        made["value"] = tag.value
    if tag.value_tag:
        made["tag"] = _structure(tag.value_tag)
    return made
