"""Tests of the comparison with recorded responses: differences, verdicts, and which requests count as served."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.comparison import differences, is_served, same_verdict
from conformance.conversation import Answer


def answer(code: int = 200, body: Any = None, *warnings: str, **headers: str | None) -> Answer:
    return Answer(code, list(warnings), body, headers or None)


def refusal(*blamed: tuple[str, str]) -> Any:
    return {"details": {"causes": [{"field": field, "reason": reason, "message": "m"} for field, reason in blamed]}}


@pytest.mark.parametrize(
    ("expected", "actual", "texts"),
    [
        pytest.param(answer(200, {"a": [1, 2.0]}), answer(200, {"a": [1, 2]}), [], id="same"),
        pytest.param(answer(200), answer(201), ["code: expected 200, got 201"], id="code"),
        pytest.param(answer(200, None, "w"), answer(), ["warnings: expected ['w'], got []"], id="warnings"),
        pytest.param(answer(200, {"a": 1}), answer(200, {}), ["a: missing, expected 1"], id="missing"),
        pytest.param(answer(200, {}), answer(200, {"a": 1}), ["a: unexpected 1"], id="unexpected"),
        pytest.param(
            answer(200, {"a": [{"b": 1}]}), answer(200, {"a": [{"b": 2}]}), ["a[0].b: expected 1, got 2"], id="deep"
        ),
        pytest.param(answer(200, [1]), answer(200, [1, 2]), ["body: expected [1], got [1, 2]"], id="length"),
        pytest.param(answer(200, {"a": True}), answer(200, {"a": 1}), ["a: expected true, got 1"], id="true-is-not-1"),
        pytest.param(answer(200, {"a": None}), answer(200, {"a": 0}), ["a: expected null, got 0"], id="null"),
        pytest.param(answer(a="b"), answer(a=None), ['headers.a: expected "b", got null'], id="headers"),
        pytest.param(answer(), answer(a="b"), [], id="headers-that-were-not-recorded"),
    ],
)
def test_differences(expected: Answer, actual: Answer, texts: list[str]) -> None:
    assert differences(expected, actual) == texts


def test_long_values_are_cut() -> None:
    (text,) = differences(answer(200, "a" * 10_000), answer(200, "b"))
    assert len(text) < 500


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        pytest.param(
            answer(422, refusal(("a", "x"), ("b", "y"))), answer(422, refusal(("b", "y"), ("a", "x"))), True, id="order"
        ),
        pytest.param(answer(422, refusal(("a", "x"))), answer(422, refusal(("a", "y"))), False, id="reason"),
        pytest.param(answer(422, refusal(("a", "x"))), answer(422, refusal()), False, id="blamed-less"),
        pytest.param(answer(200, {"a": 1}), answer(200, {"a": 2}), True, id="objects-are-not-compared"),
        pytest.param(answer(200, "text"), answer(200, None), True, id="no-object"),
        pytest.param(answer(200), answer(201), False, id="code"),
    ],
)
def test_same_verdict(expected: Answer, actual: Answer, same: bool) -> None:
    assert same_verdict(expected, actual) is same


@pytest.mark.parametrize(
    ("expected", "actual", "served"),
    [
        pytest.param(200, answer(404, "404 page not found\n"), False, id="no-such-path"),
        pytest.param(
            200, answer(404, {"message": "the server could not find the requested resource"}), False, id="no-kind"
        ),
        pytest.param(200, answer(404, {"message": 'pods "a" not found'}), True, id="no-such-object"),
        pytest.param(404, answer(404, "404 page not found\n"), True, id="recorded-so"),
        pytest.param(200, answer(405), False, id="method"),
        pytest.param(201, answer(415), False, id="media-type"),
        pytest.param(201, answer(422), True, id="refused"),
    ],
)
def test_is_served(expected: int, actual: Answer, served: bool) -> None:
    assert is_served(answer(expected), actual) is served
