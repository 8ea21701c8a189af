"""A structural schema whose nodes are created on demand.

A node is a view of one object of `openAPIV3Schema` after typed decoding; a CRD of ten thousand lines costs nothing
until objects use its parts. `schema.legality` validates schemas, and `schema.resource.validator` implements the
keywords.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.codec.json.plain.light_encoding import dumps_sorted
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.equality import identity_text
from kapivara.values.sizes import size_of

if TYPE_CHECKING:
    from kapivara.schema.expressions.data.declared import DeclaredType
    from kapivara.schema.expressions.data.object_views import Reader
    from kapivara.schema.expressions.data.schema_fit import Fit
    from kapivara.schema.expressions.running.default_rules import DefaultRule
    from kapivara.schema.structural.apparent_cost import ApparentCost

_ABOVE = frozenset(("properties", "items", "additionalProperties"))
"""The keywords that hold other nodes."""
_SHORT_TEXT = 100


class NodeCache:
    """Values computed for one schema node on demand; None before that."""

    __slots__ = (
        "declared_resource",
        "declared_type",
        "default_rules",
        "fit",
        "has_distinct_items",
        "holds_null",
        "is_plain",
        "merge_type",
        "reader",
        "trusting_reader",
    )

    def __init__(self) -> None:
        self.has_distinct_items: Callable[[list[JsonValue]], bool] | None = None
        """`list_type.py`: the fast check of a list of type set or map."""
        self.declared_type: DeclaredType | Absent | None = None
        """`expressions/data/declared.py`: the CEL type; ABSENT if expressions cannot see the node."""
        self.declared_resource: DeclaredType | Absent | None = None
        """`expressions/data/declared.py`: the CEL type of a node that is a whole API object."""
        self.default_rules: tuple[DefaultRule, ...] | None = None
        """`default_rules.py`: the expressions that fill in fields."""
        self.fit: Fit | None = None
        """`expressions/data/schema_fit.py`: the check whether data fits the schema."""
        self.is_plain: bool | None = None
        """`expressions/data/data_conversion.py`: True if data is used unchanged."""
        self.holds_null: bool | None = None
        """True if a list or map at or below the node may contain null."""
        self.reader: Reader | None = None
        """Converts any data to CEL values."""
        self.trusting_reader: Reader | None = None
        """Converts data that fits the schema to CEL values, without checks."""
        self.merge_type: object = None
        """The merge type, which the registry derives from the schema."""


class Structural:
    """One schema node. Absent keywords have their zero value, as in the server's types."""

    as_written = False
    """True if formats apply that are ignored for objects, and int-or-string accepts any value (`WrittenStructural`)."""
    server: ServerVersion = NEWEST
    """The version that determines CEL functions and formats (`ExtendedStructural`)."""
    is_shared = False
    """True if the node may occur in several places, including below itself (`openapi.nodes`)."""

    def __init__(self, raw: JsonObject):
        self.raw = raw

    @property
    def ruled(self) -> Structural | None:
        """The schema whose rules are evaluated with this branch of a junctor; None for CRDs."""
        return None

    def refuse_rule(self, rule: JsonObject, problem: str) -> None:
        """Called for a rule that does not compile; objects that reach it get an error, too."""

    def like(self, raw: JsonObject) -> Structural:
        """Returns another node of the same schema."""
        return type(self)(raw)

    def expanded(self, raw: JsonObject) -> JsonObject:
        """Returns the resolved schema of a nested schema."""
        return raw

    @cached_property
    def known(self) -> NodeCache:
        """The values computed for this node."""
        return NodeCache()

    @property
    def type(self) -> str:
        """The declared type, or the empty string."""
        return self.raw.get("type") or ""

    @property
    def format(self) -> str:
        """The declared format, or the empty string; the server may ignore it."""
        return self.raw.get("format") or ""

    @property
    def nullable(self) -> bool:
        """True if null is a valid value."""
        return bool(self.raw.get("nullable"))

    @property
    def default(self) -> JsonValue:
        """The default, or ABSENT; a null default counts as none."""
        value = self.raw.get("default")
        return ABSENT if value is None else value

    @cached_property
    def properties(self) -> Mapping[str, Structural]:
        """The declared fields."""
        return {name: self.like(each) for name, each in (self.raw.get("properties") or {}).items()}

    @cached_property
    def items(self) -> Structural | None:
        """The schema of list items."""
        raw = self.raw.get("items")
        return self.like(raw) if isinstance(raw, dict) else None

    @cached_property
    def additional_properties(self) -> Structural | bool | None:
        """The schema of map values, or whether undeclared fields are allowed; None if not declared."""
        raw = self.raw.get("additionalProperties")
        return self.like(raw) if isinstance(raw, dict) else raw

    @cached_property
    def additional_schema(self) -> Structural | None:
        """The schema of map values, if there is one."""
        additional = self.additional_properties
        return additional if isinstance(additional, Structural) else None

    @cached_property
    def digest(self) -> str:
        """A short text that equal schemas share, whatever the order of their keywords."""
        own = self.raw
        text = _sorted_json(own)
        if text is None and _ABOVE.intersection(own):
            below: dict[str, Structural | None] = {f"properties/{name}": each for name, each in self.properties.items()}
            below |= {"items": self.items, "additionalProperties": self.additional_schema}
            own = {keyword: value for keyword, value in own.items() if keyword not in _ABOVE or type(value) is not dict}
            own |= {place: each.digest for place, each in below.items() if each is not None}
        text = text or _sorted_json(own) or identity_text(own)
        if len(text) <= _SHORT_TEXT:
            return text
        from _blake2 import blake2b  # `hashlib` loads OpenSSL, which takes 5 ms

        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()

    @cached_property
    def preserve_unknown_fields(self) -> bool:
        """True if undeclared fields are kept."""
        return self.raw.get("x-kubernetes-preserve-unknown-fields") is True

    @cached_property
    def embedded_resource(self) -> bool:
        """True if the value is a whole API object."""
        return self.raw.get("x-kubernetes-embedded-resource") is True

    @property
    def int_or_string(self) -> bool:
        """True if the value is an integer or a string."""
        return self.raw.get("x-kubernetes-int-or-string") is True

    @property
    def list_type(self) -> str:
        """`atomic`, `set`, `map`, or the empty string."""
        return self.raw.get("x-kubernetes-list-type") or ""

    @property
    def asks_unique(self) -> bool:
        """True if items of the list must be unique, or have unique keys."""
        return self.list_type in ("set", "map")

    @property
    def is_go_value(self) -> bool:
        """True if values have the form that Go prints: empty bytes are an empty text, and null is the zero value."""
        return False

    @property
    def list_map_keys(self) -> list[str]:
        """The fields that identify an item of a list of type map."""
        return self.raw.get("x-kubernetes-list-map-keys") or []

    @property
    def required(self) -> list[str]:
        """The fields that must be present."""
        return self.raw.get("required") or []

    @property
    def enum(self) -> list[JsonValue]:
        """The allowed values, if enumerated."""
        return self.raw.get("enum") or []

    @cached_property
    def all_of(self) -> tuple[Structural, ...]:
        """Schemas that must all hold."""
        return self._branches("allOf")

    @cached_property
    def any_of(self) -> tuple[Structural, ...]:
        """Schemas of which one or more must hold."""
        return self._branches("anyOf")

    @cached_property
    def one_of(self) -> tuple[Structural, ...]:
        """Schemas of which exactly one must hold."""
        return self._branches("oneOf")

    @cached_property
    def not_(self) -> Structural | None:
        """A schema that must not hold."""
        raw = self.raw.get("not")
        return self.like(raw) if isinstance(raw, dict) else None

    def _branches(self, keyword: str) -> tuple[Structural, ...]:
        return tuple(self.like(raw) for raw in self.raw.get(keyword) or ())

    def child(self, name: str) -> Structural | None:
        """Returns the schema of a field, declared or additional."""
        declared = self.properties.get(name)
        return declared if declared is not None else self.additional_schema

    @cached_property
    def holds_defaults(self) -> bool:
        """True if there is a default anywhere below this node."""
        return _find_default(self)

    @cached_property
    def holds_default_rules(self) -> bool:
        """True if expressions fill in fields at or below this node, which no server supports."""
        return self.server.has_default_rules and self._mentions("x-kubernetes-default", bool)

    @cached_property
    def default_size(self) -> int:
        """The size of the default in bytes; 0 without one."""
        return 0 if self.default is ABSENT else size_of(self.default)

    @cached_property
    def defaulted_properties(self) -> tuple[tuple[str, Structural, bool], ...]:
        """The fields with a default: name, schema, and True if nullable."""
        return tuple((n, c, c.nullable) for n, c in self.properties.items() if c.default is not ABSENT)

    @cached_property
    def properties_holding_defaults(self) -> tuple[tuple[str, Structural], ...]:
        """The fields with a default below them."""
        return tuple((n, c) for n, c in self.properties.items() if c.holds_defaults)

    @cached_property
    def holds_embedded(self) -> bool:
        """True if this node or one below it is an embedded resource."""
        return self._mentions("x-kubernetes-embedded-resource", lambda value: value is True)

    @property
    def strips_zero(self) -> bool:
        """True if the zero value of the type counts as absent: `x-kubernetes-strip-zero` of published documents."""
        return self.raw.get("x-kubernetes-strip-zero") is True

    @property
    def custom_errors(self) -> JsonObject:
        """The custom messages and reasons of keywords' errors: `x-kubernetes-validation-errors`."""
        return self.raw.get("x-kubernetes-validation-errors") or {}

    @property
    def rules(self) -> list[JsonObject]:
        """The CEL rules of this node, as written."""
        return self.raw.get("x-kubernetes-validations") or []

    @cached_property
    def holds_rules(self) -> bool:
        """True if this node or one below it has rules."""
        return self._mentions("x-kubernetes-validations", bool)

    @cached_property
    def holds_transition_rules(self) -> bool:
        """True if this node or one below it has a rule that may read the old value."""
        return self._mentions("x-kubernetes-validations", _looks_back)

    @cached_property
    def asks_more_of_updates(self) -> bool:
        """True if this node or one below it has a rule that can reject an update of an otherwise valid object."""
        return self.holds_transition_rules and self._mentions("x-kubernetes-validations", _asks_more_of_updates)

    @cached_property
    def apparent_cost(self) -> ApparentCost:
        """The estimated time of validating a small object, by the text of this node and those below it."""
        from kapivara.schema.structural.apparent_cost import apparent_cost  # only servers need it

        return apparent_cost(self.raw)

    @cached_property
    def holds_nullable(self) -> bool:
        """True if this node or one below it is nullable."""
        return self._mentions("nullable", bool)

    @cached_property
    def holds_keyed_lists(self) -> bool:
        """True if this node or one below it is a list of type set or map."""
        return self._mentions("x-kubernetes-list-type", lambda value: value in ("set", "map"))

    def _mentions(self, keyword: str, matters: Callable[[JsonValue], bool]) -> bool:
        """Returns True if a keyword occurs here or below, with a relevant value."""
        return _mentions(self.raw, keyword, matters)

    def _children(self) -> list[Structural]:
        found = list(self.properties.values())
        if self.items is not None:
            found.append(self.items)
        if self.additional_schema is not None:
            found.append(self.additional_schema)
        return found


class ExtendedStructural(Structural):
    """A node whose expressions and formats may use features that no server has."""

    def __init__(self, raw: JsonObject, server: ServerVersion):
        super().__init__(raw)
        self.server = server

    def like(self, raw: JsonObject) -> Structural:
        """Returns another node of the same schema."""
        return ExtendedStructural(raw, self.server)


class WrittenStructural(Structural):
    """A node as the server reads it for defaults: before its normalization.

    Upstream: apiextensions-apiserver/pkg/apiserver/schema/kubeopenapi.go ToKubeOpenAPI (1.37).
    """

    as_written = True

    @property
    def int_or_string(self) -> bool:
        """False: the normalization sets it later."""
        return False


def _find_default(root: Structural) -> bool:
    """Returns True if there is a default below a node, and caches this at all visited nodes.

    It uses its own stack and stops at the first default, so that deep nesting is safe and few nodes are created.
    """
    path = [(root, iter(root._children()))]
    while path:
        node, children = path[-1]
        for child in children:
            found = child.default is not ABSENT or child.__dict__.get("holds_defaults")
            if found:
                for each, _ in path:
                    each.__dict__["holds_defaults"] = True
                return True
            if found is None:
                path.append((child, iter(child._children())))
                break
        else:
            node.__dict__["holds_defaults"] = False
            path.pop()
    return False


def _mentions(raw: JsonObject, keyword: str, matters: Callable[[JsonValue], bool]) -> bool:
    """Returns True if a keyword occurs at or below a schema, with a relevant value; inside junctors only for patterns.

    Hot: it runs on whole schemas for their first object, and creates no nodes.
    """
    waiting = [raw]
    while waiting:
        node = waiting.pop()
        if keyword in node and matters(node[keyword]):
            return True
        properties = node.get("properties")
        if properties:
            waiting.extend(properties.values())
        for below in (node.get("items"), node.get("additionalProperties")):
            if type(below) is dict:
                waiting.append(below)
        if keyword == "pattern":
            for junctor in ("allOf", "anyOf", "oneOf"):
                waiting.extend(node.get(junctor) or ())
            if node.get("not"):
                waiting.append(node["not"])
    return False


def _looks_back(rules: list[JsonObject] | None) -> bool:
    return any("oldSelf" in (rule.get("rule") or "") for rule in rules or ())


def _asks_more_of_updates(rules: list[JsonObject] | None) -> bool:
    from kapivara.schema.expressions.compiling.forgiving_rules import only_forgives  # most schemas have no such rules

    return any("oldSelf" in (rule.get("rule") or "") and not only_forgives(rule) for rule in rules or ())


def _sorted_json(own: JsonObject) -> str | None:
    """Returns sorted JSON of a value, by orjson if it is loaded; None if that is not possible.

    It serializes a whole schema faster than the nodes can be visited.
    """
    if "orjson" in sys.modules:
        try:
            return dumps_sorted(own).decode()
        except TypeError:  # an unsupported number or text, or too deep nesting
            pass
    return None
