"""Validates an object, or an update of an old one, with the schema of its kind in a document.

Checks a schema and all schemas it refers to, without compiling rules: CEL rules are compiled when an object first
reaches them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from kapivara.codec.errors import CannotError
from kapivara.field import ErrorList, ErrorType
from kapivara.languages.re2.patterns import PatternError, matcher
from kapivara.meta.identity import text_member
from kapivara.openapi.document import Document
from kapivara.openapi.document_schema import DocumentSchema
from kapivara.openapi.errors import DocumentError
from kapivara.openapi.references import children
from kapivara.openapi.result import Judgement
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.rules.custom_errors import REASONS
from kapivara.schema.steps.defaulting import OutgrownError
from kapivara.schema.structural.combining import ERRORS, LIST_KEYS, LIST_TYPE, RULES
from kapivara.schema.structural.field_path import FieldPathError, resolve_field_path
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.deadline import Deadline
from kapivara.values.request_budget import RequestBudget, current_budget
from kapivara.values.stack import deep_stack

TYPES: Final = frozenset(("object", "array", "string", "integer", "number", "boolean"))
_NUMBER: Final = (int, float)
_FORMS: Final[Mapping[str, tuple[tuple[type, ...], str]]] = {
    **dict.fromkeys(("properties", "patternProperties", "definitions"), ((dict,), "an object of schemas")),
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), ((list,), "a list of schemas")),
    **dict.fromkeys(("items", "not"), ((dict,), "a schema")),
    "additionalProperties": ((dict, bool), "a schema, or true or false"),
    **dict.fromkeys(("required", "enum", LIST_KEYS), ((list,), "a list")),
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), ((int,), "an integer")
    ),
    **dict.fromkeys(("minimum", "maximum", "multipleOf"), (_NUMBER, "a number")),
    **dict.fromkeys(("pattern", "format", LIST_TYPE, "$ref"), ((str,), "a text")),
    **dict.fromkeys(("nullable", "uniqueItems", "exclusiveMinimum", "exclusiveMaximum"), ((bool,), "true or false")),
    RULES: ((list,), "a list of rules"),
    ERRORS: ((dict,), "an object of keywords"),
}
_SAME_VALUE: Final = frozenset(("allOf", "anyOf", "oneOf", "not"))
_LIST_TYPES: Final = ("atomic", "set", "map")
_BRANCH: Final = "branch"
_MOST_SCHEMAS: Final = 200_000
"""The maximum number of schemas reachable from one; more are not written by hand."""


def check(document: Document, root: JsonObject) -> None:
    """Raises DocumentError if a schema of a document cannot validate objects."""
    seen: set[tuple[int, str]] = set()
    ending: set[int] = set()
    waiting: list[tuple[JsonValue, str]] = [(root, "")]
    while waiting:
        raw, junctor = waiting.pop()
        if not isinstance(raw, dict):
            raise _error(document, raw, "a schema must be an object", "")
        if (id(raw), junctor) in seen:
            continue
        seen.add((id(raw), junctor))
        if len(seen) > _MOST_SCHEMAS:
            raise _error(document, root, f"more than {_MOST_SCHEMAS} schemas are reached from here", "split it up")
        _check_one(document, raw)
        if raw.get(RULES):
            _check_rules(document, raw, junctor)
        if "$ref" in raw:
            waiting.append((document.find(raw), junctor))
        _check_ways_back(document, raw, ending)
        for path, below in children(raw):
            waiting.append((below, _junctor_below(str(path[0]), junctor)))


def _check_ways_back(document: Document, raw: JsonObject, ending: set[int]) -> None:
    """Rejects a schema that applies to its own value again through references and junctors; `ending` are checked
    schemas.

    Validation by such a schema would never end. Recursion through fields and items is allowed, because values end.
    """
    path = [(raw, iter(_about_same(document, raw)))]
    within = {id(raw)}
    while path:
        schema, others = path[-1]
        other = next(others, None)
        if other is None:
            path.pop()
            within.discard(id(schema))
            ending.add(id(schema))
        elif id(other) in within:
            cure = "give one of the schemas that refer to each other a type"
            raise _error(document, other, "a reference that leads back to itself, and to no content", cure)
        elif id(other) not in ending:
            within.add(id(other))
            path.append((other, iter(_about_same(document, other))))


def _about_same(document: Document, raw: JsonObject) -> list[JsonObject]:
    """Returns the schemas that apply to the same value."""
    found = [document.find(raw)] if isinstance(raw.get("$ref"), str) else []
    for path, below in children(raw):
        if path[0] in _SAME_VALUE and isinstance(below, dict):
            found.append(below)
    return found


def _junctor_below(keyword: str, junctor: str) -> str:
    """Returns the junctor that a child schema is part of: `branch` for schemas that are validated separately."""
    if keyword in ("anyOf", "oneOf", "not"):
        return _BRANCH
    return junctor or ("allOf" if keyword == "allOf" else "")


def _check_one(document: Document, raw: JsonObject) -> None:
    for keyword, value in raw.items():
        form = _FORMS.get(keyword)
        if form is not None and type(value) not in form[0]:
            raise _error(document, raw, f"{keyword} is {value!r:.60}", f"it must be {form[1]}")
    for each in _listed(raw.get("type")):
        if not isinstance(each, str) or (each not in TYPES and each != "null"):
            known = ", ".join(sorted(TYPES))
            raise _error(document, raw, f"type {each!r:.60} is unknown", f"it must be one of {known}")
    for keyword in ("required", LIST_KEYS):
        for each in raw.get(keyword) or ():
            if not isinstance(each, str):
                raise _error(document, raw, f"{keyword} holds {each!r:.60}", "it must be a list of texts")
    if (list_type := raw.get(LIST_TYPE)) is not None and list_type not in _LIST_TYPES:
        raise _error(document, raw, f"{LIST_TYPE} {list_type!r:.60} is unknown", f"it must be one of {_LIST_TYPES}")
    if list_type == "map" and not raw.get(LIST_KEYS):
        raise _error(document, raw, f"a list of type map without {LIST_KEYS}", "name the fields that identify an item")
    if (pattern := raw.get("pattern")) is not None:
        _check_pattern(document, raw, pattern)
    for keyword, words in (raw.get(ERRORS) or {}).items():
        _check_words(document, raw, keyword, words)


def _listed(types: Any) -> Iterable[Any]:
    if types is None:
        return ()
    return types if isinstance(types, list) else (types,)


def _check_rules(document: Document, raw: JsonObject, junctor: str) -> None:
    for rule in raw[RULES]:
        if not isinstance(rule, dict) or not isinstance(rule.get("rule"), str):
            raise _error(document, raw, f"a rule is {rule!r:.60}", "it must be an object with the text of its rule")
        for keyword in ("message", "messageExpression", "reason", "fieldPath"):
            if not isinstance(rule.get(keyword, ""), str):
                raise _error(document, rule, f"{keyword} is {rule[keyword]!r:.60}", "it must be a text")
        if (reason := rule.get("reason")) and reason not in REASONS:
            known = ", ".join(each.value for each in ErrorType)
            raise _error(document, rule, f"reason {reason!r:.60} is unknown", f"it must be one of {known}")
        if junctor == _BRANCH and "oldSelf" in rule["rule"]:
            problem = "a rule under anyOf, oneOf or not looks at oldSelf, and values have no old ones there"
            raise _error(document, raw, problem, "write it beside the junctor")
    if junctor:
        return
    _check_field_paths(document, raw)
    said = document.flat(raw)
    if not {"type", "x-kubernetes-int-or-string"}.intersection(said):
        raise _error(document, raw, "rules of a schema that has no type", "give the schema a type")
    if {"items", "additionalProperties"}.intersection(said) and declare(document.node(raw)) is None:
        problem = "rules of a schema that expressions cannot see: of items without a type, or of nothing but itself"
        raise _error(document, raw, problem, "give the items a type, or move the rules to a schema with a type")


def _check_field_paths(document: Document, raw: JsonObject) -> None:
    for rule in raw[RULES]:
        try:
            if path := rule.get("fieldPath"):
                resolve_field_path(path, document.flat(raw), expand=document.flat)
        except FieldPathError as error:
            cure = "it must lead to a field below the rule, as in .spec.replicas"
            raise _error(document, rule, f"fieldPath {path!r:.60}: {error}", cure) from None


def _check_words(document: Document, raw: JsonObject, keyword: str, words: JsonValue) -> None:
    if not isinstance(words, dict) or not isinstance(words.get("message", ""), str):
        told = f"{ERRORS} has {words!r:.60} for {keyword}"
        raise _error(document, raw, told, "it must be an object with a message and a reason")
    reason = words.get("reason") or ErrorType.INVALID.value
    if not isinstance(reason, str) or reason not in REASONS:
        told = f"{ERRORS} has the reason {reason!r:.60} for {keyword}"
        raise _error(document, raw, told, f"it must be one of {', '.join(each.value for each in ErrorType)}")


def _check_pattern(document: Document, raw: JsonObject, pattern: str) -> None:
    try:
        matcher(pattern)
    except PatternError as error:
        raise _error(document, raw, f"pattern {pattern!r:.60}: {error}", "patterns are those of RE2") from None


def _error(document: Document, part: JsonValue, problem: str, cure: str) -> DocumentError:
    return DocumentError(problem, place=document.place_of(part), cure=cure, source=document.source)


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
            raise DocumentError(problem, source=self.document.source, cure="use smaller defaults") from None
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
