"""Validation rules of nodes: annotations, taints, capacity, features, CIDR blocks and immutable fields.

Upstream: pkg/apis/core/validation/validation.go ValidateNode, ValidateNodeUpdate (1.37).
Upstream: pkg/apis/core/validation/validation.go validateNodeConfigSourceSpec, validateNodeConfigStatus (1.37).
Upstream: pkg/apis/core/validation/validation.go validateNodeTaints, ValidateTaintsInNodeAnnotations (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.pods.rules.placement.tolerations import TAINT_EFFECTS
from kapivara.apis.shared.rules.annotated_lists import TIME, UnreadableError, read_annotated_list
from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.cidrs import read_cidr, validate_legacy_cidr
from kapivara.apis.shared.rules.labels import validate_label_name
from kapivara.apis.shared.rules.names import config_key_problems, label_problems, subdomain_problems
from kapivara.apis.shared.rules.numbers import validate_positive
from kapivara.apis.shared.rules.quantities import is_resource_quantity, validate_resource_quantity
from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.reader import decode_json
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.content.messages import byte_length
from kapivara.content.names import DNS1123_SUBDOMAIN_MAX_LENGTH, is_label_value
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, internal_error, invalid, required
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.groups.core.v1.zz_generated_types import Taint
    from kapivara.meta.v1.zz_generated_types import ObjectMeta


TAINTS_ANNOTATION: Final = "scheduler.alpha.kubernetes.io/taints"
_FIELDS: Final = {"Key": "string", "Value": "string", "Effect": "core.TaintEffect", "TimeAdded": TIME}


def validate_taints(taints: Sequence[Taint], path: FieldPath) -> ErrorList:
    """Requires valid keys, values and effects, and each pair of key and effect at most once."""
    errors: ErrorList = []
    seen: set[tuple[str, str]] = set()
    for position, taint in enumerate(taints):
        place, value, effect = path.index(position), taint.get("value", ""), taint.get("effect", "")
        errors += validate_label_name(taint.get("key", ""), place.child("key"))
        if problems := is_label_value(value):
            errors.append(invalid(place.child("value"), value, ";".join(problems)))
        errors += validate_required_choice(effect, place.child("effect"), TAINT_EFFECTS)
        if (taint.get("key", ""), effect) in seen:
            again = duplicate(place, internal_form(taint, "core.Taint"))
            errors.append(replace(again, detail="taints must be unique by key and effect pair"))
        seen.add((taint.get("key", ""), effect))
    return errors


def validate_taints_annotation(text: str, path: FieldPath) -> ErrorList:
    """Requires that the annotation holds valid taints."""
    try:
        taints = cast("list[Taint]", read_annotated_list(text, "core.Taint", _FIELDS))
    except UnreadableError as error:
        return [invalid(path, TAINTS_ANNOTATION, str(error))]
    return validate_taints(taints, path.child(TAINTS_ANNOTATION))


def validate_config_status(status: v1.NodeConfigStatus, path: FieldPath) -> ErrorList:
    """Requires complete references in `assigned`, `active` and `lastKnownGood`."""
    errors: ErrorList = []
    for field in ("assigned", "active", "lastKnownGood"):
        source: v1.NodeConfigSource | None = status.get(field)  # type: ignore[assignment]  # fields of one type
        if source is not None:
            errors += validate_config_source(source, path.child(field), in_status=True)
    return errors


def validate_config_source(source: v1.NodeConfigSource, path: FieldPath, *, in_status: bool) -> ErrorList:
    """Requires a ConfigMap reference; only a status may name its uid and resourceVersion."""
    reference = source.get("configMap")
    if reference is None:
        shown = internal_form(source, "core.NodeConfigSource")
        return [invalid(path, shown, "exactly one reference subfield must be non-nil")]
    path = path.child("configMap")
    errors: ErrorList = []
    for field in ("uid", "resourceVersion"):
        if in_status and not reference.get(field):
            errors.append(required(path.child(field)))
        elif not in_status and reference.get(field):
            errors.append(forbidden(path.child(field), f"{field} must not be set in spec"))
    for field, text, check in (
        ("namespace", reference["namespace"], label_problems),
        ("name", reference["name"], subdomain_problems),
        ("kubeletConfigKey", reference["kubeletConfigKey"], config_key_problems),
    ):
        place = path.child(field)
        errors += [invalid(place, text, problem) for problem in check(text)] if text else [required(place)]
    return errors


_METADATA: Final = FieldPath.of("metadata")
_ANNOTATIONS: Final = _METADATA.child("annotations")
_STATUS: Final = FieldPath.of("status")
_BLOCKS: Final = FieldPath.of("spec", "podCIDRs")
_PROVIDER: Final = FieldPath.of("spec", "providerID")
_AVOIDED: Final = "scheduler.alpha.kubernetes.io/preferAvoidPods"
_FEATURE: Final = lazy_pattern("[A-Z][a-zA-Z0-9]*(/[a-zA-Z][a-zA-Z0-9]*)*")
_FEATURE_RULE: Final = (
    "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or "
    "MyFeature/mySubFeature), and contain only alphanumeric characters and slashes"
)


def validate_node(node: v1.Node) -> ErrorList:
    """Validates a whole node except its name. Kept: errors name taints and swap as fields of the metadata."""
    spec, status = node["spec"], node["status"]
    errors = _validate_annotations(node["metadata"])
    errors += validate_taints(spec.get("taints", ()), _METADATA.child("taints"))
    errors += _validate_amounts(status)
    swap = status["nodeInfo"].get("swap")
    if swap is not None and "capacity" in swap:
        errors += validate_positive(swap["capacity"], _METADATA.child("nodeSwapStatus", "capacity"))
    errors += _validate_features(status)
    return errors + _validate_blocks(spec.get("podCIDRs", []))


def validate_node_change(new: v1.Node, old: v1.Node) -> ErrorList:
    """Validates the changes of an update to a node or its status."""
    spec, before = new["spec"], old["spec"]
    errors = _validate_annotations(new["metadata"]) + _validate_amounts(new["status"])
    errors += _validate_features(new["status"]) + _validate_addresses(new["status"])
    if before.get("podCIDRs") and before["podCIDRs"] != spec.get("podCIDRs"):
        errors.append(forbidden(_BLOCKS, 'node updates may not change podCIDR except from "" to valid'))
    if before.get("providerID") and before["providerID"] != spec.get("providerID"):
        verb = "modified" if spec.get("providerID") else "cleared"
        refused = invalid(_PROVIDER, None, f"field cannot be {verb} once set").with_origin("update")
        errors.append(refused.marked(covered_by_declarative=True))
    if "configSource" in spec:
        errors += validate_config_source(spec["configSource"], FieldPath.of("spec", "configSource"), in_status=False)
    if "config" in new["status"]:
        errors += validate_config_status(new["status"]["config"], _STATUS.child("config"))
    errors += validate_taints(spec.get("taints", ()), _METADATA.child("taints"))
    if spec.get("externalID", "") != before.get("externalID", ""):
        errors.append(forbidden(FieldPath.of("spec", "externalID"), "may not be updated"))
    return errors


def _validate_annotations(metadata: ObjectMeta) -> ErrorList:
    annotations = metadata.get("annotations", {})
    errors: ErrorList = []
    if annotations.get(TAINTS_ANNOTATION):
        errors += validate_taints_annotation(annotations[TAINTS_ANNOTATION], _ANNOTATIONS)
    if annotations.get(_AVOIDED):
        errors += _validate_avoided(annotations[_AVOIDED])
    return errors


def _validate_avoided(text: str) -> ErrorList:
    """Requires that the annotation `preferAvoidPods` names controllers."""
    source = text.encode("utf-8", "surrogatepass")
    try:
        value = decode_json(source).value
        avoided = decode_typed(value, described("apis.groups.core.v1").struct("AvoidPods"), source=source).value
    except DecodeError as error:
        return [invalid(_ANNOTATIONS.child("AvoidPods"), _AVOIDED, error.message)]
    errors: ErrorList = []
    for position, entry in enumerate(avoided.get("preferAvoidPods", ())):
        path = _ANNOTATIONS.child(_AVOIDED).index(position).child("PodSignature")
        controller = entry["podSignature"].get("podController")
        if controller is None:
            errors.append(required(path))
        elif not controller.get("controller"):
            errors.append(invalid(path.child("PodController", "Controller"), False, "must point to a controller"))
    return errors


def _validate_amounts(status: v1.NodeStatus) -> ErrorList:
    errors: ErrorList = []
    for field, amounts in (("capacity", status.get("capacity", {})), ("allocatable", status.get("allocatable", {}))):
        for name, amount in amounts.items():
            if not is_resource_quantity(name, amount):
                errors += validate_resource_quantity(name, amount, _STATUS.child(field, name))
    return errors


def _validate_features(status: v1.NodeStatus) -> ErrorList:
    """Requires sorted feature names without duplicates."""
    errors: ErrorList = []
    path = _STATUS.child("declaredFeatures")
    before = None
    for position, name in enumerate(status.get("declaredFeatures", ())):
        if name == before:
            errors.append(duplicate(path.index(position), name))
        elif before is not None and before > name:
            errors.append(invalid(path.index(position), name, "list must be sorted alphabetically"))
        before = name
        problem = "" if _FEATURE.fullmatch(name) else _FEATURE_RULE
        if byte_length(name) > DNS1123_SUBDOMAIN_MAX_LENGTH:
            problem = f"must be no more than {DNS1123_SUBDOMAIN_MAX_LENGTH} characters"
        if problem:
            errors.append(invalid(path.index(position), name, f"invalid feature name {quote(name)}: {problem}"))
    return errors


def _validate_addresses(status: v1.NodeStatus) -> ErrorList:
    errors: ErrorList = []
    seen: set[tuple[str, str]] = set()
    for position, address in enumerate(status.get("addresses", ())):
        known = (address["type"], address["address"])
        if known in seen:
            shown = internal_form(address, "core.NodeAddress")
            errors.append(duplicate(_STATUS.child("addresses").index(position), shown))
        seen.add(known)
    return errors


def _validate_blocks(blocks: list[str]) -> ErrorList:
    """Requires valid CIDR blocks, at most one of each family."""
    errors: ErrorList = []
    for position, text in enumerate(blocks):
        errors += validate_legacy_cidr(text, _BLOCKS.index(position))
    if len(blocks) < 2:
        return errors
    families: set[int] = set()
    for position, text in enumerate(blocks):
        block = read_cidr(text)
        if block is None:
            families.clear()
            problem = f"error:invalid CIDR[{position}]: <nil> (invalid CIDR address: {text})"
            errors.append(internal_error(_BLOCKS, f"invalid PodCIDRs. failed to check with dual stack with {problem}"))
            break
        families.add(4 if block[0].is_mapped else block[0].family)
    if len(families) != 2 or len(blocks) > 2:
        errors.append(invalid(_BLOCKS, blocks, "may specify no more than one CIDR for each IP family"))
    return errors
