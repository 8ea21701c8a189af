"""Comparing errors by chosen properties."""

from __future__ import annotations

import pytest

from kapivara.field import FieldError, FieldPath, invalid, required, too_long
from kapivara.validate.error_matcher import ErrorMatcher, is_below
from kapivara.validate.normalization import NormalizationRule

ANY = ErrorMatcher()
BAD = invalid(FieldPath.of("spec", "a"), 3, "must be at least 5").with_origin("minimum")


@pytest.mark.parametrize(
    ("matcher", "other", "same"),
    [
        pytest.param(ANY, required(None), True, id="nothing-asked"),
        pytest.param(ANY.by_type(), required(FieldPath.of("spec", "a")), False, id="type"),
        pytest.param(ANY.by_type(), invalid(None, 1, ""), True, id="type-only"),
        pytest.param(ANY.by_field(), invalid(FieldPath.of("spec", "b"), 3, ""), False, id="field"),
        pytest.param(ANY.by_value(), invalid(None, 4, ""), False, id="value"),
        pytest.param(ANY.by_value(), invalid(None, 3, ""), True, id="value-same"),
        pytest.param(ANY.by_origin(), invalid(None, 3, ""), False, id="origin"),
        pytest.param(ANY.by_detail_exact(), invalid(None, 3, "must be at least 50"), False, id="detail-exact"),
        pytest.param(ANY.by_detail_substring(), invalid(None, 3, "it must be at least 50"), True, id="detail-part"),
        pytest.param(ANY.by_detail_regexp(), invalid(None, 3, "must be at least 50"), True, id="detail-regexp"),
        pytest.param(ANY.by_level(), BAD.marked(level="alpha"), False, id="level"),
        pytest.param(ANY.by_source(), BAD.marked(from_imperative=True), False, id="source"),
        pytest.param(ANY.by_short_circuit(), BAD.marked(short_circuit=True), False, id="short-circuit"),
        pytest.param(ANY.exactly(), BAD.marked(level="beta"), True, id="exactly-leaves-marks-out"),
    ],
)
def test_matches(matcher: ErrorMatcher, other: FieldError, same: bool) -> None:
    assert matcher.matches(BAD, other) is same


def test_true_is_not_one() -> None:
    assert not ANY.by_value().matches(invalid(None, True, ""), invalid(None, 1, ""))


def test_an_invalid_without_origin_can_be_refused() -> None:
    bare = invalid(FieldPath.of("a"), 1, "")
    assert ANY.by_origin().matches(bare, bare)
    assert not ANY.by_origin().require_origin_when_invalid().matches(bare, bare)


def test_an_error_above_that_stopped_the_rest_stands_for_those_below() -> None:
    stopped = too_long(FieldPath.of("spec"), 3).marked(short_circuit=True)
    matcher = ANY.by_type().by_field()
    assert not matcher.matches(BAD, stopped)
    assert matcher.match_ancestor_short_circuit().matches(BAD, stopped)


def test_only_what_there_is_gets_normalized() -> None:
    matcher = ANY.by_field_normalized([NormalizationRule(r"^old\.", "spec.")])
    old = invalid(FieldPath.of("old", "a"), 3, "")
    assert matcher.matches(BAD, old)
    assert not matcher.matches(old, BAD)
    assert matcher.render(old) == '{Field="spec.a" (aka "old.a")}'


def test_render_shows_what_is_looked_at() -> None:
    matcher = ANY.exactly().by_level().by_source().by_short_circuit()
    assert matcher.render(BAD.marked(level="beta")) == (
        '{Type="Invalid value", Field="spec.a", Value=3, Origin="minimum", Detail="must be at least 5", '
        "ValidationStabilityLevel=beta, FromImperative=false, ShortCircuit=false}"
    )


def test_one_expected_origin_stands_for_several_errors() -> None:
    other = invalid(FieldPath.of("spec", "a"), 3, "must be even").with_origin("minimum")
    matcher = ANY.by_type().by_field()
    assert matcher.by_origin().compare([BAD], [BAD, other]).agrees
    assert matcher.compare([BAD], [BAD, other]).unexpected == (other,)


def test_equal_errors_are_told() -> None:
    compared = ANY.by_origin().compare([BAD], [BAD, BAD])
    assert compared.repeated == (BAD,)
    assert not compared.agrees


@pytest.mark.parametrize(
    ("parent", "child", "below"),
    [("a", "a.b", True), ("a", "a[0]", True), ("a", "ab", False), ("a", "a", False), ("", "a", False)],
)
def test_is_below(parent: str, child: str, below: bool) -> None:
    assert is_below(parent, child) is below
