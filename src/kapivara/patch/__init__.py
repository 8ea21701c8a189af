"""New objects from old ones and a patch: JSON patch (RFC 6902) and JSON merge patch (RFC 7386), the server's way.

These work on plain JSON values and know nothing of kinds or schemas; the registry decodes what they give. What
server-side apply needs is next to them and imported from its own modules: sets of fields (`field_set.py`), how values
of a schema merge (`merge_type.py`, `typed_merge.py`, `typed_compare.py`), who manages what (`managed_fields.py`) and
what a write does to that (`tracking.py`).
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
