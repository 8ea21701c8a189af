"""Changes of the conversion between versions; the effect of a webhook is unknown."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.changes.making import definition_change
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.consequences import safe
from kapivara.values import JsonObject, deep_equal


def converts_by_webhook(spec: JsonObject) -> bool:
    """Returns True if a webhook converts objects: the strategy is Webhook, and there are several versions."""
    return spec["conversion"]["strategy"] == "Webhook" and len(spec["versions"] or ()) > 1


def conversion_changes(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    """Yields the changes of the conversion strategy and webhook."""
    before, after = old["conversion"], new["conversion"]
    if deep_equal(before, after):
        return
    keyword = "strategy" if before["strategy"] != after["strategy"] else "webhook"
    yield definition_change(SPEC.child("conversion"), keyword, before, after, *_effects(old, new))


def _effects(old: JsonObject, new: JsonObject) -> Iterator[Effect]:
    if converts_by_webhook(new):
        yield effect(ChangeClass.NOT_ASKED, "the result depends on the conversion webhook")
        if not converts_by_webhook(old):
            yield effect(ChangeClass.CHANGES_MEANING, "versions show the webhook's conversion of stored objects")
    elif converts_by_webhook(old):
        reason = "objects are no longer converted: every version shows those of its fields that are stored"
        yield effect(ChangeClass.CHANGES_MEANING, reason)
    else:
        yield safe("with one version nothing is converted")
