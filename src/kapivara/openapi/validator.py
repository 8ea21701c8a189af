"""Validates an object, or an update of an old one, with the schema of its kind in a document."""

from __future__ import annotations

from kapivara.codec.errors import CannotError
from kapivara.field import ErrorList
from kapivara.meta.identity import text_member
from kapivara.openapi.checking import check
from kapivara.openapi.document import Document
from kapivara.openapi.document_schema import DocumentSchema
from kapivara.openapi.errors import DocumentError
from kapivara.openapi.result import Judgement
from kapivara.schema.steps.defaulting import OutgrownError
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import Deadline
from kapivara.values.request_budget import RequestBudget, current_budget
from kapivara.values.stack import deep_stack

REQUEST_SECONDS = 60.0
"""The time limit of a validation, that of a request to a server."""
_OF_SCHEMAS = frozenset(("type", "properties", "items", "$ref", "allOf", "anyOf", "oneOf", "additionalProperties"))


class Validator:
    """Validates objects with an OpenAPI document, v2 or v3, or with one schema.

    In a document, each schema states its kinds (`x-kubernetes-group-version-kind`), and each object is validated with
    the schema of its kind. A single schema validates all objects; its references refer to itself, or to a `document`.

    >>> from kapivara.openapi import Validator
    >>> validator = Validator({
    ...     "type": "object",
    ...     "properties": {"replicas": {"type": "integer", "minimum": 0}},
    ...     "x-kubernetes-validations": [{"rule": "self.replicas < 5", "message": "too many"}],
    ... })
    >>> validator.validate({"replicas": 3})
    []
    >>> print(validator.validate({"replicas": 7})[0])
    <nil>: Invalid value: too many

    Nothing is compiled before the first object. An invalid document or schema raises DocumentError, and so does a CEL
    rule that does not compile, when an object first reaches it. A validation that exceeds `request_timeout`, in
    seconds, raises DeadlineExceededError. Validators are thread-safe.
    """

    @deep_stack()
    def __init__(
        self,
        schema: JsonObject | Document,
        *,
        document: JsonObject | Document | None = None,
        ratcheting: bool = True,
        request_timeout: float = REQUEST_SECONDS,
    ):
        holder = schema if document is None else document
        self.document = holder if isinstance(holder, Document) else Document(holder)
        self._ratcheting = ratcheting
        self._seconds = request_timeout
        self._schemas: dict[tuple[str, str], DocumentSchema] = {}
        self._only: DocumentSchema | None = None
        if not isinstance(schema, Document) and (document is not None or not is_document(schema)):
            self._only = self._schema_of(schema, "schema")

    def validate(self, new: JsonObject, old: JsonObject | Absent | None = ABSENT) -> ErrorList:
        """Returns the errors of an object in the server's order; with an old object, those of an update."""
        return self.judge(new, old).errors

    def judge(self, new: JsonObject, old: JsonObject | Absent | None = ABSENT) -> Judgement:
        """Returns the full result for an object: errors, unknown fields, and the forgiven errors of an update."""
        with deep_stack():
            return RequestBudget(Deadline(self._seconds)).call(self._judge, (new, ABSENT if old is None else old))

    def _judge(self, pair: tuple[JsonObject, JsonObject | Absent]) -> Judgement:
        new, old = pair
        schema = self._only or self._schema_for(text_member(new, "apiVersion"), text_member(new, "kind"))
        try:
            return schema.judge(new, old, current_budget().deadline)
        except (OutgrownError, CannotError) as error:
            problem = f"{error}, {text_member(new, 'kind') or 'an object'}"
            raise DocumentError(problem, source=self.document.source, cure="say less by defaults") from None
        except RecursionError:
            raise DocumentError("schemas nest too deep", source=self.document.source) from None

    def knows(self, api_version: str, kind: str) -> bool:
        """Returns True if the document describes a kind."""
        return self._only is not None or (api_version, kind) in self.document.kinds

    def _schema_for(self, api_version: str, kind: str) -> DocumentSchema:
        key = api_version, kind
        known = self._schemas.get(key)
        if known is None:
            known = self._schema_of(self.document.definition_of(*key), f"{api_version}/{kind}")
            self._schemas[key] = known
        return known

    def _schema_of(self, raw: JsonObject, title: str) -> DocumentSchema:
        check(self.document, raw)
        return DocumentSchema(self.document.node(self.document.read(raw)), title, ratcheting=self._ratcheting)


def is_document(raw: JsonObject) -> bool:
    """Returns True for a whole document, False for a single schema, which may have definitions, too."""
    if "openapi" in raw or "swagger" in raw:
        return True
    return ("components" in raw or "definitions" in raw) and _OF_SCHEMAS.isdisjoint(raw)
