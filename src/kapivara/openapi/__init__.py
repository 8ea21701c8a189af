"""Documents of OpenAPI that carry rules, and objects judged by them (KEP-4153)."""

from kapivara.openapi.document import Document
from kapivara.openapi.errors import DocumentError, UnknownKindError
from kapivara.openapi.judgement import Judgement
from kapivara.openapi.validator import Validator

__all__ = ["Document", "DocumentError", "Judgement", "UnknownKindError", "Validator"]
