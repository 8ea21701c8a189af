"""A structural schema, read lazily: a node wakes its children only when somebody asks for them.

The node is a view of one object of `openAPIV3Schema` that has passed typed decoding; a definition of
ten thousand lines costs nothing until objects touch its parts. Legality is judged elsewhere
(`schema.legality`), and what the keywords mean for a value in `schema.lowering`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.codec.light_json import dumps_sorted
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.equality import identity_text
from kapivara.values.sizes import size_of

if TYPE_CHECKING:
    from kapivara.schema.apparent_cost import ApparentCost
    from kapivara.schema.default_rules import DefaultRule
    from kapivara.schema.expressions.declared import DeclaredType
    from kapivara.schema.expressions.object_views import Reader
    from kapivara.schema.expressions.schema_fit import Fit

_ABOVE = frozenset(("properties", "items", "additionalProperties"))
"""The keywords under which there are other nodes."""
_SHORT_TEXT = 100


class NodeCache:
    """What is worked out of one schema node when it is first needed; None until then."""

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
        """`list_type.py`: the quick check of a list of type set or map."""
        self.declared_type: DeclaredType | Absent | None = None
        """`expressions/declared.py`: the type that expressions see; ABSENT where they cannot see the node."""
        self.declared_resource: DeclaredType | Absent | None = None
        """`expressions/declared.py`: the type that expressions see of a node that is a whole API object."""
        self.default_rules: tuple[DefaultRule, ...] | None = None
        """`default_rules.py`: the expressions that fill in fields."""
        self.fit: Fit | None = None
        """`expressions/schema_fit.py`: tells whether data is what the schema says."""
        self.is_plain: bool | None = None
        """`expressions/data_conversion.py`: whether data is used as it is."""
        self.holds_null: bool | None = None
        """Whether null may stand in a list or map at or below the node."""
        self.reader: Reader | None = None
        """Makes what expressions see of any data."""
        self.trusting_reader: Reader | None = None
        """Makes what expressions see of data that fits the schema, without looking whether it does."""
        self.merge_type: object = None
        """How values merge, which the registry reads from the schema."""


class Structural:
    """One schema node. Absent keywords read as their zero value, as in the server's types."""

    as_written = False
    """Whether formats count that objects are not held to, and an int-or-string is anything (`WrittenStructural`)."""
    server: ServerVersion = NEWEST
    """What expressions and formats of the schema may use (`ExtendedStructural`)."""
    is_shared = False
    """Whether the node may stand at several places, itself below itself among them (`openapi.nodes`)."""

    def __init__(self, raw: JsonObject):
        self.raw = raw

    @property
    def ruled(self) -> Structural | None:
        """The schema whose rules are judged with this one where it is a branch of a junctor; definitions have none."""
        return None

    def refuse_rule(self, rule: JsonObject, problem: str) -> None:
        """Is told of a rule that does not compile; objects that reach it are told, too."""

    def like(self, raw: JsonObject) -> Structural:
        """Returns another node of the same schema."""
        return type(self)(raw)

    def expanded(self, raw: JsonObject) -> JsonObject:
        """Returns what a schema below this node says, wherever that is written."""
        return raw

    @cached_property
    def known(self) -> NodeCache:
        """What was worked out of this node before, so that nobody has to do it again."""
        return NodeCache()

    @property
    def type(self) -> str:
        """The declared type, or the empty string."""
        return self.raw.get("type") or ""

    @property
    def format(self) -> str:
        """The declared format, or the empty string; it may be one that the server ignores."""
        return self.raw.get("format") or ""

    @property
    def nullable(self) -> bool:
        """Whether null is a value of this node."""
        return bool(self.raw.get("nullable"))

    @property
    def default(self) -> JsonValue:
        """The default, or ABSENT; a default of null is none."""
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
        """The schema of map values, or whether undeclared fields may stand; None where nothing is said."""
        raw = self.raw.get("additionalProperties")
        return self.like(raw) if isinstance(raw, dict) else raw

    @cached_property
    def additional_schema(self) -> Structural | None:
        """The schema of map values, where there is one."""
        additional = self.additional_properties
        return additional if isinstance(additional, Structural) else None

    @cached_property
    def digest(self) -> str:
        """A short text that schemas share exactly where they say the same, in whatever order."""
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
        from _blake2 import blake2b  # `hashlib` has it, and loads OpenSSL: 5 ms, in a command of a hundred

        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()

    @cached_property
    def preserve_unknown_fields(self) -> bool:
        """Whether undeclared fields are kept."""
        return self.raw.get("x-kubernetes-preserve-unknown-fields") is True

    @cached_property
    def embedded_resource(self) -> bool:
        """Whether the value is a whole API object."""
        return self.raw.get("x-kubernetes-embedded-resource") is True

    @property
    def int_or_string(self) -> bool:
        """Whether the value is an integer or a string."""
        return self.raw.get("x-kubernetes-int-or-string") is True

    @property
    def list_type(self) -> str:
        """`atomic`, `set`, `map`, or the empty string."""
        return self.raw.get("x-kubernetes-list-type") or ""

    @property
    def asks_unique(self) -> bool:
        """Whether no two items of the list may be the same, or have the same keys."""
        return self.list_type in ("set", "map")

    @property
    def is_go_value(self) -> bool:
        """Whether values are as Go writes them: no bytes are an empty text, and null is the zero value."""
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
        """The values allowed, where they are enumerated."""
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
        """The schema that governs a field, declared or additional."""
        declared = self.properties.get(name)
        return declared if declared is not None else self.additional_schema

    @cached_property
    def holds_defaults(self) -> bool:
        """Whether a default stands anywhere below this node."""
        return _find_default(self)

    @cached_property
    def holds_default_rules(self) -> bool:
        """Whether expressions fill in fields at this node or below it, which no server lets them."""
        return self.server.has_default_rules and self._mentions("x-kubernetes-default", bool)

    @cached_property
    def default_size(self) -> int:
        """How many bytes the default takes; 0 where there is none."""
        return 0 if self.default is ABSENT else size_of(self.default)

    @cached_property
    def defaulted_properties(self) -> tuple[tuple[str, Structural, bool], ...]:
        """The fields that have a default: name, schema, whether null is a value of theirs."""
        return tuple((n, c, c.nullable) for n, c in self.properties.items() if c.default is not ABSENT)

    @cached_property
    def properties_holding_defaults(self) -> tuple[tuple[str, Structural], ...]:
        """The fields below which a default stands."""
        return tuple((n, c) for n, c in self.properties.items() if c.holds_defaults)

    @cached_property
    def holds_embedded(self) -> bool:
        """Whether this node or one below it is an embedded resource."""
        return self._mentions("x-kubernetes-embedded-resource", lambda value: value is True)

    @property
    def strips_zero(self) -> bool:
        """Whether the zero value of the type counts as none: `x-kubernetes-strip-zero` of published documents."""
        return self.raw.get("x-kubernetes-strip-zero") is True

    @property
    def custom_errors(self) -> JsonObject:
        """The message and reason that failures of keywords are told with: `x-kubernetes-validation-errors`."""
        return self.raw.get("x-kubernetes-validation-errors") or {}

    @property
    def rules(self) -> list[JsonObject]:
        """The rules of this node in the expression language, as they are written."""
        return self.raw.get("x-kubernetes-validations") or []

    @cached_property
    def holds_rules(self) -> bool:
        """Whether this node or one below it has rules."""
        return self._mentions("x-kubernetes-validations", bool)

    @cached_property
    def holds_transition_rules(self) -> bool:
        """Whether this node or one below it has a rule that may look at the old value."""
        return self._mentions("x-kubernetes-validations", _looks_back)

    @cached_property
    def asks_more_of_updates(self) -> bool:
        """Whether this node or one below it has a rule that an update may break though a new object would not."""
        return self.holds_transition_rules and self._mentions("x-kubernetes-validations", _asks_more_of_updates)

    @cached_property
    def apparent_cost(self) -> ApparentCost:
        """How long judging a small object may take, by the text of this node and those below it."""
        from kapivara.schema.apparent_cost import apparent_cost  # only servers ask

        return apparent_cost(self.raw)

    @cached_property
    def holds_nullable(self) -> bool:
        """Whether this node, or one below it, may be null."""
        return self._mentions("nullable", bool)

    @cached_property
    def holds_keyed_lists(self) -> bool:
        """Whether this node or one below it is a list of type set or map."""
        return self._mentions("x-kubernetes-list-type", lambda value: value in ("set", "map"))

    def _mentions(self, keyword: str, matters: Callable[[JsonValue], bool]) -> bool:
        """Tells whether a keyword stands here or below, with a value that matters."""
        return _mentions(self.raw, keyword, matters)

    def _children(self) -> list[Structural]:
        found = list(self.properties.values())
        if self.items is not None:
            found.append(self.items)
        if self.additional_schema is not None:
            found.append(self.additional_schema)
        return found


class ExtendedStructural(Structural):
    """A node whose expressions and formats may be such as no server has."""

    def __init__(self, raw: JsonObject, server: ServerVersion):
        super().__init__(raw)
        self.server = server

    def like(self, raw: JsonObject) -> Structural:
        """Returns another node of the same schema."""
        return ExtendedStructural(raw, self.server)


class WrittenStructural(Structural):
    """A node as the server reads it when it judges defaults: before it is made ready for judging objects.

    Upstream: apiextensions-apiserver/pkg/apiserver/schema/kubeopenapi.go ToKubeOpenAPI (1.37).
    """

    as_written = True

    @property
    def int_or_string(self) -> bool:
        """No: what makes an integer or a string of it comes later."""
        return False


def _find_default(root: Structural) -> bool:
    """Tells whether a default stands below a node, and writes that down at all nodes that it looks through.

    It keeps its own stack and stops at the first one: what a definition nests costs no calls, and wakes no more nodes
    than it must.
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
    """Tells whether a keyword stands at a schema or below it, with a value that matters; in junctors, only a pattern.

    Hot: asked of whole schemas when their first object comes, it wakes no nodes.
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
    from kapivara.schema.expressions.forgiving_rules import only_forgives  # most schemas have no such rules

    return any("oldSelf" in (rule.get("rule") or "") and not only_forgives(rule) for rule in rules or ())


def _sorted_json(own: JsonObject) -> str | None:
    """Returns a text that tells values apart, by orjson where it is at hand; None where it cannot tell.

    It writes a whole schema in less time than it takes to look at its nodes one by one.
    """
    if "orjson" in sys.modules:
        try:
            return dumps_sorted(own).decode()
        except TypeError:  # a number or a text that it does not know, or nested too deep
            pass
    return None
