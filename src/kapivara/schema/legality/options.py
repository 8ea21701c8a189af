"""How strictly a schema is judged: in full on create; on update, no stricter than what is stored already obeys.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
ValidateCustomResourceDefinitionUpdate (1.37).
"""

from __future__ import annotations

from kapivara.values.record import record


@record
class LegalityOptions:
    """What is asked of one version's schema.

    `status_enabled` tells whether the status subresource is served with it. The others are lifted where the stored
    definition breaks them already.
    """

    status_enabled: bool = False
    require_valid_types: bool = True
    require_pruned_defaults: bool = True
    require_atomic_sets: bool = True
    require_map_list_keys: bool = True
