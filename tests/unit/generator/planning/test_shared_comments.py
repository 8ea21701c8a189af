"""Fields with equal tags share results, but not places of errors, nor numbers that equal booleans."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.emission.old_values import types_using_old_values
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule, generate
from kapivara.generator.planning.plan_sources import plan_packages
from kapivara.generator.sources.loading import read_sources

CREATE = Operation(Verb.CREATE)
Validators = Callable[..., GeneratedModule]


def _write(folder: Path, types: str) -> Path:
    (folder / "types.go").write_text(f"package v1\n\n{types}")
    return folder


def _struct(*lines: str) -> str:
    return "\n\t".join(("type A struct {", *lines)) + "\n}\n"


_ITEM = 'type B struct {\n\tN string `json:"n"`\n}\n'


@pytest.mark.parametrize(
    ("types", "places"),
    [
        (
            _struct(
                "// +k8s:maxLength=3", "X string", "// +k8s:maxLength=3", "Y int", "//  +k8s:maxLength=3", "Z bool"
            ),
            [(6, 6), (8, 7)],
        ),
        (
            _struct(
                *("// +k8s:eachVal=+k8s:maxLength=3", "X map[string]string"),
                *("// +k8s:eachVal=+k8s:maxLength=3", "Y map[string]int32"),
            ),
            [(6, 19)],
        ),
        (_struct("// +k8s:listType=map", "X []B", "// +k8s:listType=map", "Y []B") + _ITEM, [(4, 6), (6, 6)]),
        (_struct("// +k8s:maxLength=", "X string", "// +k8s:maxLength=", "Y string"), [(4, 6), (6, 6)]),
    ],
    ids=["on another type", "inside a tag", "told later", "no tag at all"],
)
def test_mistakes_in_equal_comments_have_their_own_places(tmp_path: Path, types: str, places: list[tuple[int, int]]):
    with pytest.raises(AuthorErrors) as told:
        generate(read_sources([_write(tmp_path, types)]))
    found = [(each.place.line, each.place.column) for each in told.value.errors if each.place is not None]
    assert found == places


def test_calls_are_not_shared_for_being_equal(tmp_path: Path):
    types = """type A struct {
	// +k8s:neq=false
	X bool `json:"x"`
	// +k8s:neq=0
	Y int `json:"y"`
}
"""
    (made,) = generate(read_sources([_write(tmp_path, types)]))
    assert "rules.neq(op, path, new, old, False)" in made.source
    assert "rules.neq(op, path, new, old, 0)" in made.source


def test_tags_of_maps_hold_in_every_field(validators: Validators):
    module = validators("""type A struct {
	// +k8s:eachKey=+k8s:maxLength=2
	// +k8s:eachVal=+k8s:maxLength=3
	X map[string]string `json:"x"`
	// +k8s:eachKey=+k8s:maxLength=2
	// +k8s:eachVal=+k8s:maxLength=3
	Y map[string]string `json:"y"`
}""")
    errors = module.validate("A", CREATE, {"x": {"long": "a"}, "y": {"a": "long"}})
    assert [str(each.field) for each in errors] == ["x", "y[a]"]


def test_a_default_beside_the_same_tag_counts(validators: Validators):
    module = validators("""type A struct {
	// +k8s:optional
	X *string `json:"x"`
	// +k8s:optional
	// +default="a"
	Y *string `json:"y"`
}""")
    assert [str(each.field) for each in module.validate("A", CREATE, {})] == ["y"]


def test_types_look_back_with_what_they_lead_to(tmp_path: Path):
    types = """type Top struct {
	Middle []Middle `json:"middle"`
	Plain Plain `json:"plain"`
}
type Middle struct {
	Low *Low `json:"low"`
}
type Low struct {
	// +k8s:immutable
	X string `json:"x"`
}
type Plain struct {
	// +k8s:required
	X string `json:"x"`
}
"""
    (plan,) = plan_packages(read_sources([_write(tmp_path, types)]))
    assert {each.name.name for each in types_using_old_values(plan)} == {"Top", "Middle", "Low"}
