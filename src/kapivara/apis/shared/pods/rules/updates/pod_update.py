"""Validation rules of pod updates: only images, deadline, tolerations, gates and few other fields may change.

Upstream: pkg/apis/core/validation/validation.go ValidatePodUpdate, ValidateContainerUpdates,
validateOnlyDeletedSchedulingGates, validateNodeSelectorMutation, validateNodeAffinityMutation (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.pods.rules.placement.tolerations import validate_added_tolerations
from kapivara.apis.shared.rules.json_diff import json_diff
from kapivara.apis.shared.rules.numbers import INT32_MAX, range_message
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.languages.go.white_space import trim_space
from kapivara.validate.parts.values import same

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

SPEC: Final = FieldPath.of("spec")
POD_SPEC: Final = described("apis.groups.core.v1").struct("PodSpec")
_TERMS: Final = described("apis.groups.core.v1").shape("[]NodeSelectorRequirement")
_AFFINITY: Final = described("apis.groups.core.v1").struct("NodeAffinity")
_REQUIRED: Final = "requiredDuringSchedulingIgnoredDuringExecution"
_DEADLINE: Final = SPEC.child("activeDeadlineSeconds")
_CHANGEABLE: Final = (
    "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
    "`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` "
    "(allow it to be set to 1 if it was previously negative)"
)


def validate_update(new: v1.Pod, old: v1.Pod, options: PodOptions) -> ErrorList:
    """Rejects changes to immutable fields of a pod and shows the difference."""
    spec, old_spec = new["spec"], old["spec"]
    errors: ErrorList = []
    for field, containers, before in (
        ("containers", spec["containers"] or (), old_spec["containers"] or ()),
        ("initContainers", spec.get("initContainers", ()), old_spec.get("initContainers", ())),
    ):
        if len(containers) != len(before):
            return [*errors, forbidden(SPEC.child(field), "pod updates may not add or remove containers")]
        errors += _validate_images(containers, SPEC.child(field))
    deadline, stops = _validate_deadline(spec.get("activeDeadlineSeconds"), old_spec.get("activeDeadlineSeconds"))
    errors += deadline
    if stops:
        return errors
    tolerations, before_tolerations = spec.get("tolerations", ()), old_spec.get("tolerations", ())
    comparing = options.comparing_tolerations
    errors += validate_added_tolerations(
        tolerations, before_tolerations, SPEC.child("tolerations"), comparing=comparing
    )
    errors += _validate_gates(spec.get("schedulingGates", ()), old_spec.get("schedulingGates", ()))
    return errors if same(POD_SPEC, spec, old_spec) else errors + _validate_rest(spec, old_spec)


def _validate_images(containers: Sequence[v1.Container], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for position, container in enumerate(containers):
        image = container.get("image", "")
        if not image:
            errors.append(required(path.index(position).child("image")))
        elif trim_space(image) != image:
            detail = "must not have leading or trailing whitespace"
            errors.append(invalid(path.index(position).child("image"), image, detail))
    return errors


def _validate_deadline(new: int | None, old: int | None) -> tuple[ErrorList, bool]:
    """Rejects a deadline that is extended or removed; returns True if no further changes are validated."""
    if new is None:
        if old is None:
            return [], False
        return [invalid(_DEADLINE, None, "must not update from a positive integer to nil value")], False
    if not 0 <= new <= INT32_MAX:
        return [invalid(_DEADLINE, new, range_message(0, INT32_MAX))], True
    if old is not None and old < new:
        return [invalid(_DEADLINE, new, "must be less than or equal to previous value")], True
    return [], False


def _validate_gates(new: Sequence[v1.PodSchedulingGate], old: Sequence[v1.PodSchedulingGate]) -> ErrorList:
    """Rejects added scheduling gates."""
    known = {gate["name"] for gate in old}
    added = {gate["name"]: position for position, gate in enumerate(new) if gate["name"] not in known}
    return [
        forbidden(
            SPEC.child("schedulingGates").index(position).child("name"),
            f"only deletion is allowed, but found new scheduling gate '{name}'",
        )
        for name, position in added.items()
    ]


def _validate_rest(spec: v1.PodSpec, old: v1.PodSpec) -> ErrorList:
    """Rejects changes to immutable fields; a gated pod may restrict its nodes further."""
    kept = _with_old(spec, old)
    errors: ErrorList = []
    if old.get("schedulingGates"):
        errors += _validate_node_selector(kept, old)
        errors += _validate_node_affinity(kept, old)
    if same(POD_SPEC, kept, old):
        return errors
    difference = json_diff(internal_form({**old}, "core.PodSpec"), internal_form({**kept}, "core.PodSpec"))
    detail = f"pod updates may not change fields other than {_CHANGEABLE}\n{difference}"
    return [*errors, forbidden(SPEC, detail)]


def _with_old(spec: v1.PodSpec, old: v1.PodSpec) -> v1.PodSpec:
    """Returns a spec in which the mutable fields have their old values."""
    kept: dict[str, Any] = {**spec}
    containers = [_taken(each, was, "image") for each, was in _pairs(spec["containers"], old["containers"])]
    kept["containers"] = containers or None
    first = [_taken(each, was, "image") for each, was in _pairs(spec.get("initContainers"), old.get("initContainers"))]
    kept.pop("initContainers", None)
    if first:
        kept["initContainers"] = first
    for field in ("activeDeadlineSeconds", "schedulingGates", "tolerations"):
        kept = _taken(kept, old, field)
    if old.get("terminationGracePeriodSeconds", 0) < 0 and spec.get("terminationGracePeriodSeconds") == 1:
        kept = _taken(kept, old, "terminationGracePeriodSeconds")
    return cast("v1.PodSpec", kept)


def _pairs(new: list[v1.Container] | None, old: list[v1.Container] | None) -> list[tuple[Any, Any]]:
    return list(zip(new or (), old or (), strict=True))


def _taken(value: Any, source: Any, field: str) -> dict[str, Any]:
    """Returns a copy of a struct with one field from another struct."""
    copy = {key: item for key, item in value.items() if key != field}
    if field in source:
        copy[field] = source[field]
    return copy


def _validate_node_selector(kept: v1.PodSpec, old: v1.PodSpec) -> ErrorList:
    """Rejects removed node labels, and restores the old node selector in `kept`."""
    new, before = kept.get("nodeSelector", {}), old.get("nodeSelector", {})
    if new == before:
        return []
    kept.pop("nodeSelector", None)
    if "nodeSelector" in old:
        kept["nodeSelector"] = before
    if before.items() <= new.items():
        return []
    detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)"
    return [invalid(SPEC.child("nodeSelector"), new, detail)]


def _validate_node_affinity(kept: v1.PodSpec, old: v1.PodSpec) -> ErrorList:
    """Rejects node affinity terms that require less than before, and restores the old ones in `kept`."""
    affinity, before = kept.get("affinity"), old.get("affinity")
    of_nodes, were = (affinity or {}).get("nodeAffinity"), (before or {}).get("nodeAffinity")
    if same(_AFFINITY, of_nodes, were):
        return []
    if affinity is None:
        kept["affinity"] = {"nodeAffinity": cast("v1.NodeAffinity", were)}
    elif before is None and not {"podAffinity", "podAntiAffinity"} & affinity.keys():
        del kept["affinity"]
    else:
        kept["affinity"] = cast("v1.Affinity", _taken(affinity, before or {}, "nodeAffinity"))
    return _validate_terms(of_nodes, were, SPEC.child("affinity", "nodeAffinity", _REQUIRED, "nodeSelectorTerms"))


def _validate_terms(new: v1.NodeAffinity | None, old: v1.NodeAffinity | None, path: FieldPath) -> ErrorList:
    terms, before = _required_terms(new), _required_terms(old)
    if not before:
        return []
    if len(terms or ()) != len(before):
        shown = internal_form(terms, "[]core.NodeSelectorTerm")
        return [invalid(path, shown, "no additions/deletions to non-empty NodeSelectorTerms list are allowed")]
    return [
        invalid(
            path.index(position),
            internal_form({**term}, "core.NodeSelectorTerm"),
            "only additions are allowed (no mutations or deletions)",
        )
        for position, (term, was) in enumerate(zip(terms or (), before, strict=True))
        if not _has_only_additions(term, was)
    ]


def _required_terms(affinity: v1.NodeAffinity | None) -> list[v1.NodeSelectorTerm] | None:
    return affinity[_REQUIRED]["nodeSelectorTerms"] if affinity and _REQUIRED in affinity else None


def _has_only_additions(new: v1.NodeSelectorTerm, old: v1.NodeSelectorTerm) -> bool:
    """Returns True if a term keeps all requirements in their order; an empty term must stay empty."""
    if not old.get("matchExpressions") and not old.get("matchFields"):
        return not new.get("matchExpressions") and not new.get("matchFields")
    for mine, before in (
        (new.get("matchExpressions", []), old.get("matchExpressions", [])),
        (new.get("matchFields", []), old.get("matchFields", [])),
    ):
        if not same(_TERMS, mine[: len(before)], before):
            return False
    return True
