"""The group discovery.k8s.io: EndpointSlice.

Folders
- `v1/`: the types of the group discovery, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `column_texts.py`: descriptions of table columns, word for word as the server's
- `endpoint_slice_rules.py`: validates EndpointSlices
- `endpoint_slice.py`: EndpointSlice as a built-in kind
"""
