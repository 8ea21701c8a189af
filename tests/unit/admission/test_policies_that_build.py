"""Tests that policies use no more memory and time than a request may, whatever they build, compare or print."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from tests.limited_process import outcomes
from tests.unit.admission.building_policies import ALLOWED, REFUSED, doubled, judging, patching
from tests.unit.admission.policies.policy_server import config_map, denial, with_policy

from kapivara.admission.policies.built_values import PATCH_JSON
from kapivara.cel.budget import JSON_BYTES, JsonBudget
from kapivara.cel.errors import BudgetExceededError
from kapivara.values.deadline import Deadline, DeadlineExceededError

_TOLD = {
    "copies": "the accumulated size increase of copy is 3900006, exceeding the limit 3145728",
    "operations": "JSON Patch: kapivara cannot go on: more than 10,000 operations",
    "texts of variables that fail": "operation cancelled: actual cost limit exceeded",
    "texts that are judged": "operation cancelled: actual cost limit exceeded",
    "variables that fail twice": 'composited variable "v0" fails to evaluate: index out of bounds: 1',
    "variables on variables": "kapivara cannot go on: variables need each other over 1,000 levels",
    "lists that are printed": "values take more than 128 MiB in all",
    "lists in messages of failures": "aaaa",
}


@pytest.fixture(scope="module")
def ended() -> dict[str, str]:
    return outcomes("tests.unit.admission.building_policies")


@pytest.mark.parametrize("name", REFUSED)
def test_what_fits_no_machine_is_refused(ended: dict[str, str], name: str) -> None:
    told = ended.get(name, "")
    assert told.startswith("refused: "), ended
    assert _TOLD.get(name, "kapivara cannot go on: expressions make more than 3 MiB of JSON") in told


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_small_once_it_is_shared_is_allowed(ended: dict[str, str], name: str) -> None:
    assert ended.get(name) == "allowed", ended


def test_the_json_of_all_mutations_is_counted_together() -> None:
    again = "[JSONPatch{op: 'replace', path: '/data/a', value: object.data.a}]"
    body = config_map(a="b" * (JSON_BYTES // 3))
    assert with_policy(**patching(again, again)).create(body, dry_run=True).ok
    status = with_policy(**patching(again, again, again)).create(body, dry_run=True).status
    assert status is not None
    assert "expressions make more than 3 MiB of JSON" in status.message


def test_a_failure_ignored_leaves_the_object() -> None:
    add = "[JSONPatch{op: 'add', path: '/data', value: {'x': string(variables.all.size())}}]"
    huge = "[JSONPatch{op: 'add', path: '/data/y', value: variables.all}]"
    api = with_policy(**patching(add, huge, variables=doubled("['a']"), failurePolicy="Ignore"))
    outcome = api.create(config_map(a="1"), dry_run=True)
    assert outcome.object is not None, outcome.status
    assert outcome.object["data"] == {"x": "2"}


def test_measuring_looks_at_the_clock() -> None:
    budget = JsonBudget(Deadline(0))
    with pytest.raises(DeadlineExceededError):
        PATCH_JSON.make(budget, [["a" * 100] * 100 for _ in range(100)])
    with pytest.raises(BudgetExceededError):
        PATCH_JSON.make(JsonBudget(), ["a" * 1_000] * 10_000)


@pytest.mark.parametrize(
    "expression",
    [
        "variables.all == 'x'",
        "variables.all == 'x' || true",
        "variables.all == 'x' && variables.v0 == 'y'",
        "[1, 2].all(x, variables.all == 'x')",
        "[1, 2].exists(x, variables.all == 'x')",
        "[1, 2].exists_one(x, variables.all == 'x')",
        "[1, 2].filter(x, variables.all == 'x').size() == 1",
        "[1, 2].map(x, variables.all).size() == 1",
        "[variables.all][1] == 'x'",
        "dyn(variables.all) < 1",
    ],
)
def test_nothing_is_held_once_a_policy_has_judged(expression: str) -> None:
    """No reference cycle remains, with or without a failure: it would keep all values in memory."""
    variables = doubled("'a'", "{0} + {0}")
    rule: dict[str, Any] = {"expression": expression, "messageExpression": "'no ' + variables.all"}
    api = with_policy(variables=variables, validations=[rule])
    before = denial(api, config_map())
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert denial(api, config_map()) == before
        gc.collect()
        held = [each for each in gc.garbage if isinstance(each, str | dict | list)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert held == []


def test_what_is_judged_by_shared_values() -> None:
    api = with_policy(**judging("dyn(variables.all) == dyn(variables.v45)", variables=doubled("[1]")))
    assert "failed expression" in denial(api, config_map())
