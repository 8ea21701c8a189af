"""Lint: details of single rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.lint import Finding, LintOptions, Severity, lint_sources
from kapivara.generator.lint.exceptions import read_exceptions
from kapivara.generator.lint.rules.unknown_tags import suggestion
from kapivara.generator.lint.rules.versions import version_order
from kapivara.generator.sources.loading import Root, SourceOptions, read_sources
from kapivara.generator.tags.all_tags import HANDLERS

TYPES = """
type Word string

// +k8s:enum
type Color string

const (
	Red  Color = "red"
	Blue Color = "blue"
)
"""


def lint(folder: Path, packages: dict[str, str], **options: object) -> list[Finding]:
    for name, source in packages.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "types.go").write_text(f"package {name.split('/')[-1]}\n{source}\n")
        (folder / name / "doc.go").write_text(f"// +k8s:validation-gen=*\npackage {name.split('/')[-1]}\n")
    paths = [folder / name for name in packages]
    sources = read_sources(paths, SourceOptions(roots=(Root("example.com", folder),)))
    return lint_sources(sources, LintOptions(**options))  # type: ignore[arg-type]


def field(text: str) -> str:
    *tags, declaration = text.split(" | ")
    return "".join(f"\t// +{tag}\n" for tag in tags) + f"\t{declaration}\n"


def of_fields(folder: Path, *fields: str, package: str = "v1", **options: object) -> list[tuple[str, str]]:
    source = "type Root struct {\n" + "".join(map(field, fields)) + "}\n" + TYPES
    return [(each.rule, each.message) for each in lint(folder, {package: source}, **options)]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('k8s:optional | default=0 | k8s:minimum=1 | A *int32 `json:"a"`', "0 is refused"),
        ('k8s:optional | default="green" | A *Color `json:"a"`', 'supported values: "blue", "red"'),
        ('k8s:optional | default="a b" | k8s:format=k8s-short-name | A *string `json:"a"`', "RFC 1123"),
        ('k8s:optional | default=["abcd"] | k8s:eachVal=+k8s:maxLength=3 | A []string `json:"a"`', "a[0]: Too long"),
        ('k8s:optional | default=5 | k8s:ifEnabled(X)=+k8s:maximum=3 | A *int32 `json:"a"`', "less than or equal to 3"),
        (
            'k8s:optional | default=5 | k8s:ifDisabled(X)=+k8s:maximum=3 | A *int32 `json:"a"`',
            "less than or equal to 3",
        ),
        ('default="x" | A *int32 `json:"a"`', "does not fit *int32"),
        ('default=99999999999 | A *int32 `json:"a"`', "does not fit *int32"),
        ('default=1 | default=2 | A *int32 `json:"a"`', "a second default"),
        ('default=x | A *string `json:"a"`', "no JSON"),
        ('default=ref(Rde) | A *string `json:"a"`', "v1.Rde"),
    ],
)
def test_bad_defaults(text: str, part: str, tmp_path: Path) -> None:
    ((rule, message),) = of_fields(tmp_path, text)
    assert rule == "default-value"
    assert part in message


@pytest.mark.parametrize(
    "text",
    [
        'k8s:optional | default="red" | A *Color `json:"a"`',
        'k8s:optional | default=0 | k8s:minimum=0 | A int32 `json:"a"`',
        'default={"a": 1} | A map[string]int32 `json:"a"`',
        'default=ref(Red) | A *Color `json:"a"`',
        'default="a" | A Word `json:"a"`',
    ],
)
def test_good_defaults(text: str, tmp_path: Path) -> None:
    assert [rule for rule, _ in of_fields(tmp_path, text) if rule.startswith("default")] == []


def test_rules_about_several_fields_do_not_judge_defaults(tmp_path: Path) -> None:
    members = ('default=1 | k8s:optional | k8s:unionMember | A *int32 `json:"a"`',)
    assert of_fields(tmp_path, *members, 'k8s:optional | k8s:unionMember | B *int32 `json:"b"`') == []


def test_a_default_for_what_is_forbidden_is_an_error(tmp_path: Path) -> None:
    source = 'type Root struct {\n// +default=1\n// +k8s:beta=+k8s:forbidden\nA *int32 `json:"a"`\n}'
    found = lint(tmp_path, {"v1": source}, select=frozenset(["default-presence"]))
    assert [each.severity for each in found] == [Severity.ERROR]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('k8s:optional | k8s:required | A string `json:"a"`', "+k8s:optional and +k8s:required exclude each other"),
        ('k8s:optional | k8s:optional | A string `json:"a"`', "+k8s:optional stands here twice"),
        ('k8s:optional | k8s:alpha=+k8s:required | A string `json:"a"`', None),
        ('k8s:optional | k8s:ifEnabled(X)=+k8s:required | A string `json:"a"`', None),
        ('k8s:alpha=+k8s:optional | k8s:alpha=+k8s:required | A string `json:"a"`', "exclude each other"),
    ],
)
def test_presence_tags_exclude_each_other(text: str, message: str | None, tmp_path: Path) -> None:
    found = of_fields(tmp_path, text)
    assert [rule for rule, _ in found] == ["exclusive-presence"] * (message is not None)
    assert message is None or message in found[0][1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('k8s:optional | k8s:minimum=1 | A int32 `json:"a"`', True),
        ('k8s:optional | k8s:maximum=-1 | A int32 `json:"a"`', True),
        ('k8s:optional | k8s:alpha=+k8s:neq=0 | A int32 `json:"a"`', True),
        ('k8s:optional | k8s:exclusiveMinimum=0 | A int32 `json:"a"`', True),
        ('k8s:optional | k8s:minLength=1 | A string `json:"a"`', True),
        ('k8s:optional | k8s:minLength=1 | A Word `json:"a"`', True),
        ('k8s:required | A bool `json:"a"`', True),
        ('k8s:required | k8s:minimum=0 | A int32 `json:"a"`', True),
        ('k8s:optional | k8s:minimum=0 | A int32 `json:"a"`', False),
        ('k8s:optional | k8s:minimum=1 | A *int32 `json:"a"`', False),
        ('k8s:optional | k8s:format=k8s-short-name | A string `json:"a"`', False),
        ('k8s:optional | A Color `json:"a"`', False),
        ('k8s:required | k8s:minimum=1 | A int32 `json:"a"`', False),
        ('k8s:optional | A bool `json:"a"`', False),
    ],
)
def test_zero_values(text: str, found: bool, tmp_path: Path) -> None:
    rules = [rule for rule, _ in of_fields(tmp_path, text)]
    assert ("zero-value" in rules) is found


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('k8s:optional | k8s:update=NoClear | A *string `json:"a"`', "unknown +k8s:update constraint: NoClear"),
        (
            'k8s:optional | k8s:update=NoModify,NoUnset | A *string `json:"a"`',
            "failed to parse tags: unexpected character ',' at position 20: [k8s:update=NoModify,NoUnset]",
        ),
        (
            'k8s:optional | k8s:listType=set | k8s:eachVal=+k8s:update=NoUnset | A []string `json:"a"`',
            "+k8s:update=NoUnset does not apply to list values, attach it to the enclosing field",
        ),
        (
            'k8s:optional | k8s:eachVal=+k8s:update=NoSet | A map[string]string `json:"a"`',
            "+k8s:update=NoSet does not apply to map values, attach it to the enclosing field",
        ),
        ('k8s:optional | k8s:ifOptionEnabled(X)=+k8s:maxLength=3 | A *string `json:"a"`', "ignores it silently"),
        ('k8s:optional | k8s:eachVal=+k8s:exclusiveMinimum=3 | A []int32 `json:"a"`', "crashes on it"),
        (
            'k8s:optional | k8s:minimum(constraint: b) | A *int32 `json:"a"`\n// +k8s:optional\nB *int32 `json:"b"`',
            'tag "k8s:minimum": unrecognized named argument "constraint: \\"b\\""',
        ),
        (
            'k8s:optional | k8s:unionMember | A Word `json:"a"`\n// +k8s:optional\n// +k8s:unionMember\n'
            'B *string `json:"b"`',
            "does not compile",
        ),
    ],
)
def test_what_the_reference_does_not_take(text: str, part: str, tmp_path: Path) -> None:
    source = f"type Root struct {{\n{field(text)}\n}}\n{TYPES}"
    (mild,) = lint(tmp_path, {"v1": source})
    (grave,) = lint(tmp_path, {"v1": source}, target="v1.37")
    assert (mild.rule, mild.severity, grave.severity) == ("upstream", Severity.WARNING, Severity.ERROR)
    assert part in mild.message
    assert grave.hint


def test_the_reference_does_not_read_python(tmp_path: Path) -> None:
    lines = ["# +k8s:validation-gen=*", "from dataclasses import dataclass", "@dataclass", "class T:"]
    lines += ["    # +k8s:optional", "    # +k8s:update=NoModify,NoClear", '    a: str = ""']
    (tmp_path / "api.py").write_text("\n".join(lines))
    assert lint_sources(read_sources([tmp_path]), LintOptions(target="v1.37")) == []


def test_nested_subfields_are_not_the_reference_s(tmp_path: Path) -> None:
    source = """
type Root struct {
	// +k8s:subfield(inner)=+k8s:subfield(name)=+k8s:maxLength=3
	Outer Outer `json:"outer"`
}

type Outer struct {
	Inner Inner `json:"inner"`
}

type Inner struct {
	// +k8s:optional
	Name string `json:"name"`
}"""
    (found,) = lint(tmp_path, {"v1": source})
    assert "nested +k8s:subfield tags are unsupported" in found.message


def test_typedef_chains(tmp_path: Path) -> None:
    source = """
// +k8s:minLength=4
// +k8s:maxLength=8
type Inner string

// +k8s:maxLength=8
type Middle Inner

type Outer Middle

// +k8s:opaqueType
type Opaque struct{}

type Clear Opaque"""
    found = lint(tmp_path, {"v1": source})
    assert [each.message for each in found] == [
        "rules on Inner do not apply to Middle, which is defined from it: +k8s:minLength=4",
        "rules on Middle do not apply to Outer, which is defined from it: +k8s:maxLength=8",
        "rules on Inner do not apply to Outer, which is defined from it: +k8s:maxLength=8, +k8s:minLength=4",
    ]
    assert lint(tmp_path, {"v1": source}, typedef_chains=True) == []


def test_fields_of_a_type_defined_from_another_are_looked_at_once(tmp_path: Path) -> None:
    source = "type One struct {\n// +k8s:maxlength=3\nA string\n}\n\ntype Two One"
    assert [each.type_name for each in lint(tmp_path, {"v1": source})] == ["example.com/v1.One"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("k8s:maxlength", "k8s:maxLength"),
        ("k8s:maxLenght", "k8s:maxLength"),
        ("K8S:Required", "k8s:required"),
        ("k8s-format", "k8s:format"),
        ("k8s.format", "k8s:format"),
        ("k8s:subField", "k8s:subfield"),
        ("k8s:frobnicate", ""),
    ],
)
def test_suggestions(name: str, meant: str) -> None:
    assert suggestion(name, HANDLERS) == meant


def test_tags_of_other_generators_are_left_alone(tmp_path: Path) -> None:
    source = """
// +k8s:deepcopy-gen=true
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +k8s:conversion-gen=false
// +k8s:prerelease-lifecycle-gen:introduced=1.22
// +k8s:isSubresource="/status"
// +kubebuilder:validation:MaxLength=3
// +optional
type Root struct {
	// +optional
	A string `json:"a"`
}"""
    assert lint(tmp_path, {"v1": source}) == []


def test_lines_that_only_look_like_tags(tmp_path: Path) -> None:
    source = """
// +k8s:maxLength=3

// Word is a word.
type Word string

type Root struct {
	// ++k8s:required
	// + k8s:optional
	// see +k8s:required
	A string `json:"a"`
	// +k8s:required
	b string
}"""
    found = lint(tmp_path, {"v1": source})
    assert {each.rule for each in found} == {"ignored-tag"}
    assert sorted(each.place.line for each in found if each.place) == [3, 9, 10, 13]


STRAY = """
// +k8s:validation-gen=TypesWithField=Spec

// +k8s:validation-gen=true
type Word string // +k8s:maxLength=1
// +k8s:maxLength=2
type Next string

type Root struct {
	A string `json:"a"` // +k8s:maxLength=3
	B string `json:"b"`
	// +k8s:optional
	C *struct {
		/*
		* +k8s:optional
		*/
		D string `json:"d"`
	} `json:"c"`

	// +k8s:required
}

// +k8s:enum
type Mode string

const (
	// +k8s:enumExclude
	One Mode = "1"
)
"""


def test_tags_that_belong_to_nothing_or_something_else(tmp_path: Path) -> None:
    found = [each for each in lint(tmp_path, {"v1": STRAY}) if each.rule == "ignored-tag"]
    assert sorted(
        (each.place.line, each.message.partition(": ")[2] or each.message) for each in found if each.place
    ) == [
        (3, "tags of a package are read from doc.go alone"),
        (6, "comments behind code are not read"),
        (11, "+k8s:maxLength stands behind other code, and is read for the field on the next line"),
        (16, "nothing may stand before the +"),
        (21, "its comment belongs to no type, field or constant"),
    ]


def test_a_sentence_about_a_tag_is_no_tag(tmp_path: Path) -> None:
    functions = "// f is called by\n// +k8s:customValidation on A.B. It holds.\nfunc f() {}\n\n"
    functions += "// +k8s:customValidation\nfunc g() {}\n"
    found = [each for each in lint(tmp_path, {"v1": functions}) if each.rule == "ignored-tag"]
    assert [each.message.partition(" does")[0] for each in found] == ["+k8s:customValidation"]


def test_package_tags(tmp_path: Path) -> None:
    lint(tmp_path, {"v1": "type A struct{}"})
    (tmp_path / "v1" / "doc.go").write_text("// +k8s:validation-gen=*\n// +k8s:deep-copy-gen=package\npackage v1\n")
    sources = read_sources([tmp_path / "v1"])
    (found,) = lint_sources(sources)
    assert found.rule == "known-tags-only"
    assert "unrecognized +k8s: tag(s): +k8s:deep-copy-gen" in found.message
    assert found.hint == "did you mean +k8s:deepcopy-gen?"


OLD = 'type Widget struct {\n// +k8s:optional\n// +k8s:maxLength=64\nName *string `json:"name"`\n}'
NEW = OLD.replace("64", "63")


def test_versions_out_of_step(tmp_path: Path) -> None:
    (found,) = lint(tmp_path, {"apps/v1": NEW, "apps/v1beta1": OLD})
    assert (found.rule, found.severity) == ("version-skew", Severity.ERROR)
    assert found.message == "tags differ from those of v1: lacks +k8s:maxLength=63 and has +k8s:maxLength=64 besides"
    assert (found.type_name, found.field) == ("example.com/apps/v1beta1.Widget", "Name")
    assert found.hint.endswith(": apps/v1beta1 Widget.name")


@pytest.mark.parametrize(
    "packages",
    [
        {"apps/v1": NEW, "apps/v1beta1": NEW},
        {"apps/v1": NEW, "batch/v1beta1": OLD},
        {"apps/v1": NEW, "apps/internal": OLD},
        {"apps/v1": NEW, "apps/v1beta1": "type Widget struct {\nOther string\n}"},
    ],
    ids=["same", "other-group", "no-version", "other-field"],
)
def test_versions_in_step(packages: dict[str, str], tmp_path: Path) -> None:
    assert lint(tmp_path, packages) == []


def test_accepted_differences(tmp_path: Path) -> None:
    text = "# kept\nv1beta1 Widget.name  # longer names are stored\nv1beta1 Widget.other\nv1beta1\n"
    exceptions = read_exceptions(text, "exceptions.txt")
    found = lint(tmp_path, {"apps/v1": NEW, "apps/v1beta1": OLD}, exceptions=exceptions)
    assert [(each.rule, each.severity, str(each.place)) for each in found] == [
        ("unused-exception", Severity.ERROR, "exceptions.txt:4:1"),
        ("unused-exception", Severity.WARNING, "exceptions.txt:3:1"),
    ]


@pytest.mark.parametrize(
    ("line", "field_name", "covered"),
    [
        ("v1beta1 Widget.name", "name", True),
        ("apps/v1beta1 Widget.*", "name", True),
        ("example.com/apps/v1beta1 Widget", "", True),
        ("v1beta1 Widget", "name", False),
        ("v1beta1 Widget.*", "", False),
        ("beta1 Widget.name", "name", False),
        ("v1 Widget.name", "name", False),
    ],
)
def test_what_a_line_accepts(line: str, field_name: str, covered: bool) -> None:
    (accepted,) = read_exceptions(line, "f").accepted
    assert accepted.covers("example.com/apps/v1beta1", "Widget", field_name) is covered


def test_versions_are_ordered_as_kubernetes_does() -> None:
    names = ["v1alpha1", "v1beta1", "v1beta2", "v2beta1", "v1", "v2", "v10"]
    assert sorted(names, key=lambda name: version_order(name) or ()) == names
    assert [version_order(name) for name in ("internal", "v0", "v1gamma1", "v01")] == [None] * 4


@pytest.mark.parametrize(
    ("tag", "meant"),
    [
        ("validationRules=true", "validationRule"),
        ("validationrule=true", "validationRule"),
        ('validationRule-message="no"', "validationRule"),
        ("nameformat=dns1123label", "nameFormat"),
    ],
)
def test_tags_of_the_kep_that_are_misspelt_are_told(tag: str, meant: str, tmp_path: Path) -> None:
    (found,) = lint(tmp_path, {"v1": f'type Root struct {{\n\t// +{tag}\n\tA string `json:"a"`\n}}\n'})
    assert (found.rule, found.hint) == ("unknown-tag", f"did you mean +{meant}?")


@pytest.mark.parametrize("tag", ["validation=x", "genclient", "optional:x", "patterns=a", "name=a"])
def test_tags_of_others_are_let_pass(tag: str, tmp_path: Path) -> None:
    assert lint(tmp_path, {"v1": f'type Root struct {{\n\t// +{tag}\n\tA string `json:"a"`\n}}\n'}) == []
