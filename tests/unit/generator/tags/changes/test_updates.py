"""Tags on lists, enumerations, updates and dependencies: their plans, and their errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.plan.package_plan import FieldPlan
from kapivara.generator.plan.rule_calls import FunctionCall, Gated, RuleCall, ShapeOf
from kapivara.generator.planning.plan_sources import plan_packages
from kapivara.generator.sources.loading import read_sources

SUB = """
type Sub struct {
	X string `json:"x"`
	Y *string `json:"y,omitempty"`
	N int32 `json:"n"`
}
"""


def field_plan(folder: Path, tags: str, kind: str, more: str = SUB) -> FieldPlan:
    (folder / "doc.go").write_text("// +k8s:validation-gen=*\npackage v1\n")
    lines = "".join(f"\t// +k8s:{tag}\n" for tag in tags.split())
    field = f'\tA {kind} `json:"a"`\n\tB *string `json:"b"`\n\tC Sub `json:"c"`\n'
    (folder / "types.go").write_text(f"package v1\n\ntype Root struct {{\n{lines}{field}}}\n{more}")
    (plan,) = plan_packages(read_sources([folder]))
    root = next(each for each in plan.types if each.type.name.name == "Root")
    return next(each for each in root.fields if each.member.name == "A")


def calls(plan: FieldPlan) -> list[tuple[str, tuple[object, ...]]]:
    found = []
    for each in plan.calls:
        check = each.check
        while not isinstance(check, FunctionCall):
            check = check.inner.check  # type: ignore[union-attr]
        found.append((check.function, tuple(arg for arg in check.args if not isinstance(arg, ShapeOf))))
    return found


def told(folder: Path, tags: str, kind: str, more: str = SUB) -> str:
    with pytest.raises(AuthorErrors) as caught:
        field_plan(folder, tags, kind, more)
    return caught.value.errors[0].message.partition(": ")[2]


@pytest.mark.parametrize(
    ("tags", "kind", "wanted"),
    [
        pytest.param("listType=set", "[]string", [("unique_set", (False,))], id="set"),
        pytest.param("listType=set", "[]*Sub", [("ptr_slice_no_nils", ()), ("unique_set", (True,))], id="pointers"),
        pytest.param("listType=map listMapKey=x", "[]Sub", [("unique_map", (False, (("x", ""),)))], id="map"),
        pytest.param(
            "listType=map listMapKey=n listMapKey=y",
            *("[]Sub", [("unique_map", (False, (("n", 0), ("y", None))))]),
            id="two keys",
        ),
        pytest.param("listType=atomic unique=set", "[]string", [("unique_set", (False,))], id="unique set"),
        pytest.param(
            "unique=map listMapKey=x listType=atomic",
            *("[]Sub", [("unique_map", (False, (("x", ""),)))]),
            id="unique map",
        ),
        pytest.param("listType=set customUnique maxItems=3", "[]string", [("max_items", (3,))], id="custom unique"),
        pytest.param("update=NoUnset update=NoSet", "string", [("update_value", (("NoSet", "NoUnset"),))], id="merged"),
        pytest.param("update=NoClear", "*string", [("update_pointer", (("NoUnset",),))], id="the KEP's spelling"),
        pytest.param(
            "update=NoClear,NoModify update=NoSet",
            *("string", [("update_value", (("NoSet", "NoUnset", "NoModify"),))]),
            id="several in one",
        ),
        pytest.param(
            "listType=set eachVal=+k8s:update=NoSet eachVal=+k8s:update=NoUnset",
            *("[]string", [("update_items", (("NoAddItem", "NoRemoveItem"), False)), ("unique_set", (False,))]),
            id="items of a set",
        ),
        pytest.param(
            "eachVal=+k8s:ifEnabled(X)=+k8s:update=NoUnset",
            *("map[string]string", [("update_map", (("NoRemoveItem",),))]),
            id="entries of a map",
        ),
        pytest.param("update=NoModify", "Sub", [("update_struct", (("NoModify",),))], id="struct"),
        pytest.param("update=NoSet", "[]string", [("update_list", (("NoSet",),))], id="list as a whole"),
        pytest.param("update=NoAddItem", "map[string]string", [("update_map", (("NoAddItem",),))], id="map entries"),
        pytest.param(
            "listType=map listMapKey=x update=NoRemoveItem customUnique",
            *("[]Sub", [("update_items", (("NoRemoveItem",), False, (("x", ""),)))]),
            id="items by key",
        ),
        pytest.param("eachVal=+k8s:update=NoModify", "map[string]int", [("update_value", (("NoModify",),))], id="each"),
        pytest.param("immutable", "string", [("immutable", ())], id="immutable"),
    ],
)
def test_plans(tmp_path: Path, tags: str, kind: str, wanted: list[tuple[str, tuple[object, ...]]]) -> None:
    assert calls(field_plan(tmp_path, tags, kind)) == wanted


@pytest.mark.parametrize(
    ("tags", "kind", "message"),
    [
        ("listType=set alpha=+k8s:unique=set", "[]string", 'unique tag is redundant for listType="set"'),
        ("listType=set listType=set", "[]string", "listType cannot be specified more than once"),
        ("unique=set unique=set listType=atomic", "[]string", "unique tag cannot be specified more than once"),
        ("eachVal=+k8s:update=NoSet", "[]string", "does not apply to list values, attach it to the enclosing field"),
        (
            "listType=atomic eachVal=+k8s:update=NoSet",
            "[]string",
            'tag "k8s:eachVal": tag "k8s:update": +k8s:update=NoSet does not apply to list values, attach it to the '
            "enclosing field",
        ),
        ("listType=set eachVal=+k8s:update=NoAddItem", "[]string", "list values, attach it to the enclosing field"),
        ("eachVal=+k8s:update=NoRemoveItem", "map[string]string", "map values, attach it to the enclosing field"),
        ("update=NoSet,NoThing", "string", "unknown +k8s:update constraint: NoThing"),
        ('update="NoSet,NoUnset"', "string", "unknown +k8s:update constraint: NoSet,NoUnset"),
        ("eachVal=+k8s:update=NoModify", "map[string][]string", "elements that are themselves lists or maps"),
        (
            "customUnique eachVal=+k8s:update=NoModify",
            "[]string",
            "requires the enclosing list to use listType=map or unique=map (got )",
        ),
        ("listType=atomic update=NoAddItem", "[]string", "unique=map to define item identity"),
        ('dependentRequired("c")', "*string", 'dependent field "C" has unsupported type kind Struct'),
        ('dependentForbidden("zz")', "*string", 'no sibling field with JSON name "zz"'),
        ('dependentForbidden("b")=true', "*string", "tag value has wrong type: got bool, want "),
    ],
)
def test_refusals(tmp_path: Path, tags: str, kind: str, message: str) -> None:
    assert told(tmp_path, tags, kind).endswith(message)


def test_places_of_deferred_mistakes(tmp_path: Path) -> None:
    with pytest.raises(AuthorErrors) as caught:
        field_plan(tmp_path, "optional unique=set", "[]string")
    (error,) = caught.value.errors
    assert error.place is not None
    assert (error.place.line, error.hint) == (5, "add +k8s:listType=atomic beside +k8s:unique")


@pytest.mark.parametrize(
    ("tags", "level"),
    [
        pytest.param("alpha=+k8s:listType=set", "alpha", id="on the list type"),
        pytest.param("alpha=+k8s:unique=set listType=atomic", "alpha", id="on unique"),
        pytest.param("alpha=+k8s:listType=atomic beta=+k8s:unique=set", "alpha", id="the first one's rule"),
        pytest.param("beta=+k8s:update=NoSet", "beta", id="on update"),
    ],
)
def test_levels(tmp_path: Path, tags: str, level: str) -> None:
    (call,) = field_plan(tmp_path, tags, "[]string").calls
    assert call.level == level


def test_gated_lists_keep_their_identity(tmp_path: Path) -> None:
    plan = field_plan(tmp_path, "ifEnabled(X)=+k8s:listType=map listMapKey=x update=NoAddItem", "[]Sub")
    gated = [each for each in plan.calls if isinstance(each.check, Gated)]
    assert len(gated) == 1
    assert ("update_items", (("NoAddItem",), False, (("x", ""),))) in calls(plan)


def enum_call(folder: Path, constants: str) -> RuleCall:
    more = f"{SUB}\n// +k8s:enum\ntype Mode string\n\nconst (\n{constants}\n)\n"
    field_plan(folder, "optional", "Mode", more)
    (plan,) = plan_packages(read_sources([folder]))
    return next(each for each in plan.types if each.type.name.name == "Mode").calls[0]


@pytest.mark.parametrize(
    ("constants", "values", "exclusions"),
    [
        pytest.param('B Mode = "b"\nA Mode = "a"\nC Mode = "b"', ("a", "b"), (), id="equal values once, sorted"),
        pytest.param('A Mode = "a"\n// +k8s:enumExclude\nB Mode = "b"', ("a",), (), id="excluded"),
        pytest.param(
            '// +k8s:ifEnabled(X)=+k8s:enumExclude\nA Mode = "a"\n'
            '// longer than the one above, by a few letters\nB Mode = "a"',
            *(("a",), ()),
            id="the longer comment wins",
        ),
        pytest.param(
            "// +k8s:ifEnabled(X)=+k8s:enumExclude\n// +k8s:ifDisabled(Z)=+k8s:enumExclude\n"
            '// +k8s:ifDisabled(Y)=+k8s:enumExclude\nB Mode = "a"\n'
            '// +k8s:ifOptionEnabled(O)=+k8s:enumExclude\nA Mode = "z"',
            *(("a", "z"), (("z", "O", True), ("a", "Y", False), ("a", "Z", False), ("a", "X", True))),
            id="by names of constants, off before on",
        ),
    ],
)
def test_enums(tmp_path: Path, constants: str, values: object, exclusions: object) -> None:
    check = enum_call(tmp_path, constants).check
    assert isinstance(check, FunctionCall)
    assert check.args[:2] == (values, exclusions)
    assert (check.holds is None) is bool(exclusions)
