"""Tests of the one limit of nesting on all doors of the library, and of objects at the limit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.api.deep_flows import CRD, WELL, nested, play, value, well

from kapivara import Api
from kapivara.codec import Decoded
from kapivara.values.stack import MAX_DEPTH

OBJECT = json.loads(well("deep", "other", "1"))
REFUSAL = "exceeded max depth"
HEAD = 2  # levels that the document of a patch has around its value


@pytest.fixture
def api() -> Api:
    made = Api()
    assert made.create(CRD).ok
    assert made.create(well("flat", "spec", "{}")).ok
    return made


def test_what_is_deep_comes_through_all_doors() -> None:
    flat, deep = play(30), play(3000)
    assert {step: told[:3] for step, told in deep.items()} == {step: told[:3] for step, told in flat.items()}


def test_the_deepest_object_is_stored_and_read_and_goes(api: Api) -> None:
    assert api.create(well("deep", "spec", nested(MAX_DEPTH - 1))).code == 201
    assert api.get(*WELL, "deep").ok
    assert api.list(*WELL).ok
    assert api.delete(*WELL, "deep").ok
    assert api.delete("apiextensions.k8s.io/v1", "CustomResourceDefinition", "wells.example.com").ok


def _in_itself() -> dict[str, Any]:
    made: dict[str, Any] = {**OBJECT}
    made["spec"] = made
    return made


@pytest.mark.parametrize("levels", [MAX_DEPTH, 100_000])
def test_what_is_deeper_is_refused_in_the_same_words(api: Api, levels: int) -> None:
    manifests: tuple[Any, ...] = (
        well("deep", "spec", nested(levels)),
        well("deep", "spec", nested(levels, lists=True)),
        b"# yaml\n" + well("deep", "spec", nested(levels)),
        {**OBJECT, "spec": value(levels)},
        Decoded({**OBJECT, "spec": value(levels)}),
        _in_itself(),
        Decoded(_in_itself()),
    )
    for manifest in manifests:
        for outcome in (api.create(manifest), api.apply(manifest, field_manager="ann")):
            assert (outcome.code, outcome.status and REFUSAL in outcome.status.message) == (400, True)


@pytest.mark.parametrize("levels", [MAX_DEPTH - HEAD + 1, 100_000])
def test_deeper_patches_are_refused(api: Api, levels: int) -> None:
    texts = (("merge", f'{{"spec":{{"a":{nested(levels)}}}}}'), ("json", f'[{{"op":"add","value":{nested(levels)}}}]'))
    bodies: list[tuple[str, Any]] = [(kind, text.encode()) for kind, text in texts]
    bodies += [("merge", {"spec": {"a": value(levels)}}), ("json", [{"op": "add", "value": value(levels)}])]
    bodies += [("merge", _in_itself()), ("json", [_in_itself()])]
    for patch_type, body in bodies:
        outcome = api.patch(*WELL, "flat", body, patch_type=patch_type)
        words = "invalid JSON patch" if isinstance(body, bytes) else REFUSAL  # the server does not return the reason
        assert (outcome.code, outcome.status and outcome.status.message) == (400, words)


def _steps_down(levels: int) -> str:
    return "/a" * levels


DEEPENING = {
    "add": [
        {"op": "add", "path": "/spec/x", "value": value(6000)},
        {"op": "add", "path": "/spec/x" + _steps_down(5999) + "/b", "value": value(6000)},
    ],
    "copy": [
        {"op": "add", "path": "/spec/x", "value": value(6000)},
        {"op": "copy", "from": "/spec/x", "path": "/spec/x" + _steps_down(5999) + "/b"},
    ],
    "copy into itself": [
        {"op": "add", "path": "/spec/x", "value": value(1)},
        *({"op": "copy", "from": "/spec/x", "path": "/spec/x" + _steps_down(2**doubled)} for doubled in range(15)),
    ],
    "move": [
        *({"op": "add", "path": f"/spec/x{number}", "value": value(9000)} for number in range(20)),
        *(
            {"op": "move", "from": f"/spec/x{number}", "path": f"/spec/x{number + 1}" + _steps_down(8999) + "/b"}
            for number in range(19)
        ),
    ],
    "move, then test": [
        {"op": "add", "path": "/spec/x", "value": value(9000)},
        {"op": "add", "path": "/spec/y", "value": value(9000)},
        {"op": "move", "from": "/spec/x", "path": "/spec/y" + _steps_down(8999) + "/b"},
        {"op": "test", "path": "/spec/y", "value": 1},
    ],
}


@pytest.mark.parametrize("steps", DEEPENING.values(), ids=DEEPENING)
def test_no_patch_makes_an_object_deeper_than_may_be(api: Api, steps: list[Any]) -> None:
    outcome = api.patch(*WELL, "flat", steps, patch_type="json")
    rejected = "the server rejected our request due to an error in our request"
    assert (outcome.code, outcome.status and outcome.status.message) == (422, rejected)
    assert api.get(*WELL, "flat").object["spec"] == {}


def test_a_caller_with_little_of_the_stack_left_is_answered(api: Api) -> None:
    def descend(levels: int) -> int:
        return descend(levels - 1) if levels else api.create(well("deep", "spec", nested(500))).code

    assert descend(800) == 201


def test_what_kapivara_cannot_is_told_apart_from_what_the_server_refuses(api: Api) -> None:
    outcome = api.create(b"# yaml\n" + well("deep", "spec", nested(9000, "[" + "1," * 100_000 + "1]")))
    assert (outcome.code, outcome.status and outcome.status.message[:15]) == (501, "kapivara cannot")
