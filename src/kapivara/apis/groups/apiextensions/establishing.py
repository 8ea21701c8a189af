"""Accepts the names of a CRD and establishes its resource.

The real server's controllers do this a moment later; here it is done before the object is stored, so that a CRD can be
used at once. Names that another CRD of the group has are not accepted.
Upstream: apiextensions-apiserver/pkg/controller/{status,establish,apiapproval,finalizer} (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.apiextensions.validation.approval import ApprovalState, approval_of, is_protected_group
from kapivara.apis.groups.apiextensions.validation.conditions import (
    APPROVAL_CONFORMANT,
    ESTABLISHED,
    NAMES_ACCEPTED,
    PENDING,
    TERMINATING,
    Condition,
    has_condition,
    is_established,
    set_condition,
)
from kapivara.apis.groups.apiextensions.validation.conversion import has_unsound_ca_bundle
from kapivara.values import JsonObject, copy_json, deep_equal
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io"

_APPROVALS = {
    ApprovalState.INVALID: ("False", "InvalidAnnotation"),
    ApprovalState.MISSING: ("False", "MissingAnnotation"),
    ApprovalState.APPROVED: ("True", "ApprovedAnnotation"),
    ApprovalState.BYPASSED: ("False", "UnapprovedAnnotation"),
}


def establish(crd: v1.CustomResourceDefinition, peers: Iterable[v1.CustomResourceDefinition], now: str) -> bool:
    """Accepts the names of a CRD and sets its conditions; `peers` are all other stored CRDs.

    Returns True if the names differed from the accepted ones, whether they were accepted or not.
    """
    claims = not deep_equal(crd["spec"]["names"], crd["status"]["acceptedNames"])
    if claims:
        _claim_names(crd, peers, now)
    if has_condition(crd, NAMES_ACCEPTED) and not is_established(crd):
        set_condition(crd, _established(crd), now)
    if is_protected_group(crd["spec"]["group"]):
        approval = approval_of(crd)
        status, reason = _APPROVALS[approval.state]
        set_condition(crd, Condition(APPROVAL_CONFORMANT, status, reason, approval.reason), now)
    return claims


def mark_for_deletion(crd: v1.CustomResourceDefinition, now: str) -> None:
    """Marks a CRD for deletion, as the first DELETE does: it remains until its objects are deleted."""
    meta = crd["metadata"]
    meta.setdefault("deletionTimestamp", now)
    if CLEANUP_FINALIZER not in meta.get("finalizers", ()):
        meta["finalizers"] = [*meta.get("finalizers", ()), CLEANUP_FINALIZER]
    message = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"
    set_condition(crd, Condition(TERMINATING, "True", PENDING, message), now)


def _established(crd: v1.CustomResourceDefinition) -> Condition:
    if has_unsound_ca_bundle(crd["spec"].get("conversion")):
        return Condition(ESTABLISHED, "False", "InvalidCABundle", "The conversion webhook CABundle is invalid")
    return Condition(ESTABLISHED, "True", "InitialNamesAccepted", "the initial names have been accepted")


def _claim_names(crd: v1.CustomResourceDefinition, peers: Iterable[v1.CustomResourceDefinition], now: str) -> None:
    """Accepts all names that are free; the last conflict determines the condition."""
    names, accepted = crd["spec"]["names"], crd["status"]["acceptedNames"]
    resources, kinds = _names_in_use((crd, *peers), crd["spec"]["group"])
    granted, conflict = cast("JsonObject", dict(accepted)), None
    wanted, held = cast("JsonObject", names), cast("JsonObject", accepted)  # indexed by field name
    for name, reason, used in (
        ("plural", "PluralConflict", resources),
        ("singular", "SingularConflict", resources),
        ("shortNames", "ShortNamesConflict", resources),
        ("kind", "KindConflict", kinds),
        ("listKind", "ListKindConflict", kinds),
    ):
        if message := _conflict(wanted.get(name), held.get(name), used):
            conflict = Condition(NAMES_ACCEPTED, "False", reason, message)
        else:
            granted[name] = wanted.get(name)
    granted["categories"] = names.get("categories")
    crd["status"]["acceptedNames"] = copy_json({name: item for name, item in granted.items() if item is not None})
    accepted_all = Condition(NAMES_ACCEPTED, "True", "NoConflicts", "no conflicts found")
    set_condition(crd, conflict or accepted_all, now)
    if conflict is not None and not is_established(crd):
        set_condition(crd, Condition(ESTABLISHED, "False", "NotAccepted", "not all names are accepted"), now)


def _names_in_use(crds: Iterable[v1.CustomResourceDefinition], group: str) -> tuple[set[str], set[str]]:
    resources: set[str] = set()
    kinds: set[str] = set()
    for crd in crds:
        if crd["spec"]["group"] == group:
            names = crd["status"]["acceptedNames"]
            resources |= {names.get("plural", ""), names.get("singular", ""), *(names.get("shortNames") or ())}
            kinds |= {names.get("kind", ""), names.get("listKind", "")}
    return resources, kinds


def _conflict(wanted: str | list[str] | None, held: str | list[str] | None, used: set[str]) -> str:
    """Returns the error text about names that others use; empty if there is no conflict."""
    if wanted == held or wanted is None:
        return ""
    if isinstance(wanted, str):
        return f"{quote(wanted)} is already in use" if wanted in used else ""
    taken = [f"{quote(each)} is already in use" for each in wanted if each in used and each not in (held or ())]
    return taken[0] if len(taken) == 1 else f"[{', '.join(dict.fromkeys(taken))}]" if taken else ""
