"""What the server fills into a CustomResourceDefinition that leaves it out.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/defaults.go (1.37).
"""

from kapivara.values import JsonObject

WEBHOOK_PORT = 443


def apply_defaults(crd: JsonObject) -> None:
    """Fills in names, conversion, the webhook's port and the stored versions, in place."""
    spec = crd["spec"]
    _default_names(spec["names"])
    conversion = spec.setdefault("conversion", {"strategy": "None"})
    service = (conversion.get("webhook") or {}).get("clientConfig", {}).get("service")
    if service is not None:
        service.setdefault("port", WEBHOOK_PORT)
    _drop_empty_webhook(conversion)
    if not crd["status"]["storedVersions"]:
        storage = next((version["name"] for version in spec["versions"] or () if version["storage"]), None)
        if storage is not None:
            crd["status"]["storedVersions"] = [storage]


def _drop_empty_webhook(conversion: JsonObject) -> None:
    """Drops a webhook of which nothing is given, which the server's internal version has no place for.

    Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go (1.37).
    """
    webhook = conversion.get("webhook")
    if webhook is not None and "clientConfig" not in webhook and not webhook["conversionReviewVersions"]:
        del conversion["webhook"]


def _default_names(names: JsonObject) -> None:
    kind = names["kind"]
    if kind and not names.get("singular"):
        names["singular"] = kind.lower()
    if kind and not names.get("listKind"):
        names["listKind"] = f"{kind}List"
