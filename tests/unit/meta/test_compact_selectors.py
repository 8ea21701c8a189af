"""Tests that compact selectors select like parsed ones, and take about as much memory as their text."""

import random
import sys

import pytest

from kapivara.meta.compact_selectors import CompactFieldSelector, CompactLabelSelector
from kapivara.meta.selectors import parse_field_selector, parse_label_selector

LABELS = ("", "a", "b", "a.b", "ab", "7", "-8", "+7", "x" * 63)
KEYS = ("a", "a.b", "ab", "b", "example.com/a", "z")


def _label_term(chance: random.Random) -> str:
    key = chance.choice(KEYS)
    values = chance.sample([each for each in LABELS if each[:1] not in ("-", "+")], chance.randint(1, 4))
    return chance.choice(
        (
            key,
            f"!{key}",
            f"{key}={values[0]}",
            f"{key}!={values[0]}",
            f"{key} in ({','.join(values)})",
            f"{key} notin ({','.join(values)})",
            f"{key}>{chance.randint(0, 9)}",
            f"{key}<{chance.randint(0, 9)}",
        )
    )


@pytest.mark.parametrize("seed", range(20))
def test_labels_are_selected_alike(seed):
    chance = random.Random(seed)
    for _ in range(200):
        text = ",".join(_label_term(chance) for _ in range(chance.randint(1, 6)))
        selector = parse_label_selector(text)
        compact = CompactLabelSelector.of(selector)
        for _ in range(10):
            labels = {key: chance.choice(LABELS) for key in chance.sample(KEYS, chance.randint(0, len(KEYS)))}
            assert compact.matches(labels) is selector.matches(labels), (text, labels)


FIELDS = ("metadata.name", "metadata.namespace", "spec.x")
VALUES = ("", "a", "b", "a\\,b", "ü", "\U0001f600", "\x7f", "a\nb")


@pytest.mark.parametrize("seed", range(20))
def test_fields_are_selected_alike(seed):
    chance = random.Random(seed)
    for _ in range(200):
        terms = [f"{chance.choice(FIELDS)}{chance.choice(('=', '!='))}{chance.choice(VALUES)}" for _ in range(3)]
        selector = parse_field_selector(",".join(terms[: chance.randint(1, 3)]))
        compact = CompactFieldSelector.of(selector)
        assert not compact.is_met or compact.fields == selector.fields
        for _ in range(10):
            values = [each.replace("\\", "") for each in VALUES]
            fields = {key: chance.choice(values) for key in chance.sample(FIELDS, chance.randint(0, 3))}
            assert compact.matches(fields) is selector.matches(fields), (terms, fields)


def _size(compact: CompactLabelSelector | CompactFieldSelector) -> int:
    if isinstance(compact, CompactLabelSelector):
        return sys.getsizeof(compact.terms)
    return sum(sys.getsizeof(each) for term in compact.terms for each in term)


NAMES = [f"n{number:06x}" for number in range(20_000)]
LARGE = {
    "a set": f"app in ({','.join(NAMES)})",
    "no set": f"app notin ({','.join(NAMES)})",
    "labels": ",".join(NAMES),
    "no labels": ",".join(f"!{each}" for each in NAMES),
    "values": ",".join(f"{each}=a" for each in NAMES),
    "one label again and again": ",".join(["app"] * 50_000),
    "one label and many values": ",".join(f"app!={each}" for each in NAMES),
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_large_selectors_by_labels_are_small(text):
    assert _size(CompactLabelSelector.of(parse_label_selector(text))) < 1.6 * len(text)


@pytest.mark.parametrize("operator", ["=", "!="])
def test_large_selectors_by_fields_are_small(operator):
    many = ",".join(f"metadata.name{operator}{each}" for each in NAMES)
    for text in (many, f"metadata.name{operator}{'x' * 100_000}"):
        assert _size(CompactFieldSelector.of(parse_field_selector(text))) < 1.1 * len(text)


def test_a_value_of_a_large_set_is_found():
    compact = CompactLabelSelector.of(parse_label_selector(LARGE["a set"]))
    assert all(compact.matches({"app": each}) for each in NAMES[::97])
    assert not any(compact.matches({"app": each}) for each in ("", "n", "n0", "n00000", "o", "z" * 63))
