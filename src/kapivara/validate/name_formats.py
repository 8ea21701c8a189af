"""The format of object names: of `metadata.name`, and of `metadata.generateName`, from which names are generated.

Upstream: apimachinery/pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor, generic.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kapivara.content.names import name_is_dns1035_label, name_is_dns_label, name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, Operation, Verb, invalid
from kapivara.validate.parts.iteration import step_child

NAME_FORMATS: Mapping[str, Callable[[str, bool], list[str]]] = {
    "dns1123subdomain": name_is_dns_subdomain,
    "dns1123label": name_is_dns_label,
    "dns1035label": name_is_dns1035_label,
}
"""The checks by KEP-4153's names of the formats; their arguments are a name, and whether it is only a prefix."""


def name_format(op: Operation, path: FieldPath | None, new: Any, old: Any, form: str) -> ErrorList:
    """Requires that `name` and `generateName` of an object have a format; on updates, only where they changed."""
    errors: ErrorList = []
    check = NAME_FORMATS[form]
    for field, is_prefix in (("generateName", True), ("name", False)):
        value = (new or {}).get(field)
        if not value or (op.verb is Verb.UPDATE and old is not None and old.get(field) == value):
            continue
        errors += [invalid(step_child(path, field), value, each) for each in check(value, is_prefix)]
    return errors


def dns1035_label(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None) -> ErrorList:
    """Requires a DNS label that begins with a letter; a nil string passes."""
    return [] if new is None else [invalid(path, new, each) for each in name_is_dns1035_label(new)]
