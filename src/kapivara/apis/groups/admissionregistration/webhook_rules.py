"""Validation rules of ValidatingWebhookConfiguration and MutatingWebhookConfiguration.

An update may keep invalid values that webhooks of the old object have: side effects, unknown review versions, duplicate
names and invalid label values.
Upstream: pkg/apis/admissionregistration/validation/validation.go validateValidatingWebhookConfiguration,
validateMutatingWebhookConfiguration and their updates; apimachinery/pkg/util/validation/validation.go
IsFullyQualifiedName (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.admissionregistration.match_conditions import validate_match_conditions
from kapivara.apis.groups.admissionregistration.match_rules import validate_rule_with_operations
from kapivara.apis.shared.rules.labels import validate_label_selector
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.apis.shared.webhook_client import validate_webhook_service, validate_webhook_url
from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required
from kapivara.values.record import record
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1.zz_generated_types import MutatingWebhook, WebhookClientConfig

_WEBHOOKS: Final = FieldPath.of("webhooks")
_REVIEWS: Final = ("v1", "v1beta1")
_NO_SIDE_EFFECTS: Final = ("None", "NoneOnDryRun")
_SIDE_EFFECTS: Final = ("None", "NoneOnDryRun", "Some", "Unknown")
_LONGEST_TIMEOUT: Final = 30


@record
class _Forgiven:
    """The invalid values that the old object's webhooks justify, and their match conditions."""

    side_effects: bool = False
    unknown_reviews: bool = False
    repeated_names: bool = False
    label_values: bool = False
    conditions: bool = False
    expressions: frozenset[str] = frozenset()


def validate_webhooks(
    webhooks: Sequence[MutatingWebhook], old: Sequence[MutatingWebhook] | None, *, has_libraries: bool = False
) -> ErrorList:
    """Requires webhooks with valid clients and rules, and unique names.

    `has_libraries` enables the functions that KEP-4153 names for match conditions.
    """
    forgiven = _Forgiven() if old is None else _find_forgiven(webhooks, old)
    errors: ErrorList = []
    names: set[str] = set()
    for position, webhook in enumerate(webhooks):
        path = _WEBHOOKS.index(position)
        errors += _validate_webhook(webhook, path, forgiven)
        if not forgiven.conditions:
            errors += validate_match_conditions(
                webhook.get("matchConditions") or (),
                path.child("matchConditions"),
                has_libraries=has_libraries,
                known=forgiven.expressions,
            )
        errors += _validate_review_versions(webhook.get("admissionReviewVersions") or [], path, forgiven)
        name = webhook["name"]
        if name in names and not forgiven.repeated_names:
            errors.append(duplicate(path.child("name"), name))
        if name:
            names.add(name)
    return errors


def _find_forgiven(new: Sequence[MutatingWebhook], old: Sequence[MutatingWebhook]) -> _Forgiven:
    selectors = [each.get(field) for each in old for field in ("namespaceSelector", "objectSelector")]
    conditions = [each.get("matchConditions") or [] for each in old]
    reviews = [each.get("admissionReviewVersions") or () for each in old]
    return _Forgiven(
        side_effects=any(each.get("sideEffects") not in _NO_SIDE_EFFECTS for each in old),
        unknown_reviews=any(versions and not set(_REVIEWS).intersection(versions) for versions in reviews),
        repeated_names=len({each["name"] for each in old}) < len(old),
        label_values=any(validate_label_selector(each, _WEBHOOKS) for each in selectors if each),  # type: ignore[arg-type]
        conditions=conditions == [each.get("matchConditions") or [] for each in new],
        expressions=frozenset(each["expression"] for listed in conditions for each in listed),
    )


def _validate_webhook(webhook: MutatingWebhook, path: FieldPath, forgiven: _Forgiven) -> ErrorList:
    errors = _validate_name(webhook["name"], path.child("name"))
    for position, rule in enumerate(webhook.get("rules") or ()):
        errors += validate_rule_with_operations(rule, path.child("rules").index(position))
    errors += _validate_word(webhook.get("failurePolicy"), path.child("failurePolicy"), ("Fail", "Ignore"))
    errors += _validate_word(webhook.get("matchPolicy"), path.child("matchPolicy"), ("Equivalent", "Exact"))
    effects = _SIDE_EFFECTS if forgiven.side_effects else _NO_SIDE_EFFECTS
    if webhook.get("sideEffects") is None:
        errors.append(required(path.child("sideEffects"), f"must specify one of {', '.join(effects)}"))
    errors += _validate_word(webhook.get("sideEffects"), path.child("sideEffects"), effects)
    timeout = webhook.get("timeoutSeconds")
    if timeout is not None and not 1 <= timeout <= _LONGEST_TIMEOUT:
        detail = f"the timeout value must be between 1 and {_LONGEST_TIMEOUT} seconds"
        errors.append(invalid(path.child("timeoutSeconds"), timeout, detail))
    namespaces, objects = webhook.get("namespaceSelector"), webhook.get("objectSelector")
    forgiving = forgiven.label_values
    errors += validate_label_selector(namespaces, path.child("namespaceSelector"), any_values=forgiving)
    errors += validate_label_selector(objects, path.child("objectSelector"), any_values=forgiving)
    reinvocation = webhook.get("reinvocationPolicy")  # only mutating webhooks have it
    errors += _validate_word(reinvocation, path.child("reinvocationPolicy"), ("IfNeeded", "Never"))
    return errors + _validate_client(webhook["clientConfig"], path.child("clientConfig"))


def _validate_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a DNS subdomain with at least three segments."""
    if not name:
        return [required(path)]
    if problems := subdomain_problems(name):
        return [invalid(path, name, ",".join(problems))]
    if name.count(".") < 2:
        return [invalid(path, name, "should be a domain with at least three segments separated by dots")]
    return []


def _validate_word(word: str | None, path: FieldPath, words: Sequence[str]) -> ErrorList:
    return [] if word is None or word in words else [not_supported(path, NamedString(word), words)]


def _validate_client(client: WebhookClientConfig, path: FieldPath) -> ErrorList:
    url, service = client.get("url"), client.get("service")
    if (url is None) == (service is None):
        return [required(path, "exactly one of url or service is required")]
    if url is not None:
        return validate_webhook_url(url, path.child("url"))
    # Kept: the server swaps name and namespace.
    swapped = {**(service or {})}
    swapped["name"], swapped["namespace"] = swapped["namespace"], swapped["name"]
    return validate_webhook_service(swapped, path.child("service"))  # type: ignore[arg-type]


def _validate_review_versions(versions: Sequence[str], webhook: FieldPath, forgiven: _Forgiven) -> ErrorList:
    """Requires unique, valid review versions, at least one of which the server supports."""
    path, spoken = webhook.child("admissionReviewVersions"), ", ".join(_REVIEWS)
    if not versions:
        return [required(path, f"must specify one of {spoken}")]
    errors: ErrorList = []
    seen: set[str] = set()
    for position, version in enumerate(versions):
        if version in seen:
            errors.append(invalid(path.index(position), version, "duplicate version"))
            continue
        seen.add(version)
        errors += [invalid(path.index(position), version, problem) for problem in is_dns1035_label(version)]
    if not forgiven.unknown_reviews and not seen.intersection(_REVIEWS):
        errors.append(invalid(path, versions, f"must include at least one of {spoken}"))
    return errors
