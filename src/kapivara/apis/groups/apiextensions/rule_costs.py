"""The estimated costs of a CRD's CEL rules, by schema.

A schema that all versions share is counted once.
"""

from __future__ import annotations

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.apis.groups.apiextensions.validation.hub import to_hub
from kapivara.codec import DecodeError
from kapivara.codec.typed.decoding import decode_typed, in_key_order
from kapivara.codec.typed.described import described
from kapivara.field import FieldPath
from kapivara.schema.pricing.joint_remedies import JointRemedy, joint_remedy
from kapivara.schema.pricing.pricing import RuleCost, price_rules, total_cost
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

_V1 = described("apis.groups.apiextensions.v1")


@record(eq=False)
class SchemaCosts:
    """The costs of one schema's rules, the most expensive first, with its versions, its path and the total.

    `remedy` holds bounds that would bring all rules within their limits; None if no rule exceeds one, or bounds do not
    help.
    """

    versions: tuple[str, ...]
    path: FieldPath
    total: int
    rules: tuple[RuleCost, ...]
    remedy: JointRemedy | None = None


def rule_costs(value: JsonValue, server: ServerVersion = NEWEST) -> tuple[SchemaCosts, ...]:
    """Returns the estimated costs of a CRD's rules; empty if the CRD cannot be decoded."""
    try:
        spec = decode_typed(in_key_order(value), _V1.struct("CustomResourceDefinition")).value["spec"]
    except DecodeError:
        return ()
    hub = to_hub(spec)
    versions = hub.versions or []
    if hub.validation is not None:
        names = tuple(version["name"] for version in versions)
        return _priced(names, SPEC.child("validation"), schema_of(hub.validation), server)
    return tuple(
        costs
        for position, version in enumerate(versions)
        for costs in _priced(
            (version["name"],),
            SPEC.child("versions").index(position).child("schema"),
            schema_of(version.get("schema")),
            server,
        )
    )


def _priced(
    versions: tuple[str, ...], path: FieldPath, schema: JsonObject | None, server: ServerVersion
) -> tuple[SchemaCosts, ...]:
    at = path.child("openAPIV3Schema")
    rules = price_rules(schema, at, server) if schema is not None else ()
    if not rules or schema is None:
        return ()
    ranked = tuple(sorted(rules, key=lambda rule: -rule.cost))
    return (SchemaCosts(versions, at, total_cost(rules), ranked, joint_remedy(schema, at, ranked)),)
