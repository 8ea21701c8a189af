"""How strictly a schema is judged: in full on create; on update, no stricter than what is stored already obeys.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
ValidateCustomResourceDefinitionUpdate (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record


@record
class StoredRules:
    """What rules may keep: expressions that stand in the stored definition, and the costs of a schema unchanged."""

    rules: frozenset[str] = frozenset()
    message_expressions: frozenset[str] = frozenset()
    schema_unchanged: bool = False

    def has(self, keyword: str, text: str) -> bool:
        """Tells whether the expression of a keyword was accepted before."""
        return text in (self.rules if keyword == "rule" else self.message_expressions)


_NO_STORED_RULES: Final = StoredRules()


@record
class LegalityOptions:
    """What is asked of one version's schema.

    `status_enabled` tells whether the status subresource is served with it. The others are lifted where the stored
    definition breaks them already; `stored_rules` is what rules may keep. `deadline` is when the time for it is up,
    `server` the version that judges it.
    """

    status_enabled: bool = False
    require_valid_types: bool = True
    require_pruned_defaults: bool = True
    require_atomic_sets: bool = True
    require_map_list_keys: bool = True
    stored_rules: StoredRules = _NO_STORED_RULES
    deadline: Deadline = NO_DEADLINE
    server: ServerVersion = NEWEST
