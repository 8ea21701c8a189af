"""Validation rules of StatefulSet: immutable fields, update strategy, claims and status.

Upstream: pkg/apis/apps/validation/validation.go ValidateStatefulSet, ValidateStatefulSetUpdate,
ValidateStatefulSetStatusUpdate; pkg/registry/apps/statefulset/strategy.go Validate, ValidateUpdate (1.37).
Upstream: pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec, validateRollingUpdateStatefulSet (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.groups.apps.replicated_pods import SELECTOR, SPEC, TEMPLATE, validate_selector_stays
from kapivara.apis.shared.pods.rules.pod_template import template_options, validate_template, validate_template_metadata
from kapivara.apis.shared.pods.rules.selected_template import (
    is_selected,
    unselected,
    validate_always_running,
    validate_own_selector,
)
from kapivara.apis.shared.rules.changes import validate_immutable, validate_immutable_value
from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.int_or_percent import (
    int_or_percent_value,
    shown_int_or_percent,
    validate_not_more_than_100_percent,
    validate_positive_int_or_percent,
)
from kapivara.apis.shared.rules.labels import shown_selector
from kapivara.apis.shared.rules.names import validate_dns1123_label
from kapivara.apis.shared.rules.numbers import validate_non_negative, validate_non_negative_fields
from kapivara.apis.shared.rules.replica_counts import validate_collision_count, validate_replica_counts
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values import ABSENT, Absent
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.apps.v1.zz_generated_types as v1
    import kapivara.apis.groups.core.v1.zz_generated_types as core_v1
    from kapivara.apis.shared.pods.rules.options import PodOptions


_PATH: Final = FieldPath.of("spec", "updateStrategy")
_ROLLING: Final = "RollingUpdate"
_RECREATE: Final = "Recreate"


def validate_update_strategy(
    strategy: v1.StatefulSetUpdateStrategy, old: v1.StatefulSetUpdateStrategy | Absent
) -> ErrorList:
    """Requires a known strategy, and rolling update parameters only for RollingUpdate.

    Recreate is not enabled by default: it is only accepted if the old strategy was Recreate.
    """
    kind, rolling = strategy.get("type", ""), strategy.get("rollingUpdate")
    recreates = old is not ABSENT and old.get("type") == _RECREATE
    if not kind:
        return [required(_PATH)]
    if kind == _ROLLING:
        return [] if rolling is None else _validate_rolling(rolling, _PATH.child("rollingUpdate"))
    from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

    if kind == "OnDelete" or (recreates and kind == _RECREATE):
        shown = internal_form({**rolling} if rolling else None, "apps.RollingUpdateStatefulSetStrategy")
        detail = "only allowed for updateStrategy 'RollingUpdate'"
        return [] if rolling is None else [invalid(_PATH.child("rollingUpdate"), shown, detail)]
    known = "'RollingUpdate', 'OnDelete', or 'Recreate'" if recreates else "'RollingUpdate' or 'OnDelete'"
    return [invalid(_PATH, internal_form({**strategy}, "apps.StatefulSetUpdateStrategy"), f"must be {known}")]


def _validate_rolling(rolling: v1.RollingUpdateStatefulSetStrategy, path: FieldPath) -> ErrorList:
    """Requires a positive `maxUnavailable` of at most 100 %."""
    errors = validate_non_negative_fields(rolling, path, "partition")
    unavailable, place = rolling.get("maxUnavailable"), path.child("maxUnavailable")
    if unavailable is None:
        return errors
    errors += validate_positive_int_or_percent(unavailable, place)
    if int_or_percent_value(unavailable) == 0:
        errors.append(invalid(place, shown_int_or_percent(unavailable), "cannot be 0"))
    return errors + validate_not_more_than_100_percent(unavailable, place)


_CLAIMS: Final = SPEC.child("volumeClaimTemplates")
_CLAIM_LIST: Final = described("apis.groups.core.v1").shape("[]PersistentVolumeClaim")
_POD_MANAGEMENT: Final = ("OrderedReady", "Parallel")
_RETENTION: Final = ("Retain", "Delete")
_STATUS_NUMBERS: Final = (
    "replicas",
    "readyReplicas",
    "currentReplicas",
    "updatedReplicas",
    "availableReplicas",
    "observedGeneration",
    "collisionCount",
)
_STATUS_PARTS: Final = ("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas")


def validate_stateful_set(new: v1.StatefulSet, old: v1.StatefulSet | Absent) -> ErrorList:
    """Validates the spec of a stateful set, given the old object, if any.

    Errors of the template are accepted if the old spec had errors.
    """
    spec = new["spec"]
    if old is ABSENT:
        options = template_options(ABSENT)
        return _validate_spec(spec, ABSENT) + _validate_pods(spec, options)
    before = old["spec"]
    options = template_options(before["template"])
    pods = _validate_pods(spec, options)
    if pods and (_validate_spec(before, before) or _validate_pods(before, options)):
        pods = _validate_pods(spec, options, forgives_template=True)
    return _validate_spec(spec, before) + pods + _validate_what_stays(spec, before)


def _validate_spec(spec: v1.StatefulSetSpec, old: v1.StatefulSetSpec | Absent) -> ErrorList:
    """Validates all except the selector and the template; immutable fields only on create."""
    policy, path = spec.get("podManagementPolicy", ""), SPEC.child("podManagementPolicy")
    errors: ErrorList = []
    if not policy:
        errors.append(required(path))
    elif policy not in _POD_MANAGEMENT:
        errors.append(invalid(path, NamedString(policy), "must be 'OrderedReady' or 'Parallel'"))
    errors += validate_update_strategy(spec["updateStrategy"], old if old is ABSENT else old["updateStrategy"])
    if (retention := spec.get("persistentVolumeClaimRetentionPolicy")) is not None:
        place = SPEC.child("persistentVolumeClaimRetentionPolicy")
        for field in ("whenDeleted", "whenScaled"):
            errors += validate_choice(cast("str", retention.get(field, "")), place.child(field), _RETENTION)
    if old is ABSENT and "volumeClaimTemplates" in spec:
        errors += _validate_claims(spec["volumeClaimTemplates"])
    errors += validate_non_negative_fields(spec, SPEC, "replicas", "minReadySeconds")
    if "ordinals" in spec:
        errors += validate_non_negative(spec["ordinals"].get("start", 0), SPEC.child("ordinals.start"))
    if old is ABSENT and spec.get("serviceName"):
        errors += validate_dns1123_label(spec["serviceName"], SPEC.child("serviceName"))
    return errors


def _validate_claims(claims: list[core_v1.PersistentVolumeClaim]) -> ErrorList:
    from kapivara.apis.shared.volumes.claim_spec import validate_claim_spec  # not all sets have volumes

    errors: ErrorList = []
    for position, claim in enumerate(claims):
        errors += validate_claim_spec(claim["spec"], _CLAIMS.index(position).child("spec"))
    return errors


def _validate_pods(spec: v1.StatefulSetSpec, options: PodOptions, *, forgives_template: bool = False) -> ErrorList:
    """Requires a selector that matches the template, and pods with restart policy Always."""
    selector, template, errors = spec.get("selector"), spec["template"], ErrorList()
    if selector is None:
        errors.append(required(SELECTOR).marked(covered_by_declarative=True))
    else:
        errors += validate_own_selector(selector, SELECTOR, "statefulset")
    selected = is_selected(selector, template["metadata"].get("labels", {}))
    if selected is None and selector is not None:
        errors.append(invalid(SELECTOR, shown_selector(selector), ""))
    else:
        if not selected:
            errors += unselected(template, TEMPLATE)
        check = validate_template_metadata if forgives_template else validate_template
        errors += check(_judged_template(spec), TEMPLATE, options)
    return errors + validate_always_running(template, TEMPLATE, "StatefulSet")


def _judged_template(spec: v1.StatefulSetSpec) -> core_v1.PodTemplateSpec:
    """Returns the template with the volumes of the claims, and without the host names that the set determines."""
    template, claims = spec["template"], spec.get("volumeClaimTemplates", ())
    inner: dict[str, Any] = {**template["spec"]}
    inner.pop("subdomain", None)
    inner.pop("hostname", None)
    if claims:
        names = {claim["metadata"].get("name", ""): None for claim in claims}
        volumes = [{"name": name, "persistentVolumeClaim": {"claimName": name}} for name in names]
        inner["volumes"] = volumes + [each for each in inner.get("volumes", ()) if each["name"] not in names]
    return cast("core_v1.PodTemplateSpec", {**template, "spec": inner})


def _validate_what_stays(new: v1.StatefulSetSpec, old: v1.StatefulSetSpec) -> ErrorList:
    """Rejects changes to the selector, the claims, the service and the pod management policy."""
    errors = validate_selector_stays(new.get("selector"), old.get("selector"))
    claims, before = new.get("volumeClaimTemplates"), old.get("volumeClaimTemplates")
    errors += validate_immutable_value(claims, before, _CLAIMS, _CLAIM_LIST, "[]core.PersistentVolumeClaim")
    errors += validate_immutable(new.get("serviceName", ""), old.get("serviceName", ""), SPEC.child("serviceName"))
    policy, before_policy = new.get("podManagementPolicy", ""), old.get("podManagementPolicy", "")
    errors += validate_immutable(policy, before_policy, SPEC.child("podManagementPolicy"))
    return [each.with_origin("immutable").marked(covered_by_declarative=True) for each in errors]


def validate_stateful_set_status(new: v1.StatefulSet, old: v1.StatefulSet) -> ErrorList:
    """Validates a new status against the old one."""
    status = new["status"]
    errors = validate_replica_counts(status, _STATUS_NUMBERS, _STATUS_PARTS, "status.readyReplicas")
    return errors + validate_collision_count(status, old["status"])
