"""Validation rules of Secret: keys, sizes, required data of each type, and immutability.

Upstream: pkg/apis/core/validation/validation.go ValidateSecret, ValidateSecretUpdate (1.37).
"""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.core.configuration.config_map_rules import (
    MOST_DATA,
    decoded_length,
    validate_data_key,
    validate_immutable_data,
)
from kapivara.apis.shared.rules.changes import validate_immutable
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long
from kapivara.field.errors import until_full

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Secret

_DATA: Final = FieldPath.of("data")
_ACCOUNT: Final = "kubernetes.io/service-account.name"
_JSON_KEYS: Final = {
    "kubernetes.io/dockercfg": ".dockercfg",
    "kubernetes.io/dockerconfigjson": ".dockerconfigjson",
}
_JSON_TYPES: Final = {str: "string", bool: "bool", int: "number", float: "number", list: "array"}


def validate_secret(secret: Secret) -> ErrorList:
    """Requires keys that are valid file names, values within the size limit, and the data that the type requires."""
    data = secret.get("data", {})
    errors = until_full(error for key in data for error in validate_data_key(key, _DATA))
    if sum(map(decoded_length, data.values())) > MOST_DATA:
        errors.append(too_long(_DATA, MOST_DATA))
    return errors if secret.get("type", "Opaque") == "Opaque" else errors + _validate_type(secret)


def validate_secret_change(new: Secret, old: Secret) -> ErrorList:
    """Rejects another type, and changed data of an immutable Secret."""
    changed = validate_immutable(new.get("type", ""), old.get("type", ""), FieldPath.of("type"))
    errors = [each.with_origin("immutable").marked(covered_by_declarative=True) for each in changed]
    return errors + validate_immutable_data(new, old, "data")


def _validate_type(secret: Secret) -> ErrorList:
    """Requires the data of a type that Kubernetes defines."""
    data = secret.get("data", {})
    match secret["type"]:
        case "kubernetes.io/service-account-token":
            if not secret["metadata"].get("annotations", {}).get(_ACCOUNT):
                return [required(FieldPath.of("metadata", "annotations").key(_ACCOUNT))]
        case "kubernetes.io/dockercfg" | "kubernetes.io/dockerconfigjson":
            key = _JSON_KEYS[secret["type"]]
            return _validate_json(data[key], _DATA.key(key)) if key in data else [required(_DATA.key(key))]
        case "kubernetes.io/basic-auth":
            if "username" not in data and "password" not in data:
                return [required(_DATA.key("username")), required(_DATA.key("password"))]
        case "kubernetes.io/ssh-auth":
            if not data.get("ssh-privatekey"):
                return [required(_DATA.key("ssh-privatekey"))]
        case "kubernetes.io/tls":
            return [required(_DATA.key(key)) for key in ("tls.crt", "tls.key") if key not in data]
    return []


def _validate_json(text: str | None, path: FieldPath) -> ErrorList:
    """Requires a JSON object, as Go's encoding/json reads it."""
    from kapivara.codec.errors import DecodeError  # few secrets have such types
    from kapivara.codec.json.plain.reader import decode_json

    try:
        value = decode_json(b64decode(text or "")).value
    except DecodeError as error:
        problem = error.message
    else:
        if value is None or isinstance(value, dict):
            return []
        problem = f"json: cannot unmarshal {_JSON_TYPES[type(value)]} into Go value of type map[string]interface {{}}"
    return [invalid(path, "<secret contents redacted>", problem)]
