"""Tests of patches as bodies of requests: values that a step compares keep their spelling, whatever white space
surrounds them.
"""

import json

import pytest

from kapivara.codec import decode_json
from kapivara.patch.bodies import JsonPatchBody, PatchText
from kapivara.patch.errors import PatchTestFailedError

OBJECT = {"spec": {"l": [1, "a", {"b": None}], "f": 1.5, "n": 10}}


def apply_test(path: str, value: str, space: str) -> None:
    text = f'[{{"op":{space}"test","path":"{path}","value":{value}}}]'.encode()
    JsonPatchBody(PatchText(decode_json(text), text, strict=True)).apply_spelled(json.loads(json.dumps(OBJECT)))


@pytest.mark.parametrize("space", ["", " "], ids=["as it would be printed", "with a space"])
@pytest.mark.parametrize(
    ("path", "value", "holds"),
    [
        ("/spec/l", '[1,"a",{"b":null}]', True),
        ("/spec/l", '[1,"a",{"b":1}]', False),
        ("/spec/l/1", r'"\u0061"', False),
        ("/spec/f", "1.5", True),
        ("/spec/f", "1.50", False),
        ("/spec/n", "10", True),
        ("/spec/n", "1e1", False),
    ],
)
def test_steps_that_compare(path: str, value: str, holds: bool, space: str) -> None:
    if holds:
        apply_test(path, value, space)
        return
    with pytest.raises(PatchTestFailedError):
        apply_test(path, value, space)
