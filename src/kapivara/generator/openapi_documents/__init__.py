"""OpenAPI documents of API types: `kapivara gen --openapi`.

Validation by documents is in the room `openapi`.

Steps
- `version.py`: differences between OpenAPI v2 and v3
- `type_descriptions.py`: schemas of types; defaults of types
- `documents.py`: documents of packages; CEL costs of documents

Entry point: `documents.py`.
"""
