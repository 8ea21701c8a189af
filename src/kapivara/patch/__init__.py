"""Creates a new object from an old object and a patch.

Server-side apply is in `managers` and `merging`; requests are handled in `registry`.

Folders
- `json/`: JSON patch (RFC 6902) and JSON merge patch (RFC 7386), with the server's deviations
- `managers/`: tracks which manager owns which field
- `merging/`: compares and merges objects by their types, field by field
- `strategic/`: strategic merge patch

Steps
- `errors.py`: errors of patches, by HTTP status
- `bodies.py`: reads and applies a patch body

Entry point: the functions that this package exports, and `bodies.ReadPatch`.
"""

from kapivara.patch.bodies import JsonPatchBody, MergePatchBody, PatchText, ReadPatch
from kapivara.patch.errors import PatchDecodeError, PatchError, PatchNotAppliedError, PatchTooLargeError
from kapivara.patch.json.json_patch import apply_json_patch
from kapivara.patch.json.json_patch_document import JsonPatch, Operation, overflow_message, read_json_patch
from kapivara.patch.json.merge_patch import apply_merge_patch, check_merge_patch
from kapivara.patch.json.nodes import to_text, to_value

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
