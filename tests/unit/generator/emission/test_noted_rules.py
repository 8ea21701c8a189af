"""Tags that only leave a note in generated code: the type counts as ruled, although it has no calls."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

TYPES = """
type Defaulted struct {
	// +default=0
	// +k8s:optional
	A int32 `json:"a"`
}

type Unchecked struct {
	// +k8s:listType=set
	// +k8s:customUnique
	A []string `json:"a"`
}

type Atomic struct {
	// +k8s:listType=atomic
	A []string `json:"a"`
}

// +k8s:listType=set
// +k8s:customUnique
type Row []*string

type Holder struct {
	A Row `json:"a"`
}
"""


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        pytest.param("Defaulted", 1, id="zero-default"),
        pytest.param("Unchecked", 1, id="custom-unique"),
        pytest.param("Atomic", 0, id="atomic"),
    ],
)
def test_noted_types_are_registered(validators: Validators, kind: str, count: int) -> None:
    module = validators(TYPES)
    assert module.validate(kind, Operation(), {}) == []
    assert len(module.validate(kind, Operation(Verb.CREATE, "scale"), {})) == count


def test_lists_of_pointers_lead_to_noted_types(validators: Validators) -> None:
    errors = validators(TYPES).validate("Holder", Operation(), {"a": ["x", None]})
    assert [str(each) for each in errors] == ["a[1]: Required value"]
