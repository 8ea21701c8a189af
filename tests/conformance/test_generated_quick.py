"""Compares the quick check with the thorough one on every recorded object; only null items may differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kapivara.emit.loader import load_module
from kapivara.field import Operation
from kapivara.generator.cases.case_file import read_cases
from kapivara.generator.pipeline import generate
from kapivara.generator.sources.loading import SourceOptions, read_sources


def test_quick_checks_say_what_thorough_ones_say(tag_corpus: Path) -> None:
    compared, differences = 0, []
    for cases in sorted(tag_corpus.glob("*/cases.jsonl")):
        names = load_module(generate(read_sources([cases.parent], SourceOptions()))[0].source, cases.parent.name)
        for case in read_cases(cases.read_bytes())[0]:
            validator = names["TYPES"].get(case.type)
            if validator is None or _holds_null(case.obj):
                continue
            compared += 1
            op = Operation(options=case.operation.options)
            if validator.ok(op, case.obj) == bool(validator.explain(op, None, case.obj, None)):
                differences.append((cases.parent.name, case.type, case.obj))
    assert differences == []
    assert compared > 5000


def _holds_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_null, value.values()))
    return value is None or (isinstance(value, list) and any(map(_holds_null, value)))
