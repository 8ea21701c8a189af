"""The names that a CustomResourceDefinition gives to its resource.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceDefinitionNames (1.37).
"""

from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values import JsonObject

_MIXED_CASE = "may have mixed case, but should otherwise match: "


def validate_required_names(names: JsonObject, path: FieldPath) -> ErrorList:
    """Checks that the names a definition cannot do without are there."""
    return [required(path.child(name)) for name in ("plural", "singular", "kind", "listKind") if not names.get(name)]


def validate_names(names: JsonObject, path: FieldPath) -> ErrorList:
    """Checks the form of all names that are given."""
    errors: ErrorList = []
    for name in ("plural", "singular"):
        errors += _validate_label(names.get(name, ""), path.child(name))
    for name in ("kind", "listKind"):
        value = names.get(name, "")
        problems = is_dns1035_label(value.lower()) if value else []
        if problems:
            errors.append(invalid(path.child(name), value, _MIXED_CASE + ",".join(problems)))
    errors += _validate_labels(names.get("shortNames") or [], path.child("shortNames"))
    if names.get("kind") and names.get("kind") == names.get("listKind"):
        errors.append(invalid(path.child("listKind"), names["listKind"], "kind and listKind may not be the same"))
    return errors + _validate_labels(names.get("categories") or [], path.child("categories"))


def _validate_label(value: str, path: FieldPath) -> ErrorList:
    problems = is_dns1035_label(value) if value else []
    return [invalid(path, value, ",".join(problems))] if problems else []


def _validate_labels(values: list[str], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for position, value in enumerate(values):
        if problems := is_dns1035_label(value):
            errors.append(invalid(path.index(position), value, ",".join(problems)))
    return errors
