"""Validation rules of ConfigMap: keys, total size and immutability.

Upstream: pkg/apis/core/validation/validation.go ValidateConfigMap, ValidateConfigMapUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.names import config_key_problems
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldError, FieldPath, forbidden, invalid, too_long
from kapivara.field.errors import until_full

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ConfigMap, Secret

MOST_DATA: Final = 1024 * 1024
"""The maximum size of all values together, in bytes."""
_OBJECT: Final = FieldPath.of("[]")
"""Kept: errors about the whole object name an empty field."""
_DATA: Final = FieldPath.of("data")
_BINARY_DATA: Final = FieldPath.of("binaryData")


def validate_config_map(settings: ConfigMap) -> ErrorList:
    """Requires keys that are valid file names and occur in one of the two maps only, and values within the limit."""
    data, binary = settings.get("data", {}), settings.get("binaryData", {})
    errors = until_full(_key_errors(data, binary))
    if sum(map(byte_length, data.values())) + sum(map(decoded_length, binary.values())) > MOST_DATA:
        errors.append(too_long(_OBJECT, MOST_DATA))
    return errors


def _key_errors(data: Collection[str], binary: Collection[str]) -> Iterator[FieldError]:
    for key in data:
        yield from validate_data_key(key, _DATA)
        if key in binary:
            yield invalid(_DATA.key(key), key, "duplicate of key present in binaryData")
    for key in binary:
        yield from validate_data_key(key, _BINARY_DATA)


def validate_config_map_change(new: ConfigMap, old: ConfigMap) -> ErrorList:
    """Rejects changed data of an immutable ConfigMap. Kept: for `data`, absent and empty are equal."""
    return validate_immutable_data({"data": {}, **new}, {"data": {}, **old}, "data", "binaryData")


def validate_immutable_data(new: ConfigMap | Secret, old: ConfigMap | Secret, *fields: str) -> ErrorList:
    """Rejects changed fields of an immutable object. Kept: empty data differs from absent data."""
    if not old.get("immutable"):
        return []
    problem = "field is immutable when `immutable` is set"
    errors = [] if new.get("immutable") else [forbidden(FieldPath.of("immutable"), problem)]
    return errors + [forbidden(FieldPath.of(field), problem) for field in fields if new.get(field) != old.get(field)]


def validate_data_key(key: str, path: FieldPath) -> ErrorList:
    """Requires a key that is a valid file name."""
    problems = config_key_problems(key)
    return [invalid(path.key(key), key, problem) for problem in problems] if problems else []


def decoded_length(text: str | None) -> int:
    """Returns the number of bytes that a base64 text encodes."""
    return len(text) // 4 * 3 - text.count("=", -2) if text else 0
