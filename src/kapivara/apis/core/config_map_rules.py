"""Settings of a ConfigMap: their keys, how much they are together, and that they stay where they are immutable.

Upstream: pkg/apis/core/validation/validation.go ValidateConfigMap, ValidateConfigMapUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from kapivara.apis.rules.names import config_key_problems
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldError, FieldPath, forbidden, invalid, too_long
from kapivara.field.errors import until_full

if TYPE_CHECKING:
    from kapivara.apis.core.v1.zz_generated_types import ConfigMap, Secret

MOST_DATA: Final = 1024 * 1024
"""How many bytes all values may have together."""
_OBJECT: Final = FieldPath.of("[]")
"""Kept: what is said of all of it is said of a field without a name."""
_DATA: Final = FieldPath.of("data")
_BINARY_DATA: Final = FieldPath.of("binaryData")


def validate_config_map(settings: ConfigMap) -> ErrorList:
    """Requires keys that can be names of files, each in one of the two maps, and values that are not too large."""
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
    """Refuses other settings where they are immutable. Kept: of texts, none are as good as an empty map."""
    return validate_immutable_data({"data": {}, **new}, {"data": {}, **old}, "data", "binaryData")


def validate_immutable_data(new: ConfigMap | Secret, old: ConfigMap | Secret, *fields: str) -> ErrorList:
    """Refuses changes of the fields of an object that said that it is immutable; kept: empty data is not as none."""
    if not old.get("immutable"):
        return []
    problem = "field is immutable when `immutable` is set"
    errors = [] if new.get("immutable") else [forbidden(FieldPath.of("immutable"), problem)]
    return errors + [forbidden(FieldPath.of(field), problem) for field in fields if new.get(field) != old.get(field)]


def validate_data_key(key: str, path: FieldPath) -> ErrorList:
    """Requires a key that can be the name of a file."""
    problems = config_key_problems(key)
    return [invalid(path.key(key), key, problem) for problem in problems] if problems else []


def decoded_length(text: str | None) -> int:
    """Returns how many bytes a text in base64 stands for."""
    return len(text) // 4 * 3 - text.count("=", -2) if text else 0
