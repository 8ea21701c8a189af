"""Types that contain lists or maps of themselves, where the list is visited first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.field import Operation
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]


@pytest.mark.parametrize(
    ("kind", "new", "expected"),
    [
        pytest.param("[]Node", [{"below": [{}]}], ["top[0].below[0].name", "top[0].name"], id="list"),
        pytest.param("[]*Node", [{"below": [{}]}], ["top[0].below[0].name", "top[0].name"], id="list-of-pointers"),
        pytest.param("map[string]Node", {"k": {"below": {"j": {}}}}, ["top[k].below[j].name", "top[k].name"], id="map"),
    ],
)
def test_a_list_of_a_type_that_holds_it(validators: Validators, kind: str, new: object, expected: list[str]) -> None:
    module = validators(f"""
type Aaa struct {{
	Top {kind} `json:"top,omitempty"`
}}

type Node struct {{
	Below {kind} `json:"below,omitempty"`
	// +k8s:required
	Name string `json:"name"`
}}
""")
    assert [each.field for each in module.validate("Aaa", Operation(), {"top": new})] == expected
