"""The media types of bodies and patches."""

from __future__ import annotations

JSON = "application/json"
YAML = "application/yaml"
PROTOBUF = "application/vnd.kubernetes.protobuf"
JSON_PATCH = "application/json-patch+json"
MERGE_PATCH = "application/merge-patch+json"
STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json"
APPLY_PATCH = "application/apply-patch+yaml"

ANY_KIND_PATCHES = (JSON_PATCH, MERGE_PATCH, APPLY_PATCH)
"""The patch types that all kinds support."""
BUILT_IN_PATCHES = (JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH, APPLY_PATCH)
"""The patch types that built-in kinds support."""
