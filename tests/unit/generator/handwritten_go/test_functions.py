"""Hand-written Go functions: supported code, rejected code, and errors that end a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.field import ErrorList, FieldPath, Operation, Verb
from kapivara.generator.handwritten_go import handwritten_functions, machine
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.sources.loading import read_sources

TYPES = """package v1

type Word string

const (
	WordA Word = "a"
	limit = 3
)

var known = []string{"x", "y"}

type Meta struct {
	Labels map[string]string `json:"labels,omitempty"`
}

type Part struct {
	Name Word `json:"name"`
	Size *int32 `json:"size,omitempty"`
}

type Thing struct {
	Meta `json:",inline"`
	Str string `json:"str"`
	Num int32 `json:"num,omitempty"`
	Ptr *string `json:"ptr,omitempty"`
	List []string `json:"list,omitempty"`
	Parts []Part `json:"parts,omitempty"`
	Sub *Part `json:"sub,omitempty"`
	Hidden string `json:"-"`
	Flag bool `json:"flag"`
}
"""
HEAD = """package v1

import (
	"context"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func ValidateCustom_Thing(
	_ context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *Thing) field.ErrorList {
"""
Run = Callable[..., ErrorList]
CREATE = Operation()


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MOST_STEPS", 50_000)


def load(folder: Path, body: str, more: str = "") -> Run:
    (folder / "doc.go").write_text("package v1\n")
    (folder / "types.go").write_text(TYPES)
    (folder / "custom.go").write_text(f"{HEAD}{body}\n}}\n{more}")
    sources = read_sources([folder])
    functions = handwritten_functions(sources.universe.packages[sources.packages[0]], sources.universe)
    function = functions["ValidateCustom_Thing"]
    return lambda new, old=None, op=CREATE: function(op, FieldPath.of("t"), new, old)


def said(expression: str) -> str:
    """Returns a body that reports the value of an expression."""
    return f'return field.ErrorList{{field.Invalid(fldPath, nil, fmt.Sprintf("%v", {expression}))}}'


FULL = {
    "labels": {"k": "v"},
    "str": "größe",
    "num": 7,
    "ptr": "p",
    "list": ["a", "b"],
    "parts": [{"name": "n", "size": 4}, {}],
    "sub": {"name": "s"},
    "flag": True,
}


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("value.Str", "größe"),
        ("len(value.Str)", "7"),
        ("value.Num", "7"),
        ("*value.Ptr", "p"),
        ("value.Ptr != nil", "true"),
        ("oldValue == nil", "true"),
        ("len(value.Labels)", "1"),
        ('value.Labels["k"]', "v"),
        ('value.Labels["none"]', ""),
        ("value.Meta.Labels != nil && len(value.Labels) == 1", "true"),
        ("value.List", "[a b]"),
        ("value.List[1]", "b"),
        ("value.Parts[0].Name", "n"),
        ("value.Parts[1].Name", ""),
        ("value.Parts[1].Size == nil", "true"),
        ("*value.Parts[0].Size", "4"),
        ("value.Sub.Name", "s"),
        ("value.Hidden", ""),
        ("!value.Flag || false", "false"),
        ("(value.Num + 3) * 2 - 1", "19"),
        ("value.Num / 2", "3"),
        ("-value.Num / 2", "-3"),
        ("-value.Num % 4", "-3"),
        ("value.Num + 2147483647", "-2147483642"),
        ("value.Num >= limit", "true"),
        ("WordA", "a"),
        ('value.Sub.Name == "s" && value.Sub.Name != WordA', "true"),
        ("known", "[x y]"),
        ('"a" + string(value.Sub.Name) + `b`', "asb"),
        ("Word(value.Str)", "größe"),
        ("int64(value.Num)", "7"),
        ('strings.HasPrefix(value.Str, "gr")', "true"),
        ('strings.HasSuffix(value.Str, "x")', "false"),
        ('strings.Contains(value.Str, "ö")', "true"),
        ('strings.ToLower("ÀΣ")', "àσ"),
        ('strings.TrimSpace(" \\t\\u0085x\\u3000")', "x"),
        ('strings.Join(value.List, ", ")', "a, b"),
        ('strings.Trim("..a.b..", ".")', "a.b"),
        ('strings.TrimLeft("..a..", ".") + strings.TrimRight("..b..", ".")', "a....b"),
        ('strings.Split("a/b/c", "/")', "[a b c]"),
        ('len(strings.Split("", "/"))', "1"),
        ('strings.SplitN("a/b/c", "/", 2)', "[a b/c]"),
        ('strings.SplitN("a/b/c", "/", -1)', "[a b c]"),
        ('strings.SplitN("a/b/c", "/", 0) == nil', "true"),
        ('strings.SplitN("abc", "", 2)', "[a bc]"),
        ('fldPath.Child("a", "b").Index(2).Key("k")', "t.a.b[2][k]"),
        ('fldPath.Child("x").String()', "t.x"),
        ('field.NewPath("r").String()', "r"),
        ("op.Type == operation.Create", "true"),
        ('fmt.Sprintf("%s %d %q %v", value.Str, value.Num, value.List, value.Num)', 'größe 7 ["a" "b"] 7'),
        ('fmt.Sprintf("%t%%", value.Flag)', "true%"),
        ("op.Request.SubresourcePath()", "/"),
        ('map[string]int{"a": 1}["a"]', "1"),
        ("[]int{4, 5}[1]", "5"),
        ("'a'", "97"),
        ("0x1F", "31"),
    ],
)
def test_expressions(tmp_path: Path, expression: str, wanted: str) -> None:
    (error,) = load(tmp_path, said(expression))(FULL)
    assert error.detail == wanted


STATEMENTS = {
    "if and else": (
        """if value.Num > 5 {
		return nil
	} else if value.Num == 5 {
		return field.ErrorList{field.Required(fldPath, "five")}
	}
	return field.ErrorList{field.Forbidden(fldPath, "less")}""",
        [({"num": 9}, []), ({"num": 5}, ["five"]), ({}, ["less"])],
    ),
    "range over a list": (
        """var errs field.ErrorList
	for i, each := range value.List {
		if each == "skip" { continue }
		if each == "end" { break }
		errs = append(errs, field.Invalid(fldPath.Index(i), each, "bad"))
	}
	return errs""",
        [({}, []), ({"list": ["a", "skip", "b", "end", "c"]}, ["bad", "bad"])],
    ),
    "range over a map, in the order of keys": (
        """errs := field.ErrorList{}
	for k, v := range value.Labels { errs = append(errs, field.Invalid(fldPath.Key(k), v, k+v)) }
	return errs""",
        [({"labels": {"b": "1", "a": "2"}}, ["a2", "b1"])],
    ),
    "seen": (
        """seen := map[string]bool{}
	var errs field.ErrorList
	for i := range value.List {
		if _, found := seen[value.List[i]]; found {
			errs = append(errs, field.Duplicate(fldPath.Index(i), value.List[i]))
		}
		seen[value.List[i]] = true
	}
	return errs""",
        [({"list": ["a", "b", "a"]}, [""])],
    ),
    "counting": (
        """total := 0
	for i := 0; i < len(value.List); i++ { total += i }
	for total > 100 { total-- }
	if total != 3 { return nil }
	return field.ErrorList{field.TooMany(fldPath, total, 2)}""",
        [({"list": ["", "", ""]}, ["must have at most 2 items"]), ({}, [])],
    ),
    "switch": (
        """switch value.Str {
	case "a", "b":
		return nil
	case "c":
		break
	default:
		return field.ErrorList{field.NotSupported(fldPath, value.Str, []string{"a", "b"})}
	}
	switch {
	case value.Num > 3:
		return field.ErrorList{field.Invalid(fldPath, value.Num, "big")}
	}
	return nil""",
        [({"str": "b"}, []), ({"str": "c", "num": 4}, ["big"]), ({"str": "x"}, ['supported values: "a", "b"'])],
    ),
    "functions": (
        """errs, ok := check(fldPath, value.List)
	if !ok { return errs }
	return append(errs, deep(3)...)""",
        [({}, ["d0", "d1", "d2", "d3"]), ({"list": ["x"]}, ["has items"])],
    ),
    "shadowing": (
        """x := 1
	if x := 2; x > 1 { x = 5 }
	{ x := 7; x++ }
	if x != 1 { return field.ErrorList{field.Required(fldPath, "x")} }
	return nil""",
        [({}, [])],
    ),
    "marks in place": (
        """err := field.Invalid(fldPath, value.Str, "d")
	err.WithOrigin("o").MarkAlpha()
	return field.ErrorList{err}.MarkCoveredByDeclarative()""",
        [({}, ["d"])],
    ),
}
MORE = """
func check(p *field.Path, list []string) (field.ErrorList, bool) {
	if len(list) > 0 { return field.ErrorList{field.Required(p, "has items")}, false }
	return nil, true
}

func deep(n int) field.ErrorList {
	var before field.ErrorList
	if n > 0 { before = deep(n - 1) }
	return append(before, field.Required(nil, fmt.Sprintf("d%d", n)))
}
"""


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements(tmp_path: Path, name: str) -> None:
    body, cases = STATEMENTS[name]
    run = load(tmp_path, body, MORE)
    for value, wanted in cases:
        assert [each.detail for each in run(value)] == wanted, value


def test_marks_of_errors(tmp_path: Path) -> None:
    (error,) = load(tmp_path, STATEMENTS["marks in place"][0])({})
    assert (error.origin, error.marks.level, error.marks.covered_by_declarative) == ("o", "alpha", True)


def test_operation_and_old_value(tmp_path: Path) -> None:
    body = """enabled, defined := op.HasOption("X")
	if op.Type == operation.Update && oldValue.Str != value.Str && enabled && defined {
		return field.ErrorList{field.Forbidden(fldPath.Child("str"), "changed")}
	}
	return nil"""
    run = load(tmp_path, body)
    update = Operation(Verb.UPDATE, options={"X": True})
    assert [str(each) for each in run({"str": "b"}, {"str": "a"}, update)] == ["t.str: Forbidden: changed"]
    assert run({"str": "b"}, {"str": "a"}, Operation(Verb.UPDATE)) == []
    assert run({"str": "b"}) == []


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        pytest.param("value.Str", '"<"', id="a string"),
        pytest.param("value.Ptr", '"\\u003c"', id="a pointer is shown as JSON"),
        pytest.param("Word(value.Str)", '"\\u003c"', id="a type of its own is shown as JSON"),
        pytest.param("value.Num", "0", id="a number"),
        pytest.param("nil", "null", id="nil"),
        pytest.param("value.Sub", "null", id="a nil pointer"),
        pytest.param("value.Parts[0]", '{"name":"","size":1}', id="a struct"),
        pytest.param("value.List", "null", id="a nil list"),
        pytest.param("value.Labels", '{"a":"","b":""}', id="a map"),
    ],
)
def test_bad_values(tmp_path: Path, expression: str, wanted: str) -> None:
    run = load(tmp_path, f'return field.ErrorList{{field.Invalid(nil, {expression}, "")}}')
    value = {"str": "<", "ptr": "<", "parts": [{"size": 1}], "labels": {"b": "", "a": ""}}
    assert [str(each) for each in run(value)] == [f"<nil>: Invalid value: {wanted}"]


NOT_RUN = {
    "goroutine": ("go func() {}()\n\treturn nil", 14, "a go statement"),
    "changes the object": ('value.Str = "x"\n\treturn nil', 14, "the assignment to value.Str"),
    "unknown package": ("return other.Check(value)", 14, "the name other"),
    "unknown method": ('return field.ErrorList{}.PrefixDetail("x")', 14, "the method PrefixDetail"),
    "unknown function": ('\n\n\tif strings.Title("") == "" { return nil }\n\treturn nil', 16, "strings.Title"),
    "pointer in a message": (said("value.Sub"), 14, "the verb %v for a *"),
    "identity of pointers": (said("value == oldValue"), 14, "== between *"),
    "function type": ("var f func() bool\n\treturn nil", 14, "the type func() bool"),
    "in a function that it calls": ("return fail(value)", 18, "a defer statement"),
    "struct literal": ('x := []Part{{Name: "a"}}\n\treturn nil', 14, "the literal of a"),
    "format": ('f := "%d"\n\t_ = fmt.Sprintf(f, 1)\n\treturn nil', 15, "a format that is no constant"),
    "too few arguments": ('_ = fmt.Sprintf("%s %s", "x")\n\treturn nil', 14, "with 1 arguments"),
    "no such field": ("_ = value.Missing\n\treturn nil", 14, "the field value.Missing"),
    "no such package-level name": ("return missing", 14, "the name missing"),
    "bare return": ("return", 14, "a return without its values"),
    "label": ("loop:\n\tfor { break loop }", 14, "a labeled statement"),
}


@pytest.mark.parametrize(("body", "line", "what"), NOT_RUN.values(), ids=NOT_RUN)
def test_what_is_not_run(tmp_path: Path, body: str, line: int, what: str) -> None:
    run = load(tmp_path, body, "\nfunc fail(v *Thing) field.ErrorList {\n\tdefer done()\n\treturn nil\n}\n")
    with pytest.raises(AuthorError) as caught:
        run({})
    error = caught.value
    assert error.place is not None
    assert (Path(error.place.file).name, error.place.line) == ("custom.go", line)
    assert error.message.startswith("ValidateCustom_Thing: ")
    assert what in error.message
    assert "def validate_custom_Thing(op, path, new, old) in validations.py" in error.hint


@pytest.mark.parametrize(
    ("body", "value", "message"),
    [
        pytest.param(said("*value.Ptr"), {}, "nil pointer dereference", id="nil pointer"),
        pytest.param(said("value.Sub.Name"), {}, "nil pointer dereference", id="field of nil"),
        pytest.param(said("value.List[2]"), {"list": ["a"]}, "index out of range [2] with length 1", id="index"),
        pytest.param(said("1 / value.Num"), {}, "integer divide by zero", id="division"),
        pytest.param("for { }", {}, "did not end within 50000 steps", id="endless loop"),
        pytest.param("for i := range 9000000000 { i++ }\n\treturn nil", {}, "did not end within", id="long loop"),
        pytest.param("return loop(fldPath)", {}, "nested more than 40 deep", id="endless recursion"),
        pytest.param('s := "ab"\n\tfor { s = s + s }', {}, "grew beyond 1000000 items", id="growing string"),
        pytest.param('s := []string{"a"}\n\tfor { s = append(s, s...) }', {}, "grew beyond", id="growing list"),
        pytest.param('value.Labels["a"] = "b"\n\treturn nil', {"labels": {}}, "did not make", id="changes the object"),
    ],
)
def test_runs_that_end_badly(tmp_path: Path, body: str, value: Any, message: str) -> None:
    more = "\nfunc loop(p *field.Path) field.ErrorList { return loop(p) }\n"
    (error,) = load(tmp_path, body, more)(value)
    assert error.type == "InternalError"
    assert error.field == "t"
    assert message in error.detail


def test_functions_that_are_no_valid_go_do_not_break_the_run(tmp_path: Path) -> None:
    (error,) = load(tmp_path, "var errs field.ErrorList\n\treturn append(errs, (3)...)")({})
    assert error.detail.startswith("ValidateCustom_Thing: the function is not valid Go")


def test_others_may_stand_in_for_a_function(tmp_path: Path) -> None:
    with pytest.raises(AuthorError):
        load(tmp_path, "go done()\n\treturn nil")({})
    package = (sources := read_sources([tmp_path])).universe.packages[sources.packages[0]]
    assert handwritten_functions(package, instead={"ValidateCustom_Thing"}) == {}


def test_numbers_do_not_grow(tmp_path: Path) -> None:
    run = load(tmp_path, "x := value.Num\n\tfor i := 0; i < 5000; i++ { x = x * x }\n\t" + said("x"))
    (error,) = run({"num": 3})
    assert error.detail.lstrip("-").isdecimal()


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    run = load(tmp_path, f"return {'(' * 3000}nil{')' * 3000}")
    with pytest.raises(AuthorError) as caught:
        run({})
    assert "code that is nested too deeply cannot be run" in str(caught.value)


def test_what_nests_as_deep_as_may_be_runs(tmp_path: Path) -> None:
    run = load(tmp_path, f"x := {'(' * 200}value.Num{')' * 200}\n\t" + said("x"))
    (error,) = run({"num": 3})
    assert error.detail == "3"


def test_long_chains_of_functions_are_refused(tmp_path: Path) -> None:
    chain = (
        "".join(f"func f{n}() int {{ return f{n + 1}() }}\n" for n in range(3000)) + "func f3000() int { return 1 }\n"
    )
    run = load(tmp_path, "x := f0()\n\t" + said("x"), chain)
    with pytest.raises(AuthorError, match="nested too deeply"):
        run({})


OTHER = """package shared

const word = "no"

func Refuse(given string) bool {
	return given == word
}

func Start() bool {
	go Refuse("")
	return true
}
"""


@pytest.mark.parametrize(
    ("call", "wanted"),
    [('shared.Refuse("no")', "true"), ('shared.Refuse("yes")', "false")],
)
def test_functions_of_other_packages_are_called(tmp_path: Path, call: str, wanted: str) -> None:
    (error,) = with_other(tmp_path, call)({})
    assert error.detail == wanted


@pytest.mark.parametrize(
    ("call", "message"),
    [("shared.Start()", "a go statement"), ("shared.Nothing()", "shared.Nothing of package example.com/shared")],
)
def test_functions_of_other_packages_that_cannot_be_run(tmp_path: Path, call: str, message: str) -> None:
    with pytest.raises(AuthorError, match=message):
        with_other(tmp_path, call)({})


def with_other(folder: Path, call: str) -> Run:
    for name in ("v1", "shared"):
        (folder / name).mkdir()
    (folder / "shared" / "shared.go").write_text(OTHER)
    (folder / "go.mod").write_text("module example.com\n")
    (folder / "v1" / "doc.go").write_text("package v1\n")
    (folder / "v1" / "types.go").write_text(TYPES)
    head = HEAD.replace('"fmt"', '"example.com/shared"\n\t"fmt"')
    (folder / "v1" / "custom.go").write_text(f"{head}{said(call)}\n}}\n")
    sources = read_sources([folder / "v1", folder / "shared"])
    functions = handwritten_functions(sources.universe.packages[sources.packages[0]], sources.universe)
    return lambda new: functions["ValidateCustom_Thing"](CREATE, FieldPath.of("t"), new, None)
