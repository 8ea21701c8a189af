"""An undefined option is an error wherever a rule depends on it, even if the rule itself could not fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

TYPES = """
type Root struct {
	// +k8s:ifEnabled(Lock)=+k8s:immutable
	A string `json:"a"`
	// +k8s:eachVal=+k8s:ifDisabled(Lock)=+k8s:update=NoModify
	B []Part `json:"b"`
	// +k8s:subfield(n)=+k8s:ifEnabled(Lock)=+k8s:monotonic
	C Part `json:"c"`
}

type Part struct {
	N int32 `json:"n"`
}
"""
UNDEFINED = 'Internal error: undefined validation option "Lock"'


@pytest.mark.parametrize("lock", [True, False], ids=["on", "off"])
def test_rules_for_updates_pass_on_create(validators: Validators, lock: bool) -> None:
    operation = Operation(Verb.CREATE, "", {"Lock": lock})
    assert validators(TYPES).validate("Root", operation, {"a": "a", "b": [{"n": 1}], "c": {"n": 1}}) == []


def test_undefined_options_fail_on_create_too(validators: Validators) -> None:
    errors = validators(TYPES).validate("Root", Operation(), {"a": "a", "b": [{"n": 1}], "c": {"n": 1}})
    assert [str(each) for each in errors] == [f"a: {UNDEFINED}", f"b[0]: {UNDEFINED}", f"c.n: {UNDEFINED}"]
