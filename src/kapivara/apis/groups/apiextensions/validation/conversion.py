"""Validation rules of a CRD's conversion settings: None or Webhook.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation validateCustomResourceConversion (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

_STRATEGIES = ("None", "Webhook")
_RULES = "ConversionRules"
_REVIEW_VERSIONS = ("v1", "v1beta1")
_ONLY_WITH_WEBHOOK = "should not be set when strategy is not set to Webhook"


def validate_conversion(
    conversion: v1.CustomResourceConversion,
    path: FieldPath,
    *,
    known_review_version: bool,
    sound_ca_bundle: bool,
    has_rules: bool = False,
) -> ErrorList:
    """Validates the conversion settings; the two flags require values that an update may keep invalid.

    `has_rules` allows the strategy ConversionRules, which no server has.
    """
    strategy = conversion["strategy"]
    webhook = conversion.get("webhook")
    client = webhook.get("clientConfig") if webhook else None
    reviews = webhook.get("conversionReviewVersions") if webhook else None
    errors: ErrorList = []
    if not strategy:
        errors.append(required(path.child("strategy")))
    elif strategy not in _STRATEGIES and not (has_rules and strategy == _RULES):
        known = (*_STRATEGIES, _RULES) if has_rules else _STRATEGIES
        errors.append(not_supported(path.child("strategy"), strategy, known))
    if has_rules and strategy != _RULES and conversion.get("converters"):
        errors.append(forbidden(path.child("converters"), f"should not be set when strategy is not set to {_RULES}"))
    if strategy == "Webhook":
        errors += _validate_client(client, path.child("webhookClientConfig"), sound_ca_bundle=sound_ca_bundle)
        place = path.child("conversionReviewVersions")
        return errors + _validate_review_versions(reviews or [], place, known=known_review_version)
    if client is not None:
        errors.append(forbidden(path.child("webhookClientConfig"), _ONLY_WITH_WEBHOOK))
    if reviews:
        errors.append(forbidden(path.child("conversionReviewVersions"), _ONLY_WITH_WEBHOOK))
    return errors


def has_known_review_version(conversion: v1.CustomResourceConversion | None) -> bool:
    """Returns True if the review versions are empty or include a supported one."""
    webhook = conversion.get("webhook") if conversion else None
    versions = webhook.get("conversionReviewVersions") if webhook else None
    return not versions or any(version in _REVIEW_VERSIONS for version in versions)


def has_unsound_ca_bundle(conversion: v1.CustomResourceConversion | None) -> bool:
    """Returns True if a webhook has a CA bundle that cannot be parsed."""
    webhook = conversion.get("webhook") if conversion else None
    client = webhook.get("clientConfig") if webhook else None
    if not client or not client.get("caBundle"):
        return False
    from kapivara.apis.shared.webhook_client import validate_ca_bundle  # webhooks are rare

    return bool(validate_ca_bundle(client["caBundle"], FieldPath.of("caBundle")))


def _validate_client(client: v1.WebhookClientConfig | None, path: FieldPath, *, sound_ca_bundle: bool) -> ErrorList:
    if client is None:
        return [required(path, "required when strategy is set to Webhook")]
    from kapivara.apis.shared.webhook_client import validate_ca_bundle, validate_webhook_service, validate_webhook_url

    url, service = client.get("url"), client.get("service")
    errors: ErrorList = []
    if (url is None) == (service is None):
        errors.append(required(path, "exactly one of url or service is required"))
    elif url is not None:
        errors += validate_webhook_url(url, path.child("url"))
    elif service is not None:
        # Kept: upstream swaps name and namespace.
        swapped: v1.ServiceReference = {**service, "name": service["namespace"], "namespace": service["name"]}
        errors += validate_webhook_service(swapped, path.child("service"))
    if sound_ca_bundle and client.get("caBundle"):
        errors += validate_ca_bundle(client["caBundle"], path.child("caBundle"))
    return errors


def _validate_review_versions(versions: list[str], path: FieldPath, *, known: bool) -> ErrorList:
    if not versions:
        return [required(path)]
    errors: ErrorList = []
    for position, version in enumerate(versions):
        if version in versions[:position]:
            errors.append(invalid(path.index(position), version, "duplicate version"))
        else:
            errors += [invalid(path.index(position), version, each) for each in is_dns1035_label(version)]
    if known and not any(version in _REVIEW_VERSIONS for version in versions):
        errors.append(invalid(path, versions, f"must include at least one of {', '.join(_REVIEW_VERSIONS)}"))
    return errors
