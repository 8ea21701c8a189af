"""The scope of definitions themselves: names are claimed and the resource established when one is stored.

What the server's controllers do a moment after a write is done within it.
Upstream: apiextensions-apiserver/pkg/controller/{status,establish} (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.apis.apiextensions.kind import CustomResourceDefinitionKind
from kapivara.registry.built_in import BuiltIn
from kapivara.registry.definition_table import DefinitionTable
from kapivara.registry.identity import now
from kapivara.registry.scope import Proposal
from kapivara.registry.store import key_prefix
from kapivara.storage import NothingSince
from kapivara.values import JsonObject, copy_json

_SERVER_WRITES = ("acceptedNames", "conditions")
"""What controllers of the server write into the status of definitions."""


class DefinitionScope(BuiltIn):
    """The scope of definitions; `table` returns those that are known to be stored."""

    def __init__(self, kind: CustomResourceDefinitionKind, table: Callable[[], DefinitionTable]):
        super().__init__(kind)
        self._kind = kind
        self.prefix = key_prefix(self.group_resource)
        self._table = table

    def propose(self, obj: JsonObject, *, is_new: bool) -> Proposal:  # noqa: ARG002  names can be claimed later, too
        """Claims the names that are free and sets the conditions.

        Names are free only as long as no other definition is stored, so that is a condition where any are claimed: of
        two that claim a name at once, through whichever servers, the second one has to look again.
        """
        table, name = self._table(), obj["metadata"]["name"]
        crd = {**obj, "status": copy_json(obj["status"])}
        peers = (each for each in table.crds.values() if each["metadata"]["name"] != name)
        if self._kind.establish(crd, peers, now()):
            return Proposal(crd, (NothingSince(self.prefix, table.revision),))
        return Proposal(crd)

    def to_storage(self, obj: JsonObject) -> bytes:
        """Encodes a definition; names and conditions are the server's own, which whoever wrote it is not told yet."""
        metadata, status = obj["metadata"], obj["status"]
        if not metadata.get("managedFields"):
            return super().to_storage(obj)
        from kapivara.registry.ownership import with_own_writes  # what only judges objects needs none

        written = {name: status[name] for name in _SERVER_WRITES if status.get(name)}
        entries = with_own_writes(metadata["managedFields"], written, self)
        return super().to_storage({**obj, "metadata": {**metadata, "managedFields": entries}})
