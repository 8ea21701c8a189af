"""Tests of the query parameters of logs."""

import pytest

from kapivara.apis.shared.pods.rules.log_options import validate_log_options
from kapivara.meta import ApiError

SINCE = "Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, []),
        ({"tailLines": "0", "limitBytes": "1", "sinceSeconds": "1", "container": "c"}, []),
        ({"tailLines": "-1"}, ["tailLines: Invalid value: -1: must be greater than or equal to 0"]),
        ({"limitBytes": "0"}, ["limitBytes: Invalid value: 0: must be greater than 0"]),
        ({"sinceSeconds": "0"}, ["sinceSeconds: Invalid value: 0: must be greater than 0"]),
        ({"sinceSeconds": "0", "sinceTime": "2020-01-01T00:00:00Z"}, [f"[]: {SINCE}"]),
        ({"sinceSeconds": "1", "sinceTime": ""}, [f"[]: {SINCE}"]),
        ({"stream": "All"}, ["stream: Forbidden: may not be specified"]),
    ],
)
def test_options(query, expected):
    given = {name: [value] for name, value in query.items()}
    assert [str(error) for error in validate_log_options(given)] == expected


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("tailLines", 'strconv.ParseInt: parsing "x": invalid syntax'),
        ("sinceTime", 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'),
    ],
)
def test_what_cannot_be_read(option, text):
    with pytest.raises(ApiError) as error:
        validate_log_options({option: ["x"]})
    assert error.value.status.message == text
