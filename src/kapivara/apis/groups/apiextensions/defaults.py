"""Fills in the defaults of a CRD. Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/defaults.go (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

WEBHOOK_PORT = 443


def apply_defaults(crd: v1.CustomResourceDefinition) -> None:
    """Fills in names, conversion, the webhook's port and the stored versions, in place."""
    spec = crd["spec"]
    _default_names(spec["names"])
    conversion = spec.setdefault("conversion", {"strategy": "None"})
    webhook = conversion.get("webhook")
    client = webhook.get("clientConfig") if webhook else None
    service = client.get("service") if client else None
    if service is not None:
        service.setdefault("port", WEBHOOK_PORT)
    _drop_empty_webhook(conversion)
    if not crd["status"]["storedVersions"]:
        storage = next((version["name"] for version in spec["versions"] or () if version["storage"]), None)
        if storage is not None:
            crd["status"]["storedVersions"] = [storage]


def _drop_empty_webhook(conversion: v1.CustomResourceConversion) -> None:
    """Removes an empty webhook, which the server's internal version cannot represent.

    Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go (1.37).
    """
    webhook = conversion.get("webhook")
    if webhook is not None and "clientConfig" not in webhook and not webhook["conversionReviewVersions"]:
        del conversion["webhook"]


def _default_names(names: v1.CustomResourceDefinitionNames) -> None:
    kind = names["kind"]
    if kind and not names.get("singular"):
        names["singular"] = kind.lower()
    if kind and not names.get("listKind"):
        names["listKind"] = f"{kind}List"
