"""Changes of schemas, one by one: two schemas, the expected classes, and objects that prove them.

Classes are those of all changes together. The old schema accepts the witnesses, and together they show every claimed
class.
"""

from __future__ import annotations

from typing import Any, NamedTuple

LIST_TYPE, KEYS = "x-kubernetes-list-type", "x-kubernetes-list-map-keys"
PRESERVE, EMBEDDED = "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"
RULES, MAP_TYPE, INT_OR_STRING = "x-kubernetes-validations", "x-kubernetes-map-type", "x-kubernetes-int-or-string"

SAFE: frozenset[str] = frozenset()
TIGHTER = frozenset(("refuses-creates", "forgiven-while-unchanged"))
STATUS_TIGHTER = frozenset(("breaks-status-writers", "forgiven-while-unchanged"))
MEANING = frozenset(("changes-meaning",))
LOST = frozenset(("loses-data", "breaks-appliers"))
MERGED = frozenset(("breaks-appliers",))
AT_ROOT = frozenset(("refuses-creates", "refuses-updates"))

STR, INT, NUM, BOOL = ({"type": kind} for kind in ("string", "integer", "number", "boolean"))


class Case(NamedTuple):
    """A change: the schemas of whole objects, the classes, the witnesses, and what two appliers apply.

    `unseen` are classes that only older objects could show, stored under an earlier schema.
    """

    old: Any
    new: Any
    classes: frozenset[str]
    witnesses: list[Any]
    applied: tuple[Any, Any] | None = None
    unseen: frozenset[str] = frozenset()
    has_status: bool = True


def root(**more: Any) -> Any:
    """Returns the schema of a whole object."""
    return {"type": "object", **more}


def fields(required: Any = None, **properties: Any) -> Any:
    """Returns the schema of an object with these fields."""
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def listing(items: Any, **more: Any) -> Any:
    """Returns the schema of a list."""
    return {"type": "array", "items": items, **more}


def keyed(value: Any = STR, *keys: str) -> Any:
    """Returns the schema of a list of type map."""
    items = fields(["k"], k=STR, v=value)
    return listing(items, **{LIST_TYPE: "map", KEYS: list(keys) or ["k"]})


def change(old: Any, new: Any, classes: frozenset[str], *values: Any, part: str = "spec", applied: Any = None) -> Case:
    """Returns a change of `spec.v`; the witnesses are values of it."""
    both = None if applied is None else tuple({part: {"v": each}} for each in applied)
    schemas = (root(properties={part: fields(v=each, o=STR)}) for each in (old, new))
    return Case(*schemas, classes, [{part: {"v": each}} for each in values], both)


def of_fields(old: Any, new: Any, classes: frozenset[str], *values: Any, part: str = "spec") -> Case:
    """Returns a change of `spec`; the witnesses are values of it."""
    schemas = (root(properties={part: each}) for each in (old, new))
    return Case(*schemas, classes, [{part: each} for each in values])


def bounds() -> dict[str, Case]:
    """Keywords that validate a value alone, in both directions."""
    found: dict[str, Case] = {}
    for name, base, loose, tight, value in (
        ("minLength", STR, {"minLength": 1}, {"minLength": 3}, "ab"),
        ("maxLength", STR, {"maxLength": 3}, {"maxLength": 1}, "ab"),
        ("pattern", STR, {}, {"pattern": "^b"}, "ab"),
        ("format", STR, {}, {"format": "ipv4"}, "ab"),
        ("format int32", INT, {}, {"format": "int32"}, 2**40),
        ("enum", STR, {"enum": ["a", "b"]}, {"enum": ["a"]}, "b"),
        ("enum introduced", STR, {}, {"enum": ["a"]}, "b"),
        ("minimum", INT, {"minimum": 1}, {"minimum": 3}, 2),
        ("maximum", INT, {"maximum": 3}, {"maximum": 1}, 2),
        ("exclusiveMinimum", NUM, {"minimum": 1}, {"minimum": 1, "exclusiveMinimum": True}, 1),
        ("exclusiveMaximum", NUM, {"maximum": 1}, {"maximum": 1, "exclusiveMaximum": True}, 1),
        ("multipleOf", INT, {"multipleOf": 2}, {"multipleOf": 4}, 2),
        ("minItems", listing(STR), {"minItems": 1}, {"minItems": 2}, ["a"]),
        ("maxItems", listing(STR), {"maxItems": 2}, {"maxItems": 1}, ["a", "b"]),
        ("minProperties", {"type": "object", "additionalProperties": STR}, {}, {"minProperties": 2}, {"a": "b"}),
        ("maxProperties", {"type": "object", "additionalProperties": STR}, {}, {"maxProperties": 0}, {"a": "b"}),
        ("allOf", STR, {"allOf": [{"maxLength": 3}]}, {"allOf": [{"maxLength": 1}]}, "ab"),
        ("allOf branch", STR, {}, {"allOf": [{"maxLength": 1}]}, "ab"),
        ("anyOf", STR, {"anyOf": [{"maxLength": 1}, {"pattern": "b"}]}, {"anyOf": [{"maxLength": 1}]}, "ab"),
        ("anyOf introduced", STR, {}, {"anyOf": [{"maxLength": 1}]}, "ab"),
        ("oneOf introduced", STR, {}, {"oneOf": [{"maxLength": 1}, {"pattern": "x"}]}, "ab"),
        ("not", STR, {"not": {"maxLength": 1}}, {"not": {"maxLength": 2}}, "ab"),
        ("not introduced", STR, {}, {"not": {"pattern": "b"}}, "ab"),
        ("list in a junctor", listing(STR), {}, {"allOf": [{"items": {"maxLength": 1}}]}, ["ab"]),
    ):
        found[f"{name} tightened"] = change({**base, **loose}, {**base, **tight}, TIGHTER, value)
        found[f"{name} loosened"] = change({**base, **tight}, {**base, **loose}, SAFE)
    return found


def types() -> dict[str, Case]:
    """Types and their related keywords."""
    typed = TIGHTER | MEANING | MERGED
    obj = fields(a=STR)
    return {
        "integer to number": change(INT, NUM, MEANING, 1),
        "number to integer": change(NUM, INT, TIGHTER, 1.5),
        "integer to string": change(INT, STR, typed, 1),
        "string to integer": change(STR, INT, typed, "a"),
        "boolean to string": change(BOOL, STR, typed, True),
        "string to object": change(STR, obj, typed, "a"),
        "object to string": change(obj, STR, typed | LOST, {"a": "b"}),
        "list to object": change(listing(STR), obj, typed, ["a"]),
        "list of objects to string": change(listing(obj), STR, typed | LOST, [{"a": "b"}]),
        "integer to int-or-string": change(INT, {INT_OR_STRING: True}, MEANING, 1),
        "int-or-string to string": change({INT_OR_STRING: True}, STR, TIGHTER | MERGED, 1),
        "int-or-string as a junctor": change(
            {INT_OR_STRING: True}, {INT_OR_STRING: True, "anyOf": [INT, STR]}, SAFE, 1, "a"
        ),
        "type changed below a rule": Case(
            root(properties={"spec": {**fields(v=NUM), RULES: [{"rule": "!has(self.v) || self.v > 1.0"}]}}),
            root(properties={"spec": {**fields(v=INT), RULES: [{"rule": "!has(self.v) || self.v > 1"}]}}),
            TIGHTER | {"refuses-updates", "breaks-status-writers"},
            [{"spec": {"v": 1.5}}],
        ),
        "nullable field": change(STR, {**STR, "nullable": True}, SAFE, "a"),
        "field no longer nullable": change({**STR, "nullable": True}, STR, MEANING, None),
        "field no longer nullable, required": of_fields(
            fields(["v"], v={**STR, "nullable": True}), fields(["v"], v=STR), TIGHTER | MEANING, {"v": None}
        ),
        "items no longer nullable": change(listing({**STR, "nullable": True}), listing(STR), TIGHTER, [None]),
        "nullable with a default": change(
            {**STR, "default": "x"}, {**STR, "default": "x", "nullable": True}, MEANING, "a"
        ),
        "default added": change(STR, {**STR, "default": "x"}, MEANING),
        "default changed": change({**STR, "default": "x"}, {**STR, "default": "y"}, MEANING),
        "default removed": change({**STR, "default": "x"}, STR, MEANING),
        "description": change(STR, {**STR, "description": "words"}, SAFE, "a"),
        "format that is unknown": change(STR, {**STR, "format": "unheard-of"}, SAFE, "a"),
        "bound that does not concern the type": change(STR, {**STR, "minimum": 5}, SAFE, "a"),
        "exclusive bound of integers, the same": change(
            {**INT, "maximum": 4}, {**INT, "maximum": 5, "exclusiveMaximum": True}, SAFE, 4
        ),
    }


def members() -> dict[str, Case]:
    """Added and removed fields, and required ones."""
    free, strings = {"type": "object", PRESERVE: True}, {"type": "object", "additionalProperties": STR}
    forbidden = {"type": "object", "additionalProperties": False}
    return {
        "field added": of_fields(fields(a=STR), fields(a=STR, b=STR), SAFE, {"a": "x"}),
        "field added, with a default": of_fields(fields(a=STR), fields(a=STR, b={**STR, "default": "x"}), SAFE),
        "field removed": of_fields(fields(a=STR, b=STR), fields(a=STR), LOST, {"a": "x", "b": "y"}),
        "last field removed": of_fields(fields(b=STR), fields(), frozenset(("loses-data",)), {"b": "y"}),
        "field removed, still required": of_fields(
            fields(["b"], a=STR, b=STR), fields(["b"], a=STR), LOST | TIGHTER, {"b": "y"}
        ),
        "nested field removed": change(
            listing(fields(a=STR, b=STR)), listing(fields(a=STR)), LOST, [{"a": "x", "b": "y"}]
        ),
        "required added": of_fields(fields(a=STR, b=STR), fields(["b"], a=STR, b=STR), TIGHTER, {"a": "x"}),
        "required removed": of_fields(fields(["b"], b=STR), fields(b=STR), SAFE, {"b": "x"}),
        "required, with a default": of_fields(fields(a=STR), fields(["b"], a=STR, b={**STR, "default": "x"}), SAFE),
        "default removed of a required field": of_fields(
            fields(["b"], a=STR, b={**STR, "default": "x"}), fields(["b"], a=STR, b=STR), TIGHTER | MEANING, {"a": "x"}
        )._replace(unseen=frozenset(("forgiven-while-unchanged",))),
        "required at the root": Case(
            root(properties={"spec": fields(a=STR)}),
            root(properties={"spec": fields(a=STR)}, required=["spec"]),
            AT_ROOT,
            [{}],
        ),
        "status required at the root": Case(
            root(properties={"status": fields(a=STR)}),
            root(properties={"status": fields(a=STR)}, required=["status"]),
            AT_ROOT,
            [{}],
        ),
        "metadata required at the root": Case(root(), root(required=["metadata"]), SAFE, [{}]),
        "anyOf at the root": Case(
            root(properties={"spec": STR}),
            root(properties={"spec": STR}, anyOf=[{"required": ["spec"]}]),
            AT_ROOT,
            [{}],
            has_status=False,
        ),
        "fields of a map to declared ones": change(strings, fields(a=STR), LOST, {"a": "x", "b": "y"}),
        "declared fields to a map": change(fields(a=STR), strings, SAFE, {"a": "x"}),
        "map values tightened": change(
            strings, {"type": "object", "additionalProperties": {**STR, "maxLength": 1}}, TIGHTER, {"a": "xy"}
        ),
        "map forbidden": change(strings, forbidden, AT_ROOT | MERGED, {"a": "x"}),
        "map allowed": change(forbidden, strings, SAFE, {}),
        "unknown fields kept": change(fields(a=STR), {**fields(a=STR), PRESERVE: True}, SAFE, {"a": "x"}),
        "unknown fields no longer kept": change(
            {**fields(a=STR), PRESERVE: True}, fields(a=STR), LOST, {"a": "x", "b": 1}
        ),
        "free field gets a schema": change(
            {PRESERVE: True}, fields(a=STR), TIGHTER | LOST, {"a": 1}, "x", {"b": {"c": 1}}
        ),
        "unknown field gets a schema": change(
            free, {**free, "properties": {"a": STR}}, TIGHTER | MERGED | {"loses-data"}, {"a": 1}, {"a": {"b": 1}}
        ),
        "field loses its schema": change(fields(a=STR), {PRESERVE: True}, MEANING, {"a": "x"}),
        "unchanged but not to be compared": change(
            free, {**free, "minProperties": 2}, TIGHTER | {"refuses-updates"}, {"a": 1}, {}
        ),
        "embedded resource": change(
            free,
            {**free, EMBEDDED: True},
            AT_ROOT | LOST,
            {"a": 1},
            {"apiVersion": "v1", "kind": "A", "metadata": {"name": "x", "labels": 7}},
        ),
        "embedded resource no longer": change(
            {**fields(a=STR), EMBEDDED: True},
            fields(a=STR),
            LOST,
            {"apiVersion": "v1", "kind": "A", "metadata": {"name": "x"}, "a": "y"},
        ),
    }


def lists() -> dict[str, Case]:
    """The structure of lists and maps."""
    items = fields(["k"], k=STR, v=STR)
    plain, atomic = listing(items), listing(items, **{LIST_TYPE: "atomic"})
    one, other = [{"k": "a", "v": "1"}], [{"k": "b", "v": "2"}]
    twice = [{"k": "a"}, {"k": "a"}]
    strings, string_set = listing(STR), listing(STR, **{LIST_TYPE: "set"})
    granular, single = fields(a=STR, b=STR), {**fields(a=STR, b=STR), MAP_TYPE: "atomic"}
    two_keys = listing(fields(["k", "v"], k=STR, v=STR), **{LIST_TYPE: "map", KEYS: ["k", "v"]})
    one_key = listing(fields(["k", "v"], k=STR, v=STR), **{LIST_TYPE: "map", KEYS: ["k"]})
    pairs = [{"k": "a", "v": "1"}, {"k": "a", "v": "2"}]
    return {
        "list said to be atomic": change(plain, atomic, SAFE, one, applied=(one, other)),
        "list becomes a set": change(strings, string_set, TIGHTER | MERGED, ["a", "a"], applied=(["a"], ["b"])),
        "set becomes a list": change(string_set, strings, MERGED, ["a"], applied=(["a"], ["b"])),
        "list becomes a map": change(plain, keyed(), TIGHTER | MERGED, twice, applied=(one, other)),
        "map becomes a list": change(keyed(), atomic, MERGED, one, applied=(one, other)),
        "key added": change(one_key, two_keys, MERGED, one, applied=([pairs[0]], [pairs[1]])),
        "key removed": change(two_keys, one_key, TIGHTER | MERGED, pairs, applied=([pairs[0]], [pairs[1]])),
        "object becomes atomic": change(granular, single, MERGED, {"a": "x"}, applied=({"a": "x"}, {"b": "y"})),
        "object becomes granular": change(single, granular, MERGED, {"a": "x"}, applied=({"a": "x"}, {"b": "y"})),
        "items of a list": change(strings, listing({**STR, "maxLength": 1}), TIGHTER, ["ab"]),
        "items of a list of type map": change(
            keyed(), keyed({**STR, "maxLength": 1}), TIGHTER, [{"k": "a", "v": "ab"}]
        ),
    }


def rules() -> dict[str, Case]:
    """CEL rules."""

    def ruled(schema: Any, *texts: str, **more: Any) -> Any:
        return {**schema, RULES: [{"rule": text, **more} for text in texts]}

    at_root = root(properties={"spec": fields(a=INT)})
    guarded = "!has(self.spec) || !has(self.spec.a) || self.spec.a > 1"
    return {
        "rule added": change(INT, ruled(INT, "self > 1"), TIGHTER, 1),
        "rule removed": change(ruled(INT, "self > 1"), INT, SAFE, 2),
        "rule changed": change(ruled(INT, "self > 1"), ruled(INT, "self > 2"), TIGHTER, 2),
        "rule worded otherwise": change(ruled(INT, "self > 1"), ruled(INT, "self > 1", message="more"), SAFE, 2),
        "rules in another order": change(
            ruled(INT, "self > 1", "self > 0"), ruled(INT, "self > 0", "self > 1"), SAFE, 2
        ),
        "rule that may fail": change(
            fields(a=INT), ruled(fields(a=INT), "self.a > 1"),
            TIGHTER | {"refuses-updates", "breaks-status-writers"}, {"a": 1}, {},
        ),
        "rule of items": change(
            listing(INT, maxItems=3), listing(ruled(INT, "self > 1"), maxItems=3), TIGHTER, [1]
        ),
        "rule at the root": Case(
            at_root, ruled(at_root, guarded), AT_ROOT | {"breaks-status-writers"}, [{"spec": {"a": 1}}]
        ),
        "rule that lets no value change": change(
            INT, ruled(INT, "self == oldSelf"), frozenset(("refuses-updates",))
        ),
        "rule that never lets a value stay": change(
            INT, ruled(INT, "self > oldSelf"), frozenset(("refuses-updates", "breaks-status-writers")), 1
        ),
        "default changed below a rule": Case(
            root(properties={"spec": ruled(fields(a={**INT, "default": 2}), "self.a > 1")}),
            root(properties={"spec": ruled(fields(a={**INT, "default": 1}), "self.a > 1")}),
            TIGHTER | MEANING,
            [],
        ),
    }  # fmt: skip


def statuses() -> dict[str, Case]:
    """The same in a status subresource."""
    return {
        "status tightened": change(STR, {**STR, "maxLength": 1}, STATUS_TIGHTER, "ab", part="status"),
        "status field required": of_fields(
            fields(a=STR, b=STR), fields(["b"], a=STR, b=STR), STATUS_TIGHTER, {"a": "x"}, part="status"
        ),
        "status field removed": of_fields(
            fields(a=STR, b=STR), fields(a=STR), LOST | {"breaks-status-writers"}, {"a": "x", "b": "y"}, part="status"
        ),
        "status rule": change(INT, {**INT, RULES: [{"rule": "self > 1"}]}, STATUS_TIGHTER, 1, part="status"),
        "status list becomes a set": change(
            listing(STR), listing(STR, **{LIST_TYPE: "set"}), STATUS_TIGHTER | MERGED, ["a", "a"], part="status"
        ),
    }


CASES: dict[str, Case] = {**bounds(), **types(), **members(), **lists(), **rules(), **statuses()}
