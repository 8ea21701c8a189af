"""OpenAPI documents of API types: `kapivara gen --openapi`.

Validation by documents is in the room `openapi`.

Steps
- `version.py`: differences between OpenAPI v2 and v3
- `defaults.py`: defaults of types
- `type_descriptions.py`: schemas of types
- `costs.py`: CEL costs of documents
- `documents.py`: documents of packages

Entry point: `documents.py`.
"""
