"""Options for validating a schema: all rules on create; on update, no rule that the stored CRD violates.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate
(1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record


@record
class StoredRules:
    """The stored CEL expressions that an update may keep, and whether the schema is unchanged."""

    rules: frozenset[str] = frozenset()
    message_expressions: frozenset[str] = frozenset()
    schema_unchanged: bool = False

    def has(self, keyword: str, text: str) -> bool:
        """Returns True if a keyword's expression was accepted before."""
        return text in (self.rules if keyword == "rule" else self.message_expressions)


_NO_STORED_RULES: Final = StoredRules()


@record
class LegalityOptions:
    """The options for one version's schema.

    `status_enabled` is True if the version has a status subresource. The other flags are False if the stored CRD
    violates their rule; `stored_rules` is what CEL rules may keep. `deadline` limits the time, and `server` is the
    version that validates.
    """

    status_enabled: bool = False
    require_valid_types: bool = True
    require_pruned_defaults: bool = True
    require_atomic_sets: bool = True
    require_map_list_keys: bool = True
    stored_rules: StoredRules = _NO_STORED_RULES
    deadline: Deadline = NO_DEADLINE
    server: ServerVersion = NEWEST
