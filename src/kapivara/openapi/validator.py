"""The validator of documents: an object, or a new one beside its old self, against what a document says of its kind."""

from __future__ import annotations

from kapivara.codec.errors import CannotError
from kapivara.field import ErrorList
from kapivara.meta.identity import text_member
from kapivara.openapi.checking import check
from kapivara.openapi.document import Document
from kapivara.openapi.document_schema import DocumentSchema
from kapivara.openapi.errors import DocumentError
from kapivara.openapi.judgement import Judgement
from kapivara.schema.defaulting import OutgrownError
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import Deadline
from kapivara.values.request_budget import RequestBudget, current_budget
from kapivara.values.stack import deep_stack

REQUEST_SECONDS = 60.0
"""How long a judgement may take, as long as a request to a server."""
_OF_SCHEMAS = frozenset(("type", "properties", "items", "$ref", "allOf", "anyOf", "oneOf", "additionalProperties"))


class Validator:
    """Judges objects by a document of OpenAPI, v2 or v3, or by one schema.

    A document names for each schema which kinds it is of (`x-kubernetes-group-version-kind`): each object is judged by
    that of its own. A single schema judges all that comes; its references lead into itself, or into a `document`.

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

    Nothing is compiled before an object comes; what is wrong with a document is told when a validator is made, and of
    rules in the expression language when an object first reaches them: both raise DocumentError. A judgement that takes
    longer than `request_timeout`, in seconds, raises DeadlineExceededError. A validator may be used by many threads.
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
        """Tells what is wrong with an object, in the server's order; beside its old self, as an update of it."""
        return self.judge(new, old).errors

    def judge(self, new: JsonObject, old: JsonObject | Absent | None = ABSENT) -> Judgement:
        """Tells all that is to be said of an object: errors, unknown fields, what an update is forgiven."""
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
        """Tells whether the document says what objects of a kind are."""
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
    """Tells a whole document from a single schema, which may have definitions, too."""
    if "openapi" in raw or "swagger" in raw:
        return True
    return ("components" in raw or "definitions" in raw) and _OF_SCHEMAS.isdisjoint(raw)
