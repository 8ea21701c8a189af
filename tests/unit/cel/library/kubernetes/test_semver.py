"""Tests of `cel/library/kubernetes/semver.py`."""

from itertools import pairwise

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.library.kubernetes import semver


def _call(library, name, *values):
    overload = next(each for each in library[name].overloads if len(each.args) == len(values))
    return overload.call(Budget(), *values)


ORDER = ["0.9.9", "1.0.0-1", "1.0.0-2", "1.0.0-a", "1.0.0-a.1", "1.0.0-a.b", "1.0.0-b", "1.0.0", "1.0.1", "1.10.0"]


def test_versions_have_an_order():
    versions = [semver.to_semver(text) for text in ORDER]
    for one, other in pairwise(versions):
        assert semver.compare(Budget(), one, other) == -1
        assert semver.compare(Budget(), other, one) == 1
    assert semver.to_semver("1.2.3+a") == semver.to_semver("1.2.3+b")
    assert str(semver.to_semver("1.2.3-rc.1+b.2")) == "1.2.3-rc.1+b.2"


@pytest.mark.parametrize(
    ("text", "normal"),
    [("v1", "1.0.0"), ("1.02", "1.2.0"), ("01.00.003-a", "1.0.3-a"), ("0.0.00", "0.0.0"), ("v1.2.3", "1.2.3")],
)
def test_normalized_version(text, normal):
    assert str(semver.to_semver(text, True)) == normal


def test_large_versions_wrap():
    assert _call(semver.SEMVER, "major", semver.to_semver("18446744073709551615.0.0")) == -1
