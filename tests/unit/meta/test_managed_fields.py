"""Tests of field managers and their entries."""

import pytest

from kapivara.field import FieldPath
from kapivara.meta.managed_fields import validate_field_manager, validate_managed_fields

PATH = FieldPath.of("m")


@pytest.mark.parametrize(
    ("manager", "errors"),
    [
        ("", []),
        ("kubectl edit é", []),
        ("m" * 128, []),
        ("m" * 129, ["m: Too long: may not be more than 128 bytes"]),
        ("é" * 65, ["m: Too long: may not be more than 128 bytes"]),
        ("é\a\u00a0", [
            'm: Invalid value: "é\\a\\u00a0": invalid character U+0007 (at position 2)',
            'm: Invalid value: "é\\a\\u00a0": invalid character U+00A0 (at position 3)',
        ]),
    ],
    ids=lambda value: ascii(value)[:20],
)  # fmt: skip
def test_field_manager(manager, errors):
    assert [str(error) for error in validate_field_manager(manager, PATH)] == errors


ENTRY = {"manager": "x", "operation": "Apply", "fieldsType": "FieldsV1", "subresource": "status"}
ENTRIES = {
    "good": (ENTRY, []),
    "empty": ({}, ["m[0].operation: Required value: must not be empty"]),
    "operation": (
        ENTRY | {"operation": "Patch"},
        ['m[0].operation: Unsupported value: "Patch": supported values: "Apply", "Update"'],
    ),
    "fields type": (
        ENTRY | {"fieldsType": "FieldsV2"},
        ['m[0].fieldsType: Invalid value: "FieldsV2": must be `FieldsV1`'],
    ),
    "manager": (ENTRY | {"manager": "m" * 129}, ["m[0].manager: Too long: may not be more than 128 bytes"]),
    "subresource": (
        ENTRY | {"subresource": "s" * 257},
        ["m[0].subresource: Too long: may not be more than 256 bytes"],
    ),
}


@pytest.mark.parametrize(("entry", "errors"), ENTRIES.values(), ids=ENTRIES.keys())
def test_managed_fields(entry, errors):
    assert [str(error) for error in validate_managed_fields([entry], PATH)] == errors
