"""Converts the custom resources of a CRD between versions: by their apiVersion alone, by rules, or by a webhook.

Upstream: apiextensions-apiserver/pkg/apiserver/conversion/converter.go NewConverter, nop_converter.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from kapivara.meta import ApiError, unknown_error_status
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.registry.observer import Observer
    from kapivara.schema.structural.structural import Structural
    from kapivara.webhooks.access import WebhookAccess


class ConversionError(ApiError):
    """An object cannot be converted to another version; ends a request that needs it. `problem` is the reason."""

    def __init__(self, problem: str):
        super().__init__(unknown_error_status(problem))
        self.problem = problem


class Converter(Protocol):
    """Converts objects of a CRD to another version."""

    waits: bool
    """Whether `convert` waits for a call over the network."""

    def convert(self, objects: Sequence[JsonObject], api_version: str) -> list[JsonObject | ConversionError]:
        """Converts objects of other versions, and may change them in place; returns an object or an error for each."""
        ...


class AsTheyAre:
    """Changes the apiVersion of objects and nothing else: the strategy `None`."""

    waits = False

    def convert(self, objects: Sequence[JsonObject], api_version: str) -> list[JsonObject | ConversionError]:
        """Sets the version."""
        for each in objects:
            each["apiVersion"] = api_version
        return [*objects]


AS_THEY_ARE = AsTheyAre()


def make_converter(
    crd: JsonObject,
    webhooks: WebhookAccess | None,
    schema_of: Callable[[str], Structural | None],
    observer: Observer,
) -> Converter:
    """Returns the converter of a CRD; without `webhooks`, it calls none.

    `schema_of` returns the schema of a version, for conversion rules; `observer` receives metrics of webhook calls.
    """
    conversion = crd["spec"].get("conversion") or {}
    if conversion.get("converters"):
        from kapivara.registry.conversion.rules import RuleConverter  # behind a gate

        return RuleConverter(conversion["converters"], schema_of)
    if conversion.get("strategy") != "Webhook" or webhooks is None or len(crd["spec"]["versions"]) == 1:
        return AS_THEY_ARE
    from kapivara.registry.conversion.webhook import WebhookConverter  # few CRDs have one

    return WebhookConverter(crd["metadata"]["name"], conversion["webhook"], webhooks, observer)
