"""Applies patches to objects like the server: JSON patch (RFC 6902) and JSON merge patch (RFC 7386).

These work on plain JSON values, without kinds or schemas; the registry decodes their results. The parts of server-side
apply are in modules of their own: field sets (`field_set.py`), the merge rules of values (`merge_type.py`,
`typed_merge.py`, `typed_compare.py`), the record of managers (`managed_fields.py`), and its update by writes
(`tracking.py`).
"""

from kapivara.patch.bodies import JsonPatchBody, MergePatchBody, PatchText, ReadPatch
from kapivara.patch.errors import PatchDecodeError, PatchError, PatchNotAppliedError, PatchTooLargeError
from kapivara.patch.json_patch import apply_json_patch
from kapivara.patch.json_patch_document import JsonPatch, Operation, overflow_message, read_json_patch
from kapivara.patch.merge_patch import apply_merge_patch, check_merge_patch
from kapivara.patch.nodes import to_text, to_value

__all__ = [
    "JsonPatch",
    "JsonPatchBody",
    "MergePatchBody",
    "Operation",
    "PatchDecodeError",
    "PatchError",
    "PatchNotAppliedError",
    "PatchText",
    "PatchTooLargeError",
    "ReadPatch",
    "apply_json_patch",
    "apply_merge_patch",
    "check_merge_patch",
    "overflow_message",
    "read_json_patch",
    "to_text",
    "to_value",
]
