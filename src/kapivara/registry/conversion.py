"""How the objects of a definition go from one version to another: as they are, or as a webhook makes them.

Upstream: apiextensions-apiserver/pkg/apiserver/conversion/converter.go NewConverter, nop_converter.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from kapivara.meta import ApiError, unknown_error_status
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.registry.observer import Observer
    from kapivara.schema.structural import Structural
    from kapivara.webhooks.access import WebhookAccess


class ConversionError(ApiError):
    """An object that cannot be brought to another version; ends a request that needs it. `problem` is why."""

    def __init__(self, problem: str):
        super().__init__(unknown_error_status(problem))
        self.problem = problem


class Converter(Protocol):
    """Brings objects of a definition to another version."""

    waits: bool
    """Whether it waits for somebody else to do it."""

    def convert(self, objects: Sequence[JsonObject], api_version: str) -> list[JsonObject | ConversionError]:
        """Returns objects, which are the caller's own and none of them at this version, at it; or why not."""
        ...


class AsTheyAre:
    """Gives objects another version, and changes nothing else: the strategy `None`."""

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
    """Returns what converts the objects of a definition; without `webhooks`, none is asked.

    `schema_of` has the schemas of its versions, for rules; `observer` takes note of what webhooks do.
    """
    conversion = crd["spec"].get("conversion") or {}
    if conversion.get("converters"):
        from kapivara.registry.rule_conversion import RuleConverter  # behind a gate

        return RuleConverter(conversion["converters"], schema_of)
    if conversion.get("strategy") != "Webhook" or webhooks is None or len(crd["spec"]["versions"]) == 1:
        return AS_THEY_ARE
    from kapivara.registry.webhook_conversion import WebhookConverter  # few definitions have one

    return WebhookConverter(crd["metadata"]["name"], conversion["webhook"], webhooks, observer)
