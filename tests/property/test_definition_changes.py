"""Compares the predictions for changed CRDs with their effects: none missing, and none too many for listed cases."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings

from kapivara.apis.groups.apiextensions.changes.definition import compare_definitions
from kapivara.schema.changes.change import Change, ChangeClass
from kapivara.schema.changes.evidence import Evidence

sys.path.insert(0, str(Path(__file__).parent))
try:
    from change_cases import CASES, Case
    from definition_pairs import pairs
    from definition_trial import Trial, definition, merged, version, widget
finally:
    sys.path.pop(0)

PROFILE = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
NOT_SHOWN = {ChangeClass.CHANGES_MEANING, ChangeClass.SAFE}


def claimed(old: Any, new: Any) -> set[ChangeClass]:
    found = compare_definitions(old, new)
    assert found is not None
    return {effect.kind for change in found for effect in change.effects}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_claimed(case: Case) -> None:
    assert {each.value for each in claimed(*_definitions(case))} - {"safe"} == set(case.classes)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_claimed_happens(case: Case) -> None:
    old, new = _definitions(case)
    seen: set[ChangeClass] = set()
    for part in case.witnesses:
        trial = Trial(old, new, widget(**part))
        assert trial.accepted, f"the old schema does not accept {part}, or the server not the change"
        seen |= trial.observed()
    if case.applied is not None and merged(old, case.applied) != merged(new, case.applied):
        seen.add(ChangeClass.BREAKS_APPLIERS)
    if case.witnesses:
        shown = set(case.classes) - {each.value for each in NOT_SHOWN} - case.unseen
        assert {each.value for each in seen - NOT_SHOWN} == shown


def whole(spec: Any) -> Any:
    return {"type": "object", "properties": {"spec": spec}}


KEYED = {
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
    "items": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]},
}


@PROFILE
@given(pairs())
@example(pair=(*(whole({"type": "array", "items": {"type": "integer"}}), whole(KEYED)), [{"spec": [-1]}]))
def test_what_happens_is_claimed(pair: tuple[Any, Any, list[Any]]) -> None:
    old, new, objects = definition(version(pair[0])), definition(version(pair[1])), pair[2]
    found = compare_definitions(old, new)
    assert found is not None
    for part in objects:
        trial = Trial(old, new, widget(**part))
        if trial.accepted:
            seen = trial.observed() - {ChangeClass.CHANGES_MEANING}
            assert seen <= {effect.kind for change in found for effect in change.effects}
            if "status" in part:
                seen.discard(ChangeClass.REFUSES_CREATES)  # a create drops the status, so another object is stored
            assert not seen or any(may_concern(change, trial.read) for change in found)


def may_concern(change: Change, obj: Any) -> bool:
    """Returns whether a change has an effect, and an object shows it or cannot show it."""
    evidence = Evidence(change)
    return change.kind is not ChangeClass.SAFE and (not evidence.has_probe or evidence.concerns(obj))


def _definitions(case: Case) -> tuple[Any, Any]:
    more = {} if case.has_status else {"subresources": {}}
    return definition(version(case.old, **more)), definition(version(case.new, **more))
