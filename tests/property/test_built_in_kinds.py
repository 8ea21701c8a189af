"""Built-in kinds of whatever comes: the normal form is a fixed point, input is left alone, and no step ever breaks."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.apis.alone import NOW, kind_of, read

from kapivara.apis.catalog import DEFINITIONS, NAMESPACES
from kapivara.codec.described import described
from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import Bytes, ListOf, MapOf, Scalar, Struct
from kapivara.codec.typed import decode_typed
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, copy_json, deep_equal

PROFILE = settings(max_examples=200, deadline=None)
TEXTS = (
    *("", "a", "Widget", "v1", "v2", "object", "string", "array", "integer", "set", "map", ".spec.a", "a.b", "x/y"),
    *("Webhook", "None", "https://x:1/a?b#c", "%", "é\n", "[", "'", "2020-01-01T00:00:00Z", "x.k8s.io", "kubernetes"),
)
STRAY = (None, True, False, 0, -1, 1.5, 2**63 - 1, 1e300, "", "x", [], [None], [[]], {}, {"a": None}, {"a": {"b": []}})
KINDS = [pytest.param(kind_of(row), kind_of(row).shape, id=row.kind) for row in (DEFINITIONS, NAMESPACES)]


class Maker:
    """Makes values that fit a shape, or in every other document mostly do."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.stray = self.dice.choice((0, 0.01))

    def value(self, shape, depth):
        """Makes one value of a shape."""
        dice = self.dice
        if dice.random() < self.stray:
            return dice.choice(STRAY)
        match shape:
            case Struct():
                return self.struct(shape, depth)
            case ListOf():
                return [self.value(shape.item, depth - 1) for _ in range(dice.randrange(3) if depth > 0 else 0)]
            case MapOf():
                return {dice.choice(TEXTS): self.value(shape.item, depth - 1) for _ in range(2 if depth > 0 else 0)}
            case Bytes():
                return dice.choice(("YQ==", "", "LS0tLS1CRUdJTiBYLS0tLS0="))
            case Scalar(kind="string"):
                return dice.choice(TEXTS)
            case Scalar(kind="bool"):
                return dice.random() < 0.5
            case Scalar():
                return dice.choice((0, 1, 2, 443, shape.high))
        return self.custom(shape.go_name, depth)

    def custom(self, go_name, depth):
        """Makes a value for a reader of its own."""
        if go_name == "v1.Time":
            return self.dice.choice((None, NOW))
        if go_name.startswith("v1.JSONSchemaPropsOr"):
            schema = self.struct(described("apis.apiextensions.v1").struct("JSONSchemaProps"), depth - 1)
            return self.dice.choice((schema, True if go_name.endswith("Bool") else [schema]))
        return self.dice.choice(STRAY)

    def struct(self, shape, depth):
        """Fills all fields of small structs and a few of large ones."""
        fields = list(shape.tables.by_name.values())
        chosen = self.dice.sample(fields, min(len(fields), 6)) if len(fields) > 12 else fields
        value = {} if depth <= 0 else {field.name: self.value(field.shape, depth - 1) for field in chosen}
        if self.dice.random() < 0.05:
            value[self.dice.choice(TEXTS)] = self.dice.choice(STRAY)
        return value


@pytest.mark.parametrize(("kind", "shape"), KINDS)
@given(seed=st.integers(0, 2**32))
@PROFILE
def test_the_normal_form_is_a_fixed_point(kind, shape, seed):
    value = Maker(seed).struct(shape, 7)
    before = copy_json(value)
    try:
        normal = read(kind, value).value
    except DecodeError:
        normal = None
    assert deep_equal(value, before)
    if normal is not None:
        normal["metadata"]["name"] = "one"
        kind.canonicalize(normal)
        again = decode_typed(normal, shape)
        assert again.strict == ()
        assert deep_equal(again.value, normal)


@pytest.mark.parametrize(("kind", "shape"), KINDS)
@given(seed=st.integers(0, 2**32))
@PROFILE
def test_no_step_breaks(kind, shape, seed):
    maker = Maker(seed)
    objects = []
    for _ in range(2):
        try:
            objects.append(read(kind, maker.struct(shape, 9)).value)
        except DecodeError:
            continue
    for obj in objects:
        obj["metadata"]["name"] = "one"
        kind.apply_defaults(obj)
        kind.prepare_for_create(obj)
        kind.validate(Operation(Verb.CREATE), obj, ABSENT)
        kind.warnings(Operation(Verb.CREATE), obj, ABSENT)
        kind.canonicalize(obj)
        kind.surroundings.peers = objects[:1]
        kind.propose(obj, is_new=True)
        kind.selectable_fields(obj)
    if len(objects) == 2:
        new, old = objects
        for name, subresource in kind.subresources.items():
            changed = copy_json(new)
            subresource.prepare(changed, old)
            kind.validate(Operation(Verb.UPDATE, name), changed, old)
        kind.mark_for_deletion(new, [])
        kind.is_released(new)
