"""The stored CRDs and the custom resources they serve, at one revision of the storage.

Immutable: each write to a CRD makes another table, so requests read theirs without a lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.definition_types import as_definition
from kapivara.apis.groups.apiextensions.validation.conditions import NAMES_ACCEPTED, has_condition
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.registry.built_in_kinds import Key, key_of
from kapivara.registry.conversion.converter import Converter
from kapivara.registry.crds.custom_resource import AfterRemoval, CustomResource
from kapivara.registry.crds.definition import Definition, Gate, Version, is_served
from kapivara.registry.observer import Observer
from kapivara.storage import Unchanged
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.webhooks.access import WebhookAccess


@record
class Terms:
    """Settings for all CRDs of a server: ratcheting, and the observer of metrics.

    `after_removal` is called for removed objects; `webhooks` gives access to conversion webhooks, None calls none.
    """

    ratcheting: bool
    observer: Observer
    surroundings: Surroundings
    after_removal: AfterRemoval
    webhooks: WebhookAccess | None = None

    def definition(self, crd: JsonObject, gate: Gate) -> Definition:
        """Returns the CRD of a stored object."""
        return Definition(
            crd,
            gate=gate,
            ratcheting=self.ratcheting,
            server=self.surroundings.server_version,
            webhooks=self.webhooks,
            observer=self.observer,
        )

    def kind(self, definition: Definition, version: Version, converter: Converter | None = None) -> CustomResource:
        """Returns the kind of a version of a CRD; `converter` replaces the CRD's converter."""
        return CustomResource(
            definition,
            version,
            self.surroundings,
            observer=self.observer,
            after_removal=self.after_removal,
            converter=converter,
        )


@record
class DefinitionTable:
    """All stored CRDs by name, and the served kinds by resource, and by apiVersion and kind.

    `terms` are the settings for all CRDs. `waiting` contains the names of the CRDs that lack accepted names because
    other CRDs have them. The table contains every write to a CRD up to `revision`.
    """

    crds: dict[str, JsonObject]
    definitions: dict[str, Definition]
    kinds: dict[Key, CustomResource]
    by_kind: dict[tuple[str, str], CustomResource]
    waiting: set[str]
    terms: Terms
    revision: int

    def with_crd(self, crd: JsonObject, unchanged: Unchanged, revision: int) -> DefinitionTable:
        """Returns the table with a CRD added or changed, at a revision of the storage.

        `unchanged` is the key and the revision of the stored CRD. Keeps the prepared schemas if only the status
        changed.
        """
        name = crd["metadata"]["name"]
        table = self.without(name, revision)
        table.crds[name] = crd
        if not has_condition(as_definition(crd), NAMES_ACCEPTED):
            table.waiting.add(name)
        if is_served(crd):
            definition = self._definition(crd, unchanged)
            table.definitions[name] = definition
            for version in definition.versions.values():
                if version.served:
                    kind = self.terms.kind(definition, version)
                    table.kinds[key_of(kind.gvr)] = kind
                    table.by_kind[kind.gvk.api_version, kind.gvk.kind] = kind
        return table

    def _definition(self, crd: JsonObject, unchanged: Unchanged) -> Definition:
        known = self.definitions.get(crd["metadata"]["name"])
        if known is None or known.uid != crd["metadata"].get("uid", ""):
            return self.terms.definition(crd, Gate(unchanged))
        known.gate.move(unchanged, serves_anew=not known.serves_like(crd))
        definition = self.terms.definition(crd, known.gate)
        if deep_equal(known.crd["spec"], crd["spec"]):
            definition.take_schemas(known)
        return definition

    def without(self, name: str, revision: int) -> DefinitionTable:
        """Returns a copy of the table without a CRD, at a revision of the storage."""
        table = replace(
            self,
            crds=dict(self.crds),
            definitions=dict(self.definitions),
            kinds=dict(self.kinds),
            by_kind=dict(self.by_kind),
            waiting=self.waiting - {name},
            revision=revision,
        )
        table.crds.pop(name, None)
        known = table.definitions.pop(name, None)
        if known is not None:
            for version in known.versions:
                table.kinds.pop(key_of(known.gvr(version)), None)
                table.by_kind.pop((known.gvk(version).api_version, known.kind), None)
        return table
