"""The target package of a type's validation, which also counts for types that refer to it."""

from __future__ import annotations

import pytest

from kapivara.generator.model.types import CommentLine, Package, Position
from kapivara.generator.sources.targets import generated_packages

INPUT = "+k8s:validation-gen-input=example.com/types"
NOT_REGISTERED = "+k8s:validation-gen-scheme-registry=nil"


def package(path: str, *markers: str) -> Package:
    made = Package(path, path)
    made.markers = tuple(CommentLine(text, Position("doc.go", 1, 1)) for text in ("+k8s:validation-gen=*", *markers))
    return made


@pytest.mark.parametrize(
    ("packages", "wanted"),
    [
        pytest.param([package("a")], {"a": "a"}, id="its own"),
        pytest.param([package("a", INPUT)], {"example.com/types": "a"}, id="another one's"),
        pytest.param([package("a", INPUT), package("b", INPUT)], {"example.com/types": "a"}, id="the first of two"),
        pytest.param(
            [package("example.com/types", NOT_REGISTERED), package("b", INPUT)],
            {"example.com/types": "b"},
            id="the one that registers",
        ),
        pytest.param(
            [package("a", INPUT), package("b", INPUT, NOT_REGISTERED)],
            {"example.com/types": "a"},
            id="the one that registers, though it comes first",
        ),
        pytest.param([Package("a", "a")], {"a": "a"}, id="without a marker"),
    ],
)
def test_the_package_that_counts(packages: list[Package], wanted: dict[str, str]) -> None:
    assert generated_packages(packages) == wanted


def test_packages_that_want_no_validation_do_not_count() -> None:
    out = Package("out", "out")
    out.markers = tuple(CommentLine(text, Position("doc.go", 1, 1)) for text in ("+k8s:validation-gen=false", INPUT))
    assert generated_packages([out, package("b", INPUT)]) == {"example.com/types": "b"}


def test_markers_that_are_not_right_do_not_count() -> None:
    assert generated_packages([package("a", INPUT, INPUT), package("b", INPUT)]) == {"example.com/types": "b"}
