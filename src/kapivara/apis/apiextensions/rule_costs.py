"""What the rules of a definition cost: schema by schema, as the server reads them.

A schema that all versions share is judged, and counted, once.
"""

from __future__ import annotations

from kapivara.apis.apiextensions.definition_types import schema_of
from kapivara.apis.apiextensions.hub import to_hub
from kapivara.apis.apiextensions.validation import SPEC
from kapivara.codec import DecodeError
from kapivara.codec.described import described
from kapivara.codec.typed import decode_typed, in_key_order
from kapivara.field import FieldPath
from kapivara.schema.expressions.joint_remedies import JointRemedy, joint_remedy
from kapivara.schema.expressions.pricing import RuleCost, price_rules, total_cost
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

_V1 = described("apis.apiextensions.v1")


@record(eq=False)
class SchemaCosts:
    """The rules of one schema, dearest first: the versions that have it, where it stands, what all cost together.

    `remedy` are the bounds that would bring all rules under their limits; None where nothing is over one, or none help.
    """

    versions: tuple[str, ...]
    path: FieldPath
    total: int
    rules: tuple[RuleCost, ...]
    remedy: JointRemedy | None = None


def rule_costs(value: JsonValue, server: ServerVersion = NEWEST) -> tuple[SchemaCosts, ...]:
    """Prices the rules of a CustomResourceDefinition, as a server does; nothing where it cannot be read as one."""
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
