"""Merging hand-written and declarative errors; the recorded merges are in tests/conformance."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import FieldPath, errors, internal_error, invalid, required
from kapivara.validate.merging import MergeOptions, enforced_errors, find_mismatches, merge_errors, remaining_errors

PATH = FieldPath.of("spec", "a")
HAND = invalid(PATH, 1, "by hand").with_origin("minimum")
COVERED = HAND.marked(covered_by_declarative=True)
DECLARED = invalid(PATH, 1, "declared").with_origin("minimum")


@pytest.mark.parametrize(
    ("level", "options", "enforced"),
    [
        ("", MergeOptions(), True),
        ("beta", MergeOptions(), True),
        ("beta", MergeOptions(beta_enabled=False), False),
        ("alpha", MergeOptions(), False),
        ("alpha", MergeOptions(all_enforced=True), True),
    ],
)
def test_levels(level: str, options: MergeOptions, enforced: bool) -> None:
    assert enforced_errors([DECLARED.marked(level=level)], options) == ([DECLARED.marked(level=level)] * enforced)


def test_failures_of_validation_itself_always_count() -> None:
    broken = internal_error(PATH, "boom").marked(level="alpha")
    assert enforced_errors([broken]) == [broken]


def test_a_covered_error_gives_way_to_its_beta_twin_alone() -> None:
    beta = DECLARED.marked(level="beta")
    assert remaining_errors([COVERED], [beta]) == []
    assert remaining_errors([COVERED], [DECLARED]) == [COVERED]
    assert remaining_errors([HAND], [beta]) == [HAND]


@pytest.mark.parametrize("level", ["", "beta", "alpha"])
@pytest.mark.parametrize("beta_enabled", [True, False])
def test_what_tags_alone_validate_is_enforced_and_misses_no_twin(level: str, beta_enabled: bool) -> None:
    native = DECLARED.marked(level=level, declarative_only=True)
    options = MergeOptions(beta_enabled=beta_enabled)
    merged = merge_errors([], [native], options)
    assert (merged.result, merged.mismatches) == ([native], [])
    assert merge_errors([COVERED], [native], options).result == [native]
    assert merge_errors([HAND], [native], options).result == [HAND.marked(from_imperative=True), native]


def test_what_tags_alone_validate_is_told_where_hand_written_errors_end() -> None:
    native = DECLARED.marked(declarative_only=True)
    merged = merge_errors([HAND], [DECLARED, native])
    assert merged.result == [HAND.marked(from_imperative=True), native, DECLARED]


def test_of_equal_texts_the_first_stays_where_it_is() -> None:
    other = invalid(PATH, 2, "other")
    assert remaining_errors([HAND, other, HAND], []) == [HAND, other]


def test_without_differences_nothing_is_told() -> None:
    merged = merge_errors([COVERED], [DECLARED.marked(level="beta")], MergeOptions())
    assert merged.mismatches == []
    assert merged.result == [DECLARED.marked(level="beta")]


def test_both_sides_of_a_mismatch_are_told() -> None:
    other = invalid(FieldPath.of("b"), 1, "").with_origin("maximum").marked(level="alpha")
    found = find_mismatches([COVERED], [other], MergeOptions())
    assert [each.field for each in found] == ["spec.a", "b"]
    texts = [each.text for each in found]
    assert ["unmatched error(s)" in texts[0], "extra error(s)" in texts[1]] == [True, True]
    assert "Consider disabling" in texts[0]
    assert "authoritative" in texts[1]


def test_very_many_errors_are_merged_one_by_one(pace: Any) -> None:
    def merge(count: int) -> None:
        items = (FieldPath.of("items").index(index) for index in range(count))
        by_hand = [required(each).marked(covered_by_declarative=True) for each in items]
        merged = merge_errors(by_hand, [each.marked(level="beta") for each in by_hand])
        assert merged.mismatches == []

    pace.assert_linear(merge, 300)


def test_hand_written_errors_end_behind_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "MOST_ERROR_TEXT", 500)
    by_hand = [COVERED, *(required(PATH.index(number)) for number in range(100))]
    declared = DECLARED.marked(level="beta")
    merged = merge_errors(by_hand, [declared])
    told = errors.first_reported(merged.result)
    assert [each.field for each in told] == [f"spec.a[{number}]" for number in range(len(told))]
    assert len(merged.remaining) == len(told) + 1
    assert merged.mismatches == []
