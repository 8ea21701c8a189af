"""Replays recorded merges of hand-written and declarative errors."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.recordings import parse_lines, tags_folder
from kapivara.field import ErrorType, FieldError, Marks
from kapivara.validate.merging import MergeOptions, merge_errors
from kapivara.validate.normalization import NormalizationRule

MARKS = {
    "level": "level",
    "shortCircuit": "short_circuit",
    "coveredByDeclarative": "covered_by_declarative",
    "fromImperative": "from_imperative",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes `migration` with every recorded merge."""
    if "migration" in metafunc.fixturenames:
        cases = parse_lines((tags_folder() / "migration.jsonl").read_text())
        metafunc.parametrize("migration", [pytest.param(case, id=str(line)) for line, case in enumerate(cases, 1)])


def read_errors(recorded: list[dict[str, Any]]) -> list[FieldError]:
    return [
        FieldError(
            ErrorType(each["type"]),
            each["field"],
            each["badValue"],
            each["detail"],
            each["origin"],
            Marks(**{ours: each[theirs] for theirs, ours in MARKS.items() if theirs in each}),
        )
        for each in recorded
    ]


def test_a_recorded_merge(migration: dict[str, Any]) -> None:
    options = MergeOptions(
        beta_enabled=migration["betaEnabled"],
        all_enforced=migration["allEnforced"],
        rules=tuple(NormalizationRule(*rule) for rule in migration["rules"]),
        short_circuit_mismatch=migration["shortCircuitMismatch"],
    )
    merged = merge_errors(read_errors(migration["imperative"]), read_errors(migration["declarative"]), options)
    assert [each.text for each in merged.mismatches] == migration["mismatches"]
    assert merged.enforced == read_errors(migration["enforced"])
    assert merged.remaining == read_errors(migration["remaining"])
    assert merged.result == read_errors(migration["result"])
