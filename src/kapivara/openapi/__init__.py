"""Validates objects by OpenAPI documents that carry rules (KEP-4153).

Documents are generated in `generator.openapi_documents` and published by `registry`.

Folders
- `access/`: reads documents from files, URLs and clusters

Steps
- `errors.py`: errors about a document
- `result.py`: the result of validating an object
- `references.py`: references within a document
- `own_types.py`: types of Kubernetes with special keywords
- `flattening.py`: a node as a structural schema; merges schemas of one value
- `nodes.py`: nodes of a document
- `endless_defaults.py`: detects defaults without end
- `document.py`: a document and its schemas by kind; keywords at or below a node
- `document_schema.py`: the schema of one kind; meaning of null; zero values that count as missing;
  ratcheting by documents
- `validator.py`: validates objects by a document; validates a document before use

Entry point: `Validator`.
"""

from kapivara.openapi.document import Document
from kapivara.openapi.errors import DocumentError, UnknownKindError
from kapivara.openapi.result import Judgement
from kapivara.openapi.validator import Validator

__all__ = ["Document", "DocumentError", "Judgement", "UnknownKindError", "Validator"]
