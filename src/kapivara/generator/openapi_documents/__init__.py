"""OpenAPI documents of API types: `kapivara gen --openapi`.

Validation by documents is in the room `openapi`.

Steps
- `type_descriptions.py`: schemas of types; defaults of types; differences between OpenAPI v2 and v3
- `documents.py`: documents of packages; CEL costs of documents

Entry point: `documents.py`.
"""
