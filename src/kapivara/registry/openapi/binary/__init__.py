"""Encodes OpenAPI documents as protobuf, as client-go requests them.

Steps:

- `encodings.py`: encodes documents from parts that are encoded once; the protobuf messages of OpenAPI v2
- `messages_v3.py`: the protobuf messages of OpenAPI v3
- `fields.py`: writes protobuf fields from JSON values; writes extensions as YAML text

Entry points: `encodings.BinaryV2` and `encodings.BinaryV3`, which `openapi.documents` selects.
"""
