"""No function visits all occurrences of a value: expressions end with a result or an error."""

from __future__ import annotations

import pytest
from tests.limited_process import outcomes
from tests.unit.cel.doubling_values import REFUSED, TRUE

from kapivara import cel
from kapivara.cel.budget import JSON_BYTES, PLACE, Budget, JsonBudget
from kapivara.cel.errors import BudgetExceededError
from kapivara.cel.json_data import to_json
from kapivara.cel.values.extent import pay_to_unfold


@pytest.fixture(scope="module")
def ended() -> dict[str, str]:
    return outcomes("tests.unit.cel.doubling_values")


@pytest.mark.parametrize("name", TRUE)
def test_what_does_not_visit_each_place(ended: dict[str, str], name: str) -> None:
    assert ended.get(name) == "True", ended


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_visit_each_place(ended: dict[str, str], name: str) -> None:
    assert ended.get(name, "").startswith("failed: "), ended


def test_a_result_that_is_shown(ended: dict[str, str]) -> None:
    assert "the result is too large to show" in ended.get("a result that is shown", ""), ended
    assert "values take more than 128 MiB" in ended.get("a result as JSON", ""), ended


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1", PLACE),
        ("'abc'", PLACE + 3),
        ("'\u00e9'", PLACE + 4),
        ("[1, 2]", 3 * PLACE),
        ("{'a': [1]}", 4 * PLACE + 1),
        ("{1: 'a'}", 3 * PLACE + 1),
        ("optional.of('a')", 2 * PLACE + 1),
        ("optional.none()", PLACE),
        ("[[1, 2], 'aa'].map(x, [x, x])", (1 + 2 * 1 + 2 * 3 + 2 * 1) * PLACE + 2 * 2),
    ],
)
def test_every_place_of_a_value_is_paid_for(text: str, size: int) -> None:
    budget = Budget()
    before = budget.left
    pay_to_unfold(budget, cel.compile(text, {}).evaluate({}))
    assert before - budget.left == size


def test_json_is_made_up_to_a_bound_for_all_values_together() -> None:
    budget = JsonBudget()
    assert to_json(budget, ["a" * (JSON_BYTES - 100)]) == ["a" * (JSON_BYTES - 100)]
    with pytest.raises(BudgetExceededError, match="expressions make more than 3 MiB of JSON"):
        to_json(budget, "a" * 100)
