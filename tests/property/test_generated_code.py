"""Tests of generated validators: texts of authors in names, tags and constants stay data."""

import ast
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kapivara.field import Operation, Verb
from kapivara.generator.emission.wrapping import wrapped
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources.loading import read_sources

PROFILE = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

HOSTILE = [
    *("'+boom()+'", '"+boom()+"', '"""+boom()+"""', "{boom()}", "{v}", "{0}", "%s", "\\", "\\'+boom()#", '\\"+boom()#'),
    *("# boom()", "a\u2028boom()", "a\x85boom()", "é", "\ufb01", "__class__", "new", "rules", "a, b", "a) or boom(("),
    *("lambda: boom()", "None", " ", "", "x" * 200, "('" * 30, "\n    boom()\n", "\r\nboom()", "\tboom()"),
]
texts = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=6))
words = st.sampled_from(["Part", "explain_Part", "_Part", "Größe", "SHAPES", "validate", "Rules", "If", "ﬁt", "TYPES"])


def in_tag(text: str) -> str:
    """Writes a text as the string of a tag, which stands on one line."""
    text = "".join(c for c in text if c not in "\n\r")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def in_go(text: str) -> str:
    """Writes a text as a Go string."""
    return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08x}" for c in text) + '"'


FIELD_TAGS = [
    "+k8s:neq={}",
    "+k8s:validateFalse={}",
    '+k8s:validateFalse(cohort: {})="x"',
    "+k8s:validateTrue(typeArg: {})",
    "+k8s:ifEnabled({})=+k8s:maxLength=3",
    "+k8s:ifOptionDisabled({})=+k8s:neq={}",
    "+k8s:ifSubresource({})=+k8s:minLength=1",
    "+k8s:unionMember(union: {})",
    "+k8s:unionMember(memberName: {})",
    "+k8s:zeroOrOneOfMember(union: {}, memberName: {})",
    "+k8s:unionDiscriminator(union: {})",
    "+k8s:memberOf(group: {})",
    "+k8s:modeDiscriminator(modality: {})",
    "+k8s:ifMode({})=+k8s:required",
    "+k8s:ifMode(modality: {}, mode: {})=+k8s:required",
    "+k8s:dependentRequired({})",
    "+k8s:alpha(since: {})=+k8s:maxLength=3",
    "+k8s:minimum(constraint: {})",
    "+k8s:format={}",
    "+default={}",
]
LIST_TAGS = [
    "+k8s:item(name: {})=+k8s:subfield(kind)=+k8s:neq={}",
    "+k8s:item(name: {})=+k8s:zeroOrOneOfMember",
    "+k8s:item(name: {})=+k8s:update=NoSet,NoUnset",
    "+k8s:listMapItem(pairs: [[name, {}]])=+k8s:memberOf(group: one)",
]
STRUCT_TAGS = ["+k8s:subfield({})=+k8s:maxLength=3", "+k8s:subfield(kind)=+k8s:memberOf(group: {})"]
TYPE_TAGS = ["+k8s:union(union: {})", "+k8s:union(union: one)", "+k8s:validateFalse={}"]


def filled(tag: str, text: str) -> str:
    return tag.replace("{}", in_tag(text))


@st.composite
def go_types(draw: st.DrawFn) -> str:
    """Draws a types.go with hostile texts in every place that allows a text."""
    first, second = (filled(draw(st.sampled_from(FIELD_TAGS)), draw(texts)) for _ in range(2))
    item = filled(draw(st.sampled_from(LIST_TAGS)), draw(texts))
    part = filled(draw(st.sampled_from(STRUCT_TAGS)), draw(st.one_of(st.just("kind"), texts)))
    above = filled(draw(st.sampled_from(TYPE_TAGS)), draw(texts))
    names = [in_go(f"json:{json.dumps(before + draw(texts), ensure_ascii=False)}") for before in ("", "b")]
    return f"""package v1

import far {in_go(draw(texts))}

// +k8s:enum
type Mode string

const One Mode = {in_go(draw(texts))}
const Two Mode = {in_go(draw(texts))}

// {above}
type {draw(words)} struct {{
	// +k8s:optional
	// {first}
	A *string {names[0]}
	// +k8s:optional
	// {second}
	B *string {names[1]}
	// +k8s:optional
	M Mode `json:"m"`
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// {item}
	Items []Item `json:"items"`
	// {part}
	Item Item `json:"item"`
	// +k8s:optional
	Unnamed *struct {{
		// +k8s:optional
		// +k8s:opaqueType
		Far *far.Type `json:"far"`
		// {second}
		// +k8s:optional
		B *string {names[1]}
	}} `json:"unnamed"`
}}

type Item struct {{
	// +k8s:optional
	Name string `json:"name"`
	// +k8s:optional
	Kind string `json:"kind"`
}}
"""


def check_package(name: str, text: str) -> None:
    """Generates the validators of a file, and looks for code that is not ours."""
    with TemporaryDirectory() as folder:
        (Path(folder) / name).write_bytes(text.encode())
        try:
            made = generate(read_sources([Path(folder)]))[0]
        except AuthorErrors:
            return  # a rejection is harmless, too
    for source in (made.source, wrapped(made.source)):
        tree = ast.parse(source)
        called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert "boom" not in called
        assert all(isinstance(each, STATEMENTS) for each in tree.body)
        assert ast.dump(tree) == ast.dump(ast.parse(made.source))
    module = load_generated(made.source, "hostile")
    for root in made.plan.roots:
        module.validate(root.type.name.name, Operation(Verb.CREATE), VALUES[root.type.name.name == "Mode"])


STATEMENTS = (ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.Expr)
VALUES = ({"m": "x", "items": [{"name": "a"}], "item": {"kind": "long kind"}}, "x")


@PROFILE
@given(go_types())
def test_go_texts_stay_data(text: str) -> None:
    check_package("types.go", text)


@PROFILE
@given(st.lists(texts, min_size=3, max_size=3), st.sampled_from(FIELD_TAGS), words)
def test_python_texts_stay_data(given_texts: list[str], tag: str, word: str) -> None:
    one, other, tagged = given_texts
    text = f"""# +k8s:validation-gen=*
from dataclasses import dataclass, field
from enum import StrEnum


# +k8s:enum
class Mode(StrEnum):
    ONE = {one!r}
    TWO = {other!r}


@dataclass
class {word if word.isidentifier() else "Part"}:
    # +k8s:optional
    # {filled(tag, tagged)}
    a: str | None = field(default=None, metadata={{"json": {other!r}}})
    # +k8s:optional
    b: Mode | None = None
"""
    check_package("types.py", text)


def test_names_that_python_takes_for_one(tmp_path: Path) -> None:
    tagged = 'struct {\n\t// +k8s:validateFalse="x"\n\tA string `json:"%s"`\n}\n'
    text = f"package v1\n\ntype Xﬁ {tagged % 'a'}\ntype Xfi {tagged % 'b'}"
    (tmp_path / "types.go").write_text(text)
    module = load_generated(generate(read_sources([tmp_path]))[0].source, "alike")
    found = [module.validate(name, Operation(Verb.CREATE), {})[0].field for name in ("Xﬁ", "Xfi")]
    assert found == ["a", "b"]
