"""Compares compiled expressions with a plain evaluator, with and without costs; no text becomes code or breaks the
parser.

`cel_reference` is the plain evaluator, `cel_grammar` generates the expressions.
"""

from __future__ import annotations

import dis
import json
import linecache
import sys
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from conformance.unchecked_cel import assume
from kapivara import cel
from kapivara.cel import types
from kapivara.cel.budget import Budget
from kapivara.cel.codegen.emitter import BUDGET, Emitter
from kapivara.cel.codegen.operands import UNTOLD_FAILURES
from kapivara.cel.cost.estimator import estimate
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.messages.provider import FieldDecl
from kapivara.cel.program import compile_function
from kapivara.cel.tree.ast import Call, Expr, Ident, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import descendants
from kapivara.cel.values import CelMap
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter

sys.path.insert(0, str(Path(__file__).parent))
try:
    from cel_grammar import BINDINGS, SIZES, VARIABLES, expressions
    from cel_reference import Failure, evaluate
finally:
    sys.path.pop(0)

PROFILE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
ENV = cel.standard_env().extend(variables={name: declared for name, (declared, _) in VARIABLES.items()})

HOSTILE = [
    *("'", '"', "'''", '"""', "\\", "\\'", "{", "}", "{0}", "{v}", "%s", "$x", "`", "#", "\n", "\r\n", "\t", "\x00"),
    *("\x1a", "\u2028", "\x85", "\ufeff", "𝕏", "\ud800", "\udfff"),
    *("'; import os; os.abort(); '", '")\n    raise SystemExit\n', "__import__('os').abort()", "\\N{DIGIT ONE}"),
    *("p0", "t1", "g0", "run", "meter", "bindings", "caught", "missing", "__builtins__", "None", "lambda: 0"),
]
NAMES = [
    *("p0", "t1", "g0", "run", "meter", "bindings", "caught", "missing", "enumerate", "KeyError", "len", "str"),
    *("class_", "lambda", "def", "None", "True", "False", "async", "yield", "raise", "global", "__class__", "_"),
]
texts = st.one_of(st.sampled_from(HOSTILE), st.lists(st.sampled_from(HOSTILE), max_size=3).map("".join), st.text())
pieces = st.sampled_from(
    [
        *"()[]{}.,:?!-+*/%<>='\"\\`#&|\n @$é𝕏a1",
        *(
            "&&",
            "||",
            "==",
            "in",
            "true",
            "null",
            "1u",
            "0x",
            "1e",
            "1.",
            ".1",
            "b'",
            "r'",
            "'''",
            "\\u00",
            "//",
            "for",
        ),
        *(".map(", "has(", "[?", ".?", "cel.bind("),
    ]
)


def outcome(run: Any, *arguments: Any) -> Any:
    try:
        return run(*arguments)
    except cel.CelError as error:
        return Failure(str(error))


def breaks_off(found: Any) -> bool:
    """Returns whether an evaluation ended with a failure that nothing absorbs."""
    return isinstance(found, Failure) and found.text.startswith("internal error: ")


def same(one: Any, other: Any) -> bool:
    """Returns whether two outcomes are failures, or the same value of the same type at every depth."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if type(one) is not type(other):
        return False
    if isinstance(one, (dict, CelMap)):
        return same([*one.keys(), *one.values()], [*other.keys(), *other.values()])
    if isinstance(one, cel.OptionalValue):
        return one.has_value == other.has_value and (not one.has_value or same(one.value, other.value))
    return isinstance(one, Failure) or repr(one) == repr(other)


@given(expressions(), BINDINGS)
@settings(PROFILE, max_examples=800)
def test_compiled_is_as_evaluated_by_hand(expression: str, bindings: dict[str, Any]) -> None:
    """All compiled forms of one expression, since compiling takes longer than running."""
    checked = ENV.compile(expression)
    program = cel.Program(ENV, checked)
    wanted = evaluate(checked, ENV, bindings)
    given_back = outcome(program.evaluate, bindings)
    assert same(given_back, wanted), f"{given_back!r} instead of {wanted!r}"
    metered = outcome(program.evaluate_metered, bindings)
    found = metered if isinstance(metered, Failure) else metered[0]
    assert same(found, wanted), f"{found!r} instead of {wanted!r}, costs counted"
    if not isinstance(metered, Failure):
        assert_costs_no_more_than_estimated(checked, metered[1])
    assert_says_the_same_or_fails_where_no_failure_is_absorbed(checked, bindings, given_back)


def assert_says_the_same_or_fails_where_no_failure_is_absorbed(
    checked: CheckedAst, bindings: dict[str, Any], wanted: Any
) -> None:
    hasty = unabsorbing(checked, tuple(bindings))
    try:
        found = hasty(Budget(), *bindings.values())
    except UNTOLD_FAILURES:
        return
    assert same(found, wanted), f"{found!r} instead of {wanted!r}"


def unabsorbing(checked: CheckedAst, names: tuple[str, ...]) -> Any:
    """Returns a function of the variables in which no failure is absorbed."""
    writer = SourceWriter()
    emitter = Emitter(checked, ENV.provider, writer, told=False, absorbs=False)
    emitter.declare(zip(names, names, strict=True))
    with writer.block(f"def run({', '.join((BUDGET, *names))})"):
        writer.line(f"return {emitter.whole()}")
    return load(writer, "unabsorbing", "run")


@given(expressions(), BINDINGS)
@settings(PROFILE, max_examples=150)
def test_unchecked_is_as_checked(expression: str, bindings: dict[str, Any]) -> None:
    """Static types choose faster code and never another result, but they decide which failures stop an evaluation."""
    checked = outcome(cel.Program(ENV, ENV.compile(expression)).evaluate, bindings)
    if breaks_off(checked):
        return
    unchecked = outcome(cel.Program(ENV, assume(ENV.parse(expression), ENV)).evaluate, bindings)
    assert same(unchecked, checked), f"{unchecked!r} instead of {checked!r}"


@given(expressions("bool"), expressions("bool"), BINDINGS)
@settings(PROFILE, max_examples=150)
def test_the_sides_of_a_conjunction_may_change_places(one: str, other: str, bindings: dict[str, Any]) -> None:
    for sign in ("&&", "||"):
        here = outcome(cel.Program(ENV, ENV.compile(f"({one}) {sign} ({other})")).evaluate, bindings)
        there = outcome(cel.Program(ENV, ENV.compile(f"({other}) {sign} ({one})")).evaluate, bindings)
        assert same(here, there) or breaks_off(here) or breaks_off(there)


class Sizes:
    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        return SizeEstimate(0, SIZES[path]) if path in SIZES else None


def is_priced_alike(node: Expr) -> bool:
    """Returns whether upstream's two sides agree about a node: they do not for selections from other values than
    variables.
    """
    match node:
        case Select(operand=operand) | Call(function="_[_]" | "_[?_]" | "_?._", args=(operand, _)):
            return isinstance(operand, Ident)
        case Ident(name="any"):
            return False
    return True


def assert_costs_no_more_than_estimated(checked: CheckedAst, spent: int) -> None:
    """`test_cel_cost` has the same for the server's environment, with expressions of one kind each."""
    if all(map(is_priced_alike, descendants(checked.ast.expr))):
        assert spent <= estimate(checked, Sizes()).max


def quote(text: str) -> str:
    """Writes a text as a CEL literal; lone surrogates stay unchanged."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@given(texts, texts)
@settings(PROFILE, max_examples=300)
@example("\ud800", "'; import os; '")
def test_hostile_literals_are_data(text: str, other: str) -> None:
    variables = {"x": types.STRING, "m": types.map_of(types.STRING, types.STRING)}
    written = quote(text)
    bindings = {"x": text, "m": {text: other, other: text}}
    for expression in (
        f"{written} == x",
        f"{{{written}: x}}[x] == {written}",
        f"m[{written}] == m[x]",
        f"{written} in m && [{written}, x].all(e, e == {written})",
        f"x.startsWith({written}) && x.endsWith({written}) && (x + {written}).contains({written})",
        f"dyn(x) in [{written}] && !(x != {written})",
        f"cel.bind(y, {written}, y == x)",
    ):
        program = cel.compile(expression, variables)
        assert program.evaluate(bindings) is True
        assert program.evaluate_metered(bindings)[0] is True


LITERALS = [
    "{0} == x && x != {0}",
    "m[{0}] == m[x] || {0} in m || has(m.a) && m.a == {0}",
    "[{0}, x].all(e, e == {0}) && {{{0}: x, x: {0}}}[x] == {0}",
    "x.endsWith({0}) || x.contains({0}) || x < {0} + {0}",
    "cel.bind(y, {0}, y == x ? {0} : x).size() + size({0}) > [{0}].map(y, y + {0}).size()",
    "dyn({0}) == x || type({0}) == string || d.a == {0}",
]


def instructions(expression: str) -> tuple[Any, ...]:
    """Returns the compiled source of an expression without its constants."""
    variables = {"x": types.STRING, "m": types.map_of(types.STRING, types.STRING), "d": types.DYN}
    env = cel.standard_env().extend(variables=variables)
    code = compile_function(env.compile(expression), ("x", "m", "d")).__code__
    return [each.opname for each in dis.get_instructions(code)], code.co_names, code.co_varnames, code.co_cellvars


PLAIN = [instructions(expression.format("'plain'")) for expression in LITERALS]


@given(texts)
@settings(PROFILE, max_examples=200)
@example("\ud800")
@example("'''\"\"\"\\\n{0}")
def test_hostile_literals_never_alter_the_code(text: str) -> None:
    written = quote(text)
    assert [instructions(expression.format(written)) for expression in LITERALS] == PLAIN


@given(st.one_of(st.sampled_from(NAMES), st.from_regex(r"\A[a-z_][a-zA-Z0-9_]{0,6}\Z")), texts)
@settings(PROFILE, max_examples=200)
def test_hostile_names_are_data(name: str, value: str) -> None:
    """Variables and fields may have any name that the generated code uses."""
    variables = {name: types.STRING, f"{name}_": types.map_of(types.STRING, types.STRING)}
    bindings = {name: value, f"{name}_": {name: value}}
    try:
        program = cel.compile(f"{name} + {name} == {name} + {name}_.{name} && has({name}_.{name})", variables)
    except cel.CelIssuesError:
        return  # a reserved word of CEL
    assert program.evaluate(bindings) is True
    assert program.evaluate_metered(bindings)[0] is True
    loop = cel.compile(f"[1, 2].map({name}, [{name}].exists(t1, t1 == {name}))", variables)
    assert loop.evaluate(bindings) == [True, True]


class OneField:
    """Objects of a type `thing` with one field, `field`, which the data stores under any key."""

    def __init__(self, key: str):
        self._field = FieldDecl(types.STRING, key)

    def find_type(self, name: str) -> types.Type | None:
        return types.object_type(name) if name == "thing" else None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        return self._field if (type_name, field) == ("thing", "field") else None

    def field_names(self, type_name: str) -> list[str]:
        return ["field"]

    def construct(self, type_name: str, fields: Any) -> Any:
        raise cel.CelError(type_name)


@given(texts, texts)
@settings(PROFILE, max_examples=200)
def test_hostile_keys_of_data_are_data(key: str, value: str) -> None:
    env = cel.standard_env().extend(variables={"x": types.object_type("thing")}, provider=OneField(key))
    program = cel.Program(env, env.compile("has(x.field) && x.field + '' == x.field && [x].all(y, y.field == x.field)"))
    for run in (program.evaluate, lambda data: program.evaluate_metered(data)[0]):
        assert run({"x": {key: value}}) is True
        assert run({"x": {f"{key}?": value}}) is False
    failing = cel.Program(env, env.compile("x.field"))
    assert same(outcome(failing.evaluate, {"x": {}}), Failure(""))


@given(texts, texts)
@settings(PROFILE, max_examples=200)
def test_hostile_names_of_declarations_never_become_code(name: str, title: str) -> None:
    """Names come from schemas and callers, too, and may contain any text."""
    env = cel.standard_env().extend(variables={"x": types.map_of(types.STRING, types.INT)})
    checked = env.compile("x.a == 1 && [x].exists(y, y.a == 1)")
    function = compile_function(checked, ("x", name) if name != "x" else ("x",), title=title)
    arguments = [{"a": 1}, name][: 1 if name == "x" else 2]
    assert function(Budget(), *arguments) is True
    source = "".join(linecache.getlines(function.__code__.co_filename))
    assert source.startswith("def run(budget, p0")
    assert not title.strip() or len(title) < 8 or title not in source


@given(st.one_of(st.text(), st.lists(pieces, max_size=30).map("".join), st.lists(pieces, max_size=12).map(" ".join)))
@settings(PROFILE, max_examples=600)
def test_any_text_parses_or_is_complained_about(text: str) -> None:
    try:
        checked = ENV.compile(text)
    except cel.CelIssuesError as error:
        complaint = str(error)
    else:
        outcome(cel.Program(ENV, checked).evaluate, {})
        return
    assert complaint.startswith("ERROR: <input>:")
