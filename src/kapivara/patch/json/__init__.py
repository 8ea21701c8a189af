"""JSON patch (RFC 6902) and JSON merge patch (RFC 7386), with the server's deviations.

Steps
- `open_list.py`: a list with fast insertion and removal
- `nodes.py`: the document while a patch changes it
- `json_patch_document.py`: decodes a JSON patch strictly
- `json_patch.py`: applies a JSON patch
- `merge_patch.py`: applies a merge patch
"""
