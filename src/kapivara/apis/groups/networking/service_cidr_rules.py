"""Validation rules of ServiceCIDR and IPAddress: immutable blocks, and the parent of an address.

Upstream: pkg/apis/networking/validation/validation.go ValidateServiceCIDR, ValidateServiceCIDRUpdate,
validateIPAddressParentReference (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.networking.references import validate_segments
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.apis.shared.rules.cidrs import read_cidr, validate_cidr
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.content.names import is_path_segment_name
from kapivara.field import ErrorList, FieldPath, invalid, required

if TYPE_CHECKING:
    import kapivara.apis.groups.networking.v1.zz_generated_types as v1

_CIDRS: Final = FieldPath.of("spec", "cidrs")
_PARENT: Final = FieldPath.of("spec", "parentRef")
_ONE_EACH: Final = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64"


def validate_blocks(blocks: Sequence[str]) -> ErrorList:
    """Requires one or two blocks in canonical form, at most one of each family."""
    if not blocks:
        return [required(_CIDRS, "at least one CIDR required")]
    if len(blocks) > 2:
        shown = internal_form({"cidrs": blocks}, "networking.ServiceCIDRSpec")
        return [invalid(_CIDRS, shown, "may only hold up to 2 values")]
    errors = [error for place, each in enumerate(blocks) for error in validate_cidr(each, _CIDRS.index(place))]
    read = [read_cidr(each) for each in blocks]
    families = [None if each is None else 4 if each[0].is_mapped else each[0].family for each in read]
    if len(blocks) == 2 and families[0] == families[1] and families[0] is not None:
        errors.append(invalid(_CIDRS, blocks, _ONE_EACH))
    return errors


def validate_changed_blocks(given: Sequence[str] | None, old: Sequence[str]) -> ErrorList:
    """Rejects changed blocks, except an added second one."""
    new = given or ()
    errors = [
        invalid(_CIDRS.index(place), each, IMMUTABLE)
        for place, (each, before) in enumerate(zip(new, old, strict=False))
        if each != before
    ]
    if len(new) == len(old):
        return errors
    if (len(old), len(new)) == (1, 2):
        return errors + validate_blocks(new)
    return [invalid(_CIDRS, given, IMMUTABLE)]


def validate_parent(parent: v1.ParentReference | None) -> ErrorList:
    """Requires a reference to the object that holds the address."""
    if parent is None:
        return [required(_PARENT).marked(covered_by_declarative=True)]
    group, namespace = parent.get("group", ""), parent.get("namespace", "")
    errors: ErrorList = []
    if group:
        errors += [invalid(_PARENT.child("group"), group, problem) for problem in subdomain_problems(group)]
    errors += validate_segments(parent, _PARENT, "resource", "name", is_covered=True)
    return errors + [invalid(_PARENT.child("namespace"), namespace, each) for each in is_path_segment_name(namespace)]


def validate_same_parent(new: v1.ParentReference | None, old: v1.ParentReference | None) -> ErrorList:
    """Rejects a changed parent reference."""
    if new == old:
        return []
    shown = None if new is None else internal_form(new, "networking.ParentReference")
    return [invalid(_PARENT, shown, IMMUTABLE).with_origin("immutable").marked(covered_by_declarative=True)]
