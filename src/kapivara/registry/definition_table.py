"""The definitions that are stored, and the custom resources that they serve, at one revision of the storage.

Never changed: each write to a definition makes another table, so that requests read theirs without a lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.apiextensions.conditions import NAMES_ACCEPTED, has_condition
from kapivara.apis.apiextensions.definition_types import as_definition
from kapivara.apis.surroundings import Surroundings
from kapivara.registry.conversion import Converter
from kapivara.registry.custom_resource import AfterRemoval, CustomResource
from kapivara.registry.definition import Definition, Version, is_served
from kapivara.registry.gate import Gate
from kapivara.registry.kinds import Key, key_of
from kapivara.registry.observer import Observer
from kapivara.storage import Unchanged
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.webhooks.access import WebhookAccess


@record
class Terms:
    """What holds for all definitions of a server: whether updates are ratcheted, and who takes note of that.

    `after_removal` is told of objects that were removed, `webhooks` is the way to those that
    convert; with None nobody is asked.
    """

    ratcheting: bool
    observer: Observer
    surroundings: Surroundings
    after_removal: AfterRemoval
    webhooks: WebhookAccess | None = None

    def definition(self, crd: JsonObject, gate: Gate) -> Definition:
        """Reads a stored definition."""
        return Definition(
            crd,
            gate=gate,
            ratcheting=self.ratcheting,
            server=self.surroundings.server_version,
            webhooks=self.webhooks,
            observer=self.observer,
        )

    def kind(self, definition: Definition, version: Version, converter: Converter | None = None) -> CustomResource:
        """Makes the kind of a version of a definition, whose objects are converted as that says, or by another way."""
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
    """All stored definitions by name, and the kinds of those that are served, by resource and by what objects say.

    `terms` is what holds for all.
    `waiting` are the names of those that were refused a name, since others have it. `revision` is that of the storage
    up to which every write to a definition is in the table.
    """

    crds: dict[str, JsonObject]
    definitions: dict[str, Definition]
    kinds: dict[Key, CustomResource]
    by_kind: dict[tuple[str, str], CustomResource]
    waiting: set[str]
    terms: Terms
    revision: int

    def with_crd(self, crd: JsonObject, unchanged: Unchanged, revision: int) -> DefinitionTable:
        """Returns the table with a definition added or changed, as of a revision of the storage.

        `unchanged` says where the definition is stored, and at which revision. Where only its status changed, the
        schemas that were prepared are kept.
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
        """Returns a copy of the table without a definition, as of a revision of the storage."""
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
