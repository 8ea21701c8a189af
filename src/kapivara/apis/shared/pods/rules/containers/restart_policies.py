"""Validation rules of restart policies and resize policies of containers.

Upstream: pkg/apis/core/validation/validation.go validateContainerRestartPolicy, validateInitContainerRestartPolicy,
validateResizePolicy (1.37; ContainerRestartRules and RestartAllContainersOnContainerExits on).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice, validate_required_choice
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, required, too_many
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_POLICIES: Final = ("Always", "Never", "OnFailure")
_ACTIONS: Final = ("Restart", "RestartAllContainers")
_OPERATORS: Final = ("In", "NotIn")
_MOST_RULES: Final = 20
_MOST_EXIT_CODES: Final = 255
_RESIZED: Final = ("cpu", "memory")
_RESIZE_POLICIES: Final = ("NotRequired", "RestartContainer")
_NEEDED: Final = "must specify restartPolicy when restart rules are used"


def validate_restart_policy(container: v1.Container, path: FieldPath) -> ErrorList:
    """Requires a known policy and valid rules for a container."""
    policy, rules = container.get("restartPolicy"), container.get("restartPolicyRules", ())
    errors: ErrorList = []
    if policy is not None:
        errors += validate_choice(policy, path.child("restartPolicy"), _POLICIES)
    elif rules:
        errors.append(required(path.child("restartPolicy"), _NEEDED))
    if len(rules) > _MOST_RULES:
        errors.append(too_many(path.child("restartPolicyRules"), len(rules), _MOST_RULES))
    for position, rule in enumerate(rules):
        errors += _validate_rule(rule, path.child("restartPolicyRules").index(position))
    return errors


def validate_init_restart_policy(container: v1.Container, path: FieldPath) -> ErrorList:
    """Requires a known policy and valid rules for an init container."""
    if "restartPolicy" in container:
        return validate_restart_policy(container, path)
    return [required(path.child("restartPolicy"), _NEEDED)] if container.get("restartPolicyRules") else []


def _validate_rule(rule: v1.ContainerRestartRule, path: FieldPath) -> ErrorList:
    errors = validate_choice(rule.get("action", ""), path.child("action"), _ACTIONS)
    if "exitCodes" not in rule:
        return [*errors, required(path.child("exitCodes"), "must be specified")]
    codes, place = rule["exitCodes"], path.child("exitCodes")
    errors += validate_choice(codes.get("operator", ""), place.child("operator"), _OPERATORS)
    count = len(codes.get("values", ()))
    return errors + ([too_many(place.child("values"), count, _MOST_EXIT_CODES)] if count > _MOST_EXIT_CODES else [])


def validate_resize_policies(
    policies: Iterable[v1.ContainerResizePolicy], path: FieldPath, restart_policy: str
) -> ErrorList:
    """Requires one known policy per resizable resource; pods that never restart allow only NotRequired."""
    errors: ErrorList = []
    seen: set[str] = set()
    for position, each in enumerate(policies):
        name, policy = each["resourceName"], each["restartPolicy"]
        if name in seen:
            errors.append(duplicate(path.index(position), NamedString(name)))
        seen.add(name)
        errors += validate_required_choice(name, path, _RESIZED)
        errors += validate_required_choice(policy, path, _RESIZE_POLICIES)
        if restart_policy == "Never" and policy != "NotRequired":
            detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'"
            errors.append(invalid(path, NamedString(policy), detail))
    return errors
