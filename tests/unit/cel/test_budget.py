"""Work that costs do not express is charged before it is done, by the sizes of operands and results."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import cel
from kapivara.cel import types
from kapivara.cel.budget import ATTEMPT, BYTES, PLACE, Budget
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.cost.costs import traversal
from kapivara.cel.cost.table import ADD_TEXT
from kapivara.cel.errors import BudgetExceededError, CostExceededError
from kapivara.values.deadline import Deadline, DeadlineExceededError

VARIABLES = {
    "s": types.STRING,
    "t": types.STRING,
    "texts": types.list_of(types.STRING),
    "others": types.list_of(types.STRING),
    "ints": types.list_of(types.INT),
    "d": types.DYN,
    "e": types.DYN,
}
N = 20_000
DATA: dict[str, Any] = {
    "s": "a" * N,
    "t": "/" + "%41" * N,
    "texts": ["a" * N] * 100,
    "others": ["a" * N] * 99 + ["a" * (N - 1) + "b"],
    "ints": list(range(N)),
    "d": {"a": [list(range(100))] * 100},
    "e": {"a": [list(range(100)) for _ in range(100)]},
}
UNTOLD = {
    "text that is squared": "s.replace('', s).size() > 0",
    "text in so many places": "s.replace('a', s).size() > 0",
    "parts without number": "s.findAll('').size() > 0",
    "parts of one character": "s.findAll('a').size() > 0",
    "joined text": "texts.join(s).size() > 0",
    "a formatted list": "'%s'.format([texts]).size() > 0",
    "clauses without number": "t.format(texts) == ''",
    "a text as a URL": "isURL(t)",
    "a text as a duration": "duration(s) == duration('1s')",
    "a text as a number": "int(s) == 1 || uint(s) == 1u || double(s) == 1.0",
    "a text as a time": "timestamp(s) == timestamp(0)",
    "lists put together": "(ints + ints).size() > 0",
    "a list put together of unknown types": "size(d.a + d.a + d.a + d.a + ints) > 0",
    "flattened lists": "[texts, texts, texts].flatten().map(x, [x]).flatten().size() > 0",
    "lists that are equal": "texts != others",
    "values that are equal": "d == e",
    "values that differ": "d != e",
    "a text among others": "(s + 'b') in texts",
    "the place of a list": "[d, d].indexOf(e) == 0",
    "the best of a list": "math.greatest(ints) > 0",
}


@pytest.mark.parametrize("expression", UNTOLD.values(), ids=UNTOLD)
def test_work_that_costs_do_not_tell_is_refused_before_it_is_done(expression: str) -> None:
    program = cel.compile(expression, VARIABLES)
    for evaluate in (program.evaluate, lambda data, budget: program.evaluate_metered(data, budget=budget)):
        with pytest.raises(cel.CelError, match="kapivara cannot go on: values take more than 128 MiB in all"):
            evaluate(DATA, Budget(1_000))


def test_nothing_absorbs_a_lack_of_budget() -> None:
    program = cel.compile("s.replace('', s).size() > 0 || true", VARIABLES)
    with pytest.raises(cel.CelError, match="kapivara cannot go on"):
        program.evaluate(DATA, Budget(1_000))


def test_what_is_within_reason_comes_nowhere_near() -> None:
    budget = Budget()
    program = cel.compile("texts.all(x, x in texts) && s.replace('a', 'bb').size() > 0 && d == e", VARIABLES)
    assert program.evaluate(DATA, budget) is True
    budget.take(BYTES * 9 // 10)
    with pytest.raises(BudgetExceededError):
        budget.take(BYTES // 10)


def test_comparisons_pay_only_for_lists_of_one_length() -> None:
    program = cel.compile("ints == [1]", VARIABLES)
    assert program.evaluate(DATA, Budget(PLACE)) is False


def test_a_call_is_paid_for_before_it_is_made() -> None:
    made = []
    with pytest.raises(CostExceededError):
        Meter(10, Budget()).call(ADD_TEXT, lambda *texts: made.append(texts), (), "a" * 100, "b" * 100)
    assert made == []


class Clock:
    """A clock that advances with each call."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return float(self.asked)


LOOPS = "ints.all(x, ints.all(y, x + y >= 0))"


def test_counted_work_ends_when_its_time_is_up() -> None:
    clock = Clock()
    budget = Budget(deadline=Deadline(10, clock))
    with pytest.raises(DeadlineExceededError):
        cel.compile(LOOPS, VARIABLES).evaluate_metered(DATA, budget=budget)
    assert clock.asked == 11


def test_paid_work_ends_when_its_time_is_up() -> None:
    clock = Clock()
    budget = Budget(deadline=Deadline(10, clock))
    program = cel.compile("s.replace('', s.substring(0, 100)).size() > 0", VARIABLES)

    def work() -> None:
        for _ in range(100):
            program.evaluate(DATA, budget)

    with pytest.raises(DeadlineExceededError):
        work()
    assert clock.asked == 11


def test_costs_of_values_that_stand_in_many_places_are_counted_soon() -> None:
    value: Any = [1]
    for _ in range(60):
        value = [value, value]
    assert traversal(value) == 2**60


def test_backward_searches_take_time_by_the_text_alone() -> None:
    text, part = "a" * 200_000, "ab" + "a" * 100_000
    assert cel.compile("s.lastIndexOf(t)", VARIABLES).evaluate({"s": text, "t": part}) == -1
    assert cel.compile("s.lastIndexOf(t, 5)", VARIABLES).evaluate({"s": f"xx{part}yy{part}", "t": part}) == 2


def test_attempts_have_a_budget_of_their_own() -> None:
    budget = Budget(1000)
    budget.take(600)
    attempt = budget.attempt()
    with pytest.raises(BudgetExceededError):
        attempt.take(500)
    budget.take(400)
    with pytest.raises(BudgetExceededError):
        budget.take(1)


def test_attempts_are_small() -> None:
    with pytest.raises(BudgetExceededError):
        Budget().attempt().take(ATTEMPT + 1)
