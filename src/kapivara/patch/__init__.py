"""New objects from old ones and a patch: JSON patch (RFC 6902) and JSON merge patch (RFC 7386), the server's way.

Patches work on plain JSON values and know nothing of kinds or schemas; the registry decodes what they give.
"""

from kapivara.patch.errors import PatchDecodeError, PatchError, PatchNotAppliedError, PatchTooLargeError
from kapivara.patch.json_patch import apply_json_patch
from kapivara.patch.json_patch_document import JsonPatch, Operation, read_json_patch
from kapivara.patch.merge_patch import apply_merge_patch, check_merge_patch

__all__ = [
    "JsonPatch",
    "Operation",
    "PatchDecodeError",
    "PatchError",
    "PatchNotAppliedError",
    "PatchTooLargeError",
    "apply_json_patch",
    "apply_merge_patch",
    "check_merge_patch",
    "read_json_patch",
]
