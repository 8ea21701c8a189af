"""Tests of random values of built-in kinds: valid data is kept, the normal form is a fixed point, and no step fails.

No step changes its input. Kinds with large schemas or many hooks are tried with more objects than the others.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.apis.alone import NOW, Alone, read

from kapivara.apis.catalog.rows import CATALOG, DEFINITIONS, NAMESPACES
from kapivara.codec import decode_json, encode_json
from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import Bytes, ListOf, MapOf, Scalar, Struct
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, copy_json, deep_equal

FEW = settings(max_examples=20, deadline=None)
MANY = settings(max_examples=200, deadline=None)
TEXTS = (
    *("", "a", "Widget", "v1", "v2", "object", "string", "array", "integer", "set", "map", ".spec.a", "a.b", "x/y"),
    *("Webhook", "None", "https://x:1/a?b#c", "%", "é\n", "[", "'", "2020-01-01T00:00:00Z", "x.k8s.io", "kubernetes"),
)
STRAY = (None, True, False, 0, -1, 1.5, 2**63 - 1, 1e300, "", "x", [], [None], [[]], {}, {"a": None}, {"a": {"b": []}})
FITTING = {
    "v1.Time": (None, NOW),
    "v1.MicroTime": (None, "2030-01-02T03:04:05.000006Z"),
    "v1.Duration": ("1m30s", "0s"),
    "v1.FieldsV1": ({"f:spec": {}}, {}),
    "resource.Quantity": ("1", "100m", "1Gi", 2, 0.5, "1e3"),
    "intstr.IntOrString": (80, 0, "http", "25%", ""),
    "runtime.RawExtension": ({"kind": "A", "a": [1]}, {}, None),
}
"""Values for types with their own JSON format."""


def kinds(rows):
    """Returns the kinds of rows, at every version."""
    return [
        pytest.param(row.load().at(row.at(version), Alone()), id=f"{row.gvr(version).api_version} {row.kind}")
        for row in rows
        for version in row.versions
    ]


ALL = kinds(CATALOG)
RICH = kinds((DEFINITIONS, NAMESPACES))


class Maker:
    """Draws values that fit a shape, or in every other document mostly fit it."""

    def __init__(self, seed, *, stray=True):
        self.dice = random.Random(seed)
        self.stray = self.dice.choice((0, 0.01)) if stray else 0
        self.strange = 0.05 if stray else 0

    def value(self, shape, depth):
        """Draws one value of a shape."""
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
        """Draws a value for a type with its own JSON reader."""
        if go_name in FITTING:
            return self.dice.choice(FITTING[go_name])
        if go_name.startswith("v1.JSONSchemaPropsOr"):
            schema = self.struct(described("apis.groups.apiextensions.v1").struct("JSONSchemaProps"), depth - 1)
            others = {"Bool": True, "Array": [schema], "StringArray": ["a"]}
            return self.dice.choice((schema, others[go_name.removeprefix("v1.JSONSchemaPropsOr")]))
        return self.dice.choice(STRAY)

    def struct(self, shape, depth):
        """Fills all fields of small structs and a few of large ones."""
        fields = list(shape.tables.by_name.values())
        chosen = self.dice.sample(fields, min(len(fields), 6)) if len(fields) > 12 else fields
        value = {} if depth <= 0 else {field.name: self.value(field.shape, depth - 1) for field in chosen}
        if self.dice.random() < self.strange:
            value[self.dice.choice(TEXTS)] = self.dice.choice(STRAY)
        return value


def is_empty(value):
    """Returns whether a value is empty or contains only values that a type omits."""
    if isinstance(value, dict):
        return all(map(is_empty, value.values()))
    return not value


def lost(value, normal, shape, path=""):
    """Yields the places of a fitting value that its normal form lacks."""
    match shape:
        case Struct():
            for name, item in value.items():
                if not is_empty(item) and name not in normal:
                    yield f"{path}.{name}"
                elif item is not None and name in normal:
                    yield from lost(item, normal[name], shape.tables.by_name[name].shape, f"{path}.{name}")
        case ListOf():
            if len(value) != len(normal or ()):
                yield path
            for index, (item, kept) in enumerate(zip(value, normal or (), strict=False)):
                yield from lost(item, kept, shape.item, f"{path}[{index}]")
        case MapOf():
            if value.keys() != (normal or {}).keys():
                yield path
            for name in value.keys() & (normal or {}).keys():
                yield from lost(value[name], normal[name], shape.item, f"{path}[{name}]")
        case Scalar():
            if value != normal:
                yield path


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_what_fits_is_kept_and_read_back_from_its_json(kind, seed):
    value = Maker(seed, stray=False).struct(kind.shape, 9)
    typed = read(kind, value)
    assert typed.strict == ()
    assert list(lost(value, typed.value, kind.shape)) == []
    again = read(kind, decode_json(encode_json(typed.value)).value)
    assert again.strict == ()
    assert deep_equal(again.value, typed.value)


def check_normal_form(kind, seed):
    value = Maker(seed).struct(kind.shape, 7)
    before = copy_json(value)
    try:
        normal = read(kind, value).value
    except DecodeError:
        normal = None
    assert deep_equal(value, before)
    if normal is not None:
        normal.setdefault("metadata", {})["name"] = "one"
        kind.canonicalize(normal)
        again = decode_typed(normal, kind.shape)
        assert again.strict == ()
        assert deep_equal(again.value, normal)


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_the_normal_form_is_a_fixed_point(kind, seed):
    check_normal_form(kind, seed)


@pytest.mark.parametrize("kind", RICH)
@given(seed=st.integers(0, 2**32))
@MANY
def test_the_normal_form_of_rich_kinds_is_a_fixed_point(kind, seed):
    check_normal_form(kind, seed)


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_filling_in_defaults_again_changes_nothing(kind, seed):
    obj = read(kind, Maker(seed, stray=False).struct(kind.shape, 9)).value
    obj.setdefault("metadata", {})["name"] = "one"
    kind.apply_defaults(obj)
    once = copy_json(obj)
    kind.apply_defaults(obj)
    assert deep_equal(obj, once)


def check_steps(kind, seed):
    maker = Maker(seed)
    objects = []
    for _ in range(2):
        try:
            objects.append(read(kind, maker.struct(kind.shape, 9)).value)
        except DecodeError:
            continue
    for obj in objects:
        obj.setdefault("metadata", {})["name"] = "one"
        kind.apply_defaults(obj)
        kind.prepare_for_create(obj)
        kind.verdict(Operation(Verb.CREATE), obj, ABSENT)
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
            kind.verdict(Operation(Verb.UPDATE, name), changed, old)
        kind.mark_for_deletion(new, [])
        kind.is_released(new)


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_no_step_breaks(kind, seed):
    check_steps(kind, seed)


@pytest.mark.parametrize("kind", RICH)
@given(seed=st.integers(0, 2**32))
@MANY
def test_no_step_of_rich_kinds_breaks(kind, seed):
    check_steps(kind, seed)
