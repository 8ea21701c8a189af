"""Tests of lists in annotations, with the errors of Go's encoding/json."""

from __future__ import annotations

import pytest

from kapivara.apis.shared.rules.annotated_lists import TIME, UnreadableError, read_annotated_list

FIELDS = {"Key": "string", "Effect": "core.TaintEffect", "Seconds": "int64", "TimeAdded": TIME}


def test_names_are_read_in_any_case() -> None:
    time = "2030-01-01T00:00:00Z"
    text = f'[{{"KEY": "a", "effect": "", "seconds": 0, "other": 1}}, null, {{"key": null, "timeAdded": "{time}"}}]'
    found = read_annotated_list(text, "core.Taint", FIELDS)
    assert found == [{"key": "a", "seconds": 0}, {}, {"timeAdded": time}]
    assert read_annotated_list("null", "core.Taint", FIELDS) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[", "unexpected end of JSON input"),
        ("{}", "json: cannot unmarshal object into Go value of type []core.Taint"),
        ("[1]", "json: cannot unmarshal number into Go value of type core.Taint"),
        ('[{"KEY": true}]', "json: cannot unmarshal bool into Go struct field Taint.Key of type string"),
        ('[{"effect": []}]', "json: cannot unmarshal array into Go struct field Taint.Effect of type core.TaintEffect"),
        ('[{"seconds": "x"}]', "json: cannot unmarshal string into Go struct field Taint.Seconds of type int64"),
        ('[{"seconds": 1.50}]', "json: cannot unmarshal number 1.50 into Go struct field Taint.Seconds of type int64"),
        (
            '[{}, {"seconds": 9223372036854775808}]',
            "json: cannot unmarshal number 9223372036854775808 into Go struct field Taint.Seconds of type int64",
        ),
        ('[{"timeAdded": 1}]', "json: cannot unmarshal number into Go struct field Taint.TimeAdded of type string"),
        ('[{"timeAdded": "x"}]', 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'),
    ],
)
def test_what_is_no_such_list(text: str, problem: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_annotated_list(text, "core.Taint", FIELDS)
    assert str(refused.value) == problem
