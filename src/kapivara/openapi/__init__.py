"""Validates objects by OpenAPI documents that contain rules (KEP-4153).

`sources.py` and `fetching.py` read documents from files, folders and URLs; `checking.py` rejects bad ones.
`document.py` finds definitions by reference and kind and makes one node of `nodes.py` per schema; `flattening.py` and
`merging.py` combine the keywords of a node. `schema` plans and compiles the nodes like those of CRDs.
`document_schema.py` runs the steps or the pass over an object, after `zeros.py` removed zero values. `own_types.py`
lists the keywords of Kubernetes' own types that are no rules.
"""

from kapivara.openapi.document import Document
from kapivara.openapi.errors import DocumentError, UnknownKindError
from kapivara.openapi.judgement import Judgement
from kapivara.openapi.validator import Validator

__all__ = ["Document", "DocumentError", "Judgement", "UnknownKindError", "Validator"]
