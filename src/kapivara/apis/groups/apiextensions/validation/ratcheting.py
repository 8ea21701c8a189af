"""Which rules apply to a CRD: all rules to a new one; on update, not those that the old CRD violates.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceDefinitionUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.validation.conditions import is_established
from kapivara.apis.groups.apiextensions.validation.conversion import has_known_review_version, has_unsound_ca_bundle
from kapivara.apis.groups.apiextensions.validation.empty_keywords import same_validation
from kapivara.apis.groups.apiextensions.validation.hub import HubSpec, to_hub
from kapivara.apis.groups.apiextensions.validation.selectable_fields import MAX_SELECTABLE_FIELDS
from kapivara.schema.legality import LegalityOptions, options_for_update
from kapivara.schema.server_version import ServerVersion
from kapivara.values import deep_equal
from kapivara.values.deadline import Deadline
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

_EVERYTHING = LegalityOptions()


@record
class Demands:
    """The rules to apply; an update may be exempt from some, and new CRDs from the one about CA bundles.

    `fields_kept` names the versions (the empty name: all together) that may keep too many selectable fields;
    `schemas_kept` names the versions with an unchanged schema.
    """

    every_schema: bool = True
    known_review_version: bool = True
    sound_ca_bundle: bool = False
    schema: LegalityOptions = _EVERYTHING
    fields_kept: frozenset[str] = frozenset()
    schemas_kept: frozenset[str] = frozenset()

    def judged_by(self, server: ServerVersion, deadline: Deadline) -> Demands:
        """Returns the rules with the server version and the deadline of their evaluation."""
        return replace(self, schema=replace(self.schema, server=server, deadline=deadline))

    def of_schema(self, version: str, *, status: bool) -> LegalityOptions:
        """Returns the options for a version's schema, with or without a status subresource."""
        options = replace(self.schema, status_enabled=True) if status else self.schema
        if version in self.schemas_kept:
            options = replace(options, stored_rules=replace(options.stored_rules, schema_unchanged=True))
        return options


def strict_demands(old: v1.CustomResourceDefinition) -> Demands:
    """Returns the strict rules for an update, which nearly all updates satisfy."""
    conversion = old["spec"].get("conversion")
    return Demands(sound_ca_bundle=is_established(old) and not has_unsound_ca_bundle(conversion))


def forgiving_demands(new: v1.CustomResourceDefinition, old: v1.CustomResourceDefinition) -> Demands:
    """Returns the rules for an update without those that the old CRD violates."""
    hub = to_hub(old["spec"])
    return replace(
        strict_demands(old),
        every_schema=_all_have_schemas(hub),
        known_review_version=has_known_review_version(old["spec"].get("conversion")),
        schema=options_for_update(hub.schemas()),
        fields_kept=_kept_fields(to_hub(new["spec"]), hub),
        schemas_kept=_kept_schemas(new["spec"], old["spec"]),
    )


def _all_have_schemas(hub: HubSpec) -> bool:
    if hub.validation is not None and "openAPIV3Schema" in hub.validation:
        return True
    return all("openAPIV3Schema" in (version.get("schema") or {}) for version in hub.versions or ())


def _kept_schemas(new: v1.CustomResourceDefinitionSpec, old: v1.CustomResourceDefinitionSpec) -> frozenset[str]:
    before = {version["name"]: version.get("schema") for version in old["versions"] or ()}
    return frozenset(
        version["name"]
        for version in new["versions"] or ()
        if version["name"] in before and same_validation(version.get("schema"), before[version["name"]])
    )


def _kept_fields(new: HubSpec, old: HubSpec) -> frozenset[str]:
    kept = {"": (new.selectable_fields, old.selectable_fields)}
    before = {version["name"]: version.get("selectableFields") or [] for version in old.versions or ()}
    for version in new.versions or ():
        kept[version["name"]] = (version.get("selectableFields") or [], before.get(version["name"], []))
    return frozenset(
        name
        for name, (fields, stored) in kept.items()
        if len(stored) > MAX_SELECTABLE_FIELDS and deep_equal(fields, stored)
    )
