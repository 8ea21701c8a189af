"""Tests of the options of writes and deletions, and of their parameters."""

import pytest

from kapivara.meta import ApiError
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.meta.query_parameters import integer, text, truth
from kapivara.registry.requests.options import DeleteOptions, WriteOptions, read_delete_options, read_write_options


def causes(call, *args, **kwargs):
    with pytest.raises(ApiError) as caught:
        call(*args, **kwargs)
    return [(cause.field, cause.message) for cause in caught.value.status.causes]


def test_defaults():
    assert read_write_options({}, "CreateOptions") == WriteOptions(field_validation="Warn")
    assert read_delete_options({}, None) == DeleteOptions()


def test_given():
    query = {"dryRun": ["All", "All"], "fieldValidation": ["Strict"], "fieldManager": ["me"]}
    assert read_write_options(query, "CreateOptions") == WriteOptions(True, "Strict", "me")


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ({"dryRun": ["All", "x"]}, "dryRun", 'Unsupported value: ["All","x"]: supported values: "All"'),
        (
            {"fieldValidation": ["strict"]},
            "fieldValidation",
            'Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"',
        ),
        (
            {"fieldManager": ["é\n"]},
            "fieldManager",
            'Invalid value: "é\\n": invalid character U+000A (at position 2)',
        ),
        ({"fieldManager": ["é" * 65]}, "fieldManager", "Too long: may not be more than 128 bytes"),
    ],
)
def test_write_options_refused(query, field, message):
    assert causes(read_write_options, query, "CreateOptions") == [(field, message)]


def test_patch_options():
    assert causes(read_write_options, {"x": ["1"]}, "PatchOptions", patch_type=APPLY_PATCH) == [
        ("fieldManager", "Required value: is required for apply patch")
    ]
    assert causes(read_write_options, {"force": ["0"]}, "PatchOptions", patch_type=MERGE_PATCH) == [
        ("force", "Forbidden: may not be specified for non-apply patch")
    ]


def test_delete_options_from_both_sides():
    query = {"gracePeriodSeconds": ["5"], "propagationPolicy": ["Orphan"], "dryRun": ["All"]}
    assert read_delete_options(query, None) == DeleteOptions(True, 5, None, "Orphan")
    body = {"preconditions": {"uid": "u", "resourceVersion": "7"}, "orphanDependents": True}
    assert read_delete_options(query, body) == DeleteOptions(False, None, True, None, "u", "7")


def test_delete_options_refused():
    found = causes(read_delete_options, {"propagationPolicy": [""], "orphanDependents": ["1"]}, None)
    assert found == [
        ("propagationPolicy", 'Invalid value: "": orphanDependents and deletionPropagation cannot be both set'),
        (
            "propagationPolicy",
            'Unsupported value: "": supported values: "Foreground", "Background", "Orphan", "nil"',
        ),
    ]


def test_parameters():
    query = {"a": ["1", "2"], "t": [""], "f": ["FALSE"], "z": ["0"]}
    assert (text(query, "a"), text(query, "b")) == ("1", "")
    assert [truth(query, each) for each in "tfzb"] == [True, False, False, None]
    assert (integer(query, "a"), integer(query, "b")) == (1, None)
