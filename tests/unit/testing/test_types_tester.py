"""Tests of the tester for types: values are validated, errors compared, and failures explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara import testing
from kapivara.field import ErrorType, FieldPath, invalid
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.testing import ErrorMatcher, TypeSet, error

TYPES = """package v1

// +k8s:supportsSubresource="/status"
type Widget struct {
	// +k8s:required
	// +k8s:maxLength=5
	Name string `json:"name"`
	// +k8s:optional
	// +k8s:minimum=1
	// +k8s:ifEnabled(Fast)=+k8s:maximum=10
	Size *int32 `json:"size,omitempty"`
	// +k8s:optional
	// +k8s:immutable
	Color *string `json:"color,omitempty"`
	// +k8s:optional
	// +k8s:alpha=+k8s:maxItems=1
	Parts []Part `json:"parts,omitempty"`
}

// +k8s:validation-gen=false
type Part struct {
	// +k8s:required
	ID string `json:"id"`
}

type Probed struct {
	// +k8s:validateFalse="first"
	// +k8s:validateFalse="second"
	A string `json:"a"`
}

// +k8s:customValidation
type Custom struct {
	A string `json:"a"`
}
"""
CUSTOM = """package v1

import (
	"context"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func ValidateCustom_Custom(ctx context.Context, op operation.Operation, fldPath *field.Path, """
CUSTOM += """value, oldValue *Custom) field.ErrorList {
	return nil
}
"""


@pytest.fixture
def types(tmp_path: Path) -> TypeSet:
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "doc.go").write_text("// +k8s:validation-gen=*\n// +k8s:validation-gen-nolint\npackage v1\n")
    (folder / "types.go").write_text(TYPES)
    (folder / "validations.go").write_text(CUSTOM)
    by_hand = {"ValidateCustom_Custom": lambda op, path, new, old: [invalid(path, new["a"], "by hand")]}
    return testing.load_types(folder, hand_written=by_hand)


def test_types_are_found_by_name(types: TypeSet) -> None:
    assert list(types) == ["Widget", "Part", "Probed", "Custom"]
    with pytest.raises(KeyError, match=r"no type Widgets in v1: did you mean Widget\?"):
        _ = types["Widgets"]


def test_what_is_valid(types: TypeSet) -> None:
    widget = types["Widget"].value({"name": "a", "size": 3}).with_options(Fast=True)
    widget.expect_valid()
    widget.old_value({"name": "b"}).expect_valid()


def test_errors_in_any_order(types: TypeSet) -> None:
    types["Widget"].value({"name": "toolong", "size": 11}).with_options({"Fast": True}).expect_errors(
        error("invalid", "size", origin="maximum"),
        error("too_long", "name", origin="maxLength", detail="more than 5"),
    )


def test_options_that_are_not_named_are_undefined(types: TypeSet) -> None:
    types["Widget"].value({"name": "a", "size": 1}).expect_errors(error("internal", "size", detail="undefined"))


def test_updates(types: TypeSet) -> None:
    widget = types["Widget"].value({"name": "a", "color": "red"})
    widget.expect_valid()
    widget.old_value({"name": "a", "color": "blue"}).expect_errors(error("invalid", "color", origin="immutable"))


def test_subresources(types: TypeSet) -> None:
    widget = types["Widget"].value({"name": "a"})
    widget.with_subresource("/status").expect_valid()
    widget.with_subresource("scale").expect_errors(error("internal", "<nil>", detail="no validation found"))


def test_types_that_are_not_registered_can_be_tested(types: TypeSet) -> None:
    types["Part"].value({}).expect_errors(error("required", "id"))


def test_levels_and_values_are_compared_where_given(types: TypeSet) -> None:
    widget = types["Widget"].value({"name": "a", "parts": [{"id": "a"}, {"id": "b"}]})
    widget.expect_errors(error("too_many", "parts", bad_value=2, level="alpha", short_circuit=True))
    with pytest.raises(AssertionError, match="level beta"):
        widget.expect_errors(error("too_many", "parts", level="beta"))


def test_hand_written_functions_are_called(types: TypeSet) -> None:
    types["Custom"].value({"a": "x"}).expect_errors(error("invalid", "<nil>", bad_value="x", detail="by hand"))


def test_a_failure_tells_all(types: TypeSet) -> None:
    attempt = types["Widget"].value({"name": "", "size": 0}).old_value({"name": "x"}).with_options(Fast=False)
    with pytest.raises(AssertionError) as failure:
        attempt.expect_errors(error("required", "name"), error("forbidden", "size", origin="o"))
    assert str(failure.value) == (
        "Widget (update): 1 expected error is missing, 1 error was not expected\n"
        "  missing:     Forbidden at size, origin o\n"
        "  unexpected:  size: Invalid value: 0: must be greater than or equal to 1 [origin=minimum]\n"
        '  value:       {"name":"","size":0}\n'
        '  old value:   {"name":"x"}\n'
        "  options:     {'Fast': False}"
    )


def test_a_matcher_of_one_s_own(types: TypeSet) -> None:
    attempt = types["Widget"].value({"name": "a", "size": 0}).with_options(Fast=False)
    wanted = invalid(FieldPath.of("size"), 0, "must be greater")
    matcher = ErrorMatcher().by_type().by_field().by_value()
    attempt.expect_matching(matcher.by_detail_substring(), [wanted])
    with pytest.raises(AssertionError, match=r'missing:     \{Type="Invalid value", Field="size"'):
        attempt.expect_matching(matcher.by_detail_exact(), [wanted])


def test_probes(types: TypeSet) -> None:
    attempt = types["Probed"].value({"a": "x"})
    attempt.expect_probes({"a": ["second", "first"]})
    with pytest.raises(AssertionError, match="other tags are reached"):
        attempt.expect_probes({"a": ["first"]})


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({"nam": "a"}, 'unknown field "nam"'),
        ({"size": "3"}, "cannot unmarshal string"),
        ({"size": 1 << 40}, "cannot unmarshal number"),
        ([], "cannot unmarshal array"),
    ],
)
def test_values_that_the_type_cannot_have(value: object, complaint: str, types: TypeSet) -> None:
    with pytest.raises(ValueError, match=complaint):
        types["Widget"].value(value).expect_valid()


@pytest.mark.parametrize("name", ["too_long", "TooLong", "too-long", "FieldValueTooLong", ErrorType.TOO_LONG])
def test_names_of_error_types(name: str) -> None:
    assert error(name).type is ErrorType.TOO_LONG


def test_unknown_error_types() -> None:
    with pytest.raises(ValueError, match="did you mean 'invalid'"):
        error("invalidd")


def test_sources_that_are_not_right(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text("package v1\n\ntype A struct {\n\t// +k8s:maxLength=x\n\tB string\n}\n")
    with pytest.raises(AuthorErrors, match=r"types\.go:4:"):
        testing.load_types(tmp_path)


def test_python_types(tmp_path: Path) -> None:
    source = "from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    # +k8s:required\n    name: str\n"
    (tmp_path / "types.py").write_text(source)
    types = testing.load_types(tmp_path / "types.py")
    types["A"].value({}).expect_errors(error("required", "name"))


UNREACHED = """package v1

type Widget struct {
	TypeMeta string `json:"kind"`
}

type Alone struct {
	// +k8s:required
	// +k8s:maxLength=3
	Name string `json:"name"`
}

type Wrong struct {
	// +k8s:maxLength=3
	Size int32 `json:"size"`
}

type Holder struct {
	Wrong *Wrong `json:"wrong"`
}
"""


@pytest.fixture
def unreached(tmp_path: Path) -> TypeSet:
    (tmp_path / "doc.go").write_text("// +k8s:validation-gen=TypesWithField=TypeMeta\npackage v1\n")
    (tmp_path / "types.go").write_text(UNREACHED)
    return testing.load_types(tmp_path)


def test_a_type_that_nothing_leads_to_has_its_rules(unreached: TypeSet) -> None:
    unreached["Alone"].value({"name": "abcd"}).expect_errors(error("too_long", "name", origin="maxLength"))
    unreached["Widget"].value({}).expect_valid()


@pytest.mark.parametrize("name", ["Wrong", "Holder"])
def test_a_type_that_nothing_selects_is_refused_when_it_is_asked_for(unreached: TypeSet, name: str) -> None:
    with pytest.raises(AuthorErrors, match="can only be used on string types"):
        unreached[name]
    assert sorted(unreached) == ["Alone", "Widget"]


OWN_JSON = """package v1

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type Stamp struct {
	metav1.Time `json:",inline"`
}

type Box struct {
	runtime.RawExtension `json:",inline"`
}

type Widget struct {
	Stamp    Stamp              `json:"stamp"`
	Box      *Box               `json:"box"`
	Amount   resource.Quantity  `json:"amount"`
	Port     intstr.IntOrString `json:"port"`
	Micro    metav1.MicroTime   `json:"micro"`
	Duration metav1.Duration    `json:"duration"`
	// +k8s:optional
	// +k8s:maximum=5
	Wait time.Duration `json:"wait"`
}
"""


def test_made_up_values_of_types_with_json_of_their_own_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text(OWN_JSON)
    widget = testing.load_types(tmp_path)["Widget"]
    made = [each.new for each in widget.examples(200, seed=1)]
    normal = [widget.normal(each) for each in made]
    assert {type(each.get("stamp")) for each in normal} == {str, type(None)}
    assert {6, 5} <= {each.get("wait") for each in made}
