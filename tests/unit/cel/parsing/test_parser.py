"""Parsing: shapes of trees, ids and places, limits, and errors of well-formed text."""

from contextlib import suppress

import pytest

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.macros import BINDING_MACROS, OPTIONAL_MACROS, STANDARD_MACROS, macro_table
from kapivara.cel.parsing.builder import Builder
from kapivara.cel.parsing.lexer import lex
from kapivara.cel.parsing.nodes import Nodes
from kapivara.cel.parsing.parser import parse
from kapivara.cel.parsing.reader import Reader
from kapivara.cel.parsing.recovery import recover
from kapivara.cel.tree.ast import Call, Comprehension, Const, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.values.uint import UInt

MACROS = macro_table(STANDARD_MACROS, BINDING_MACROS, OPTIONAL_MACROS)


def show(expr, offsets):
    """Writes a tree with the id and offset of each node."""

    def node(text, made):
        return f"{text}#{made.id}@{offsets[made.id]}"

    def entry(made):
        key = made.key if isinstance(made.key, str) else each(made.key)
        return node(f"{'?' * made.optional}{key}: {each(made.value)}", made)

    def each(made):
        match made:
            case Const():
                return node(repr(made.value), made)
            case Ident():
                return node(made.name, made)
            case Select():
                return node(f"{each(made.operand)}.{made.field}{'?' * made.test_only}", made)
            case Call():
                target = "" if made.target is None else f"{each(made.target)}."
                return node(f"{target}{made.function}({', '.join(map(each, made.args))})", made)
            case ListExpr():
                marks = ["?" * (place in made.optional) for place in range(len(made.elements))]
                return node(f"[{', '.join(m + each(e) for m, e in zip(marks, made.elements, strict=True))}]", made)
            case MapExpr():
                return node(f"{{{', '.join(map(entry, made.entries))}}}", made)
            case StructExpr():
                return node(f"{made.type_name}{{{', '.join(map(entry, made.entries))}}}", made)
            case Comprehension():
                parts = (made.accu_init, made.loop_condition, made.loop_step, made.result)
                names = f"{made.iter_var}{', ' * bool(made.iter_var2)}{made.iter_var2}"
                return node(f"fold {names} in {each(made.iter_range)} ({'; '.join(map(each, parts))})", made)

    return each(expr)


def parsed(text, **options):
    return parse(text, macros=MACROS, optional_syntax=options.get("optional_syntax", True))


def issues(text, **options):
    with pytest.raises(CelIssuesError) as caught:
        parsed(text, **options)
    return [f"{issue.offset} {issue.message}" for issue in caught.value.issues]


TREES = {
    "1": "1#1@0",
    "-1": "-1#1@0",
    "- 1.5": "-1.5#1@0",
    "--1": "1#1@2",
    "---1": "-_(1#2@3)#1@0",
    "-a": "-_(a#2@1)#1@0",
    "!!a": "a#1@2",
    "!!!a": "!_(a#2@3)#1@0",
    "!-1": "!_(-1#2@1)#1@0",
    "1 -1": "_-_(1#1@0, 1#3@3)#2@2",
    "1 - -1": "_-_(1#1@0, -1#3@4)#2@2",
    "a + b * c": "_+_(a#1@0, _*_(b#3@4, c#5@8)#4@6)#2@2",
    "a * b + c": "_+_(_*_(a#1@0, b#3@4)#2@2, c#5@8)#4@6",
    "a - b - c": "_-_(_-_(a#1@0, b#3@4)#2@2, c#5@8)#4@6",
    "a in b == c": "_==_(@in(a#1@0, b#3@5)#2@2, c#5@10)#4@7",
    "a ? b : c ? d : e": "_?_:_(a#1@0, b#3@4, _?_:_(c#4@8, d#6@12, e#7@16)#5@10)#2@2",
    "a || b || c": "_||_(_||_(a#1@0, b#2@5)#3@2, c#4@10)#5@7",
    "a && b && c && d": "_&&_(_&&_(a#1@0, b#2@5)#3@2, _&&_(c#4@10, d#6@15)#7@12)#5@7",
    "a || b && c": "_||_(a#1@0, _&&_(b#2@5, c#3@10)#4@7)#5@2",
    ".a.b": ".a#1@1.b#2@2",
    "a.`b-c`": "a#1@0.b-c#2@1",
    "a[0]": "_[_](a#1@0, 0#3@2)#2@1",
    "a.?b": "_?._(a#1@0, 'b'#2@3)#3@1",
    "a[?b]": "_[?_](a#1@0, b#3@3)#2@1",
    "f(a, b)": "f(a#2@2, b#3@5)#1@1",
    ".f()": ".f()#1@2",
    "a.f(b)": "a#1@0.f(b#3@4)#2@3",
    "(a).b": "a#1@1.b#2@3",
    "[a, ?b, ]": "[a#2@1, ?b#3@5]#1@0",
    "[,]": "[]#1@0",
    "{a: b, ?c: d}": "{a#3@1: b#4@4#2@2, ?c#6@8: d#7@11#5@9}#1@0",
    "{,}": "{}#1@0",
    ".a.B{c: d, ?`e f`: g,}": ".a.B{c: d#3@8#2@6, ?e f: g#5@19#4@17}#1@4",
    "a.b{}.c": "a.b{}#1@3.c#2@5",
    "true == null": "_==_(True#1@0, None#3@8)#2@5",
    "a // b\n.c": "a#1@0.c#2@7",
    "'a\\n'": "'a\\n'#1@0",
    "b'\\xff'": "b'\\xff'#1@0",
}


@pytest.mark.parametrize(("text", "tree"), TREES.items(), ids=TREES)
def test_trees(text, tree):
    ast = parsed(text)
    assert show(ast.expr, ast.offsets) == tree


@pytest.mark.parametrize("text", [*TREES, "[1].all(x, has(x.y) || x.z.exists(w, w))", "a.optMap(x, -1).f({1: [2]})"])
def test_both_ways_of_reading_give_the_same_tree(text):
    shown = []
    for read in (lambda lexed: Reader(lexed.tokens).read(), lambda lexed: recover(text, lexed, [])):
        nodes = Nodes(MACROS, [])
        expr = Builder(nodes, True).build(read(lex(text)))
        shown.append(show(expr, nodes.offsets))
    assert shown[0] == shown[1]


NUMBERS = {
    "9223372036854775807": 2**63 - 1,
    "-9223372036854775808": -(2**63),
    "-0x8000000000000000": -(2**63),
    "0xFFFFFFFFFFFFFFFFu": UInt(2**64 - 1),
    "0" * 5000: 0,
    "1e308": 1e308,
    "1e-400": 0.0,
}


@pytest.mark.parametrize(("text", "value"), NUMBERS.items(), ids=[text[:30] for text in NUMBERS])
def test_numbers(text, value):
    expr = parsed(text).expr
    assert isinstance(expr, Const)
    assert (type(expr.value), expr.value) == (type(value), value)


COMPLAINTS = {
    "9223372036854775808": ["0 invalid int literal"],
    "1 + -9223372036854775809": ["4 invalid int literal"],
    "9" * 5000: ["0 invalid int literal"],
    "18446744073709551616u": ["0 invalid uint literal"],
    "-1e309": ["0 invalid double literal"],
    r"'\ud800'": ["0 invalid unicode code point"],
    r"a + b'\u0041'": ["4 unable to unescape string"],
    "if": ["0 reserved identifier: if"],
    "a + .namespace(b)": ["4 reserved identifier: namespace"],
    "as.break.c + var": ["0 reserved identifier: as", "13 reserved identifier: var"],
    "has(a)": ["4 invalid argument to has() macro"],
    "has(a.b, c)": None,
    "a.all(b.c, d)": ["7 argument must be a simple name"],
    "a.map(1, d)": ["6 argument is not an identifier"],
    "a.filter(__result__, d)": ["9 iteration variable overwrites accumulator variable"],
    "cel.bind(a.b, c, d)": ["10 cel.bind() variable names must be simple identifiers"],
    "a.optMap(b(), c)": ["10 optMap() variable name must be a simple identifier"],
    "x" * 100_001: ["-1 expression code point size exceeds limit: size: 100001, limit 100000"],
}


@pytest.mark.parametrize(("text", "messages"), COMPLAINTS.items(), ids=[text[:40] for text in COMPLAINTS])
def test_complaints(text, messages):
    if messages is None:
        parsed(text)
    else:
        assert issues(text) == messages


OPTIONAL_SYNTAX = {
    "a.?b": ["1 unsupported syntax '.?'"],
    "a[?b]": ["1 unsupported syntax '[?'"],
    "[?a, ?b]": ["1 unsupported syntax '?'", "5 unsupported syntax '?'"],
    "{?a: b}": ["1 unsupported syntax '?'"],
    "A{?a: b}": ["2 unsupported syntax '?'"],
}


@pytest.mark.parametrize(("text", "messages"), OPTIONAL_SYNTAX.items(), ids=OPTIONAL_SYNTAX)
def test_optional_syntax_can_be_off(text, messages):
    assert issues(text, optional_syntax=False) == messages


NESTED = "-1 expression recursion limit exceeded: 250"
DEEP = "-1 max recursion depth exceeded"
LIMITS = {
    "parentheses": (lambda n: "(" * n + "1" + ")" * n, 249, NESTED),
    "lists": (lambda n: "[" * n + "]" * n, 249 + 1, NESTED),
    "calls": (lambda n: "f(" * n + "1" + ")" * n, 249, NESTED),
    "conditions": (lambda n: "a ? b : " * n + "c", 249, NESTED),
    "right operands": (lambda n: "1 + (" * n + "1" + ")" * n, 124, NESTED),
    "comparisons": (lambda n: "1 < (" * n + "1" + ")" * n, 124, NESTED),
    "sums": (lambda n: "1" + " + 1" * n, 250, DEEP),
    "selections": (lambda n: "a" + ".b" * n, 250, DEEP),
    "member calls": (lambda n: "a" + ".b()" * n, 250, DEEP),
    "indices": (lambda n: "a" + "[0]" * n, 250, DEEP),
}


@pytest.mark.parametrize(("make", "most", "message"), LIMITS.values(), ids=LIMITS)
def test_limits_of_depth(make, most, message):
    parsed(make(most))
    assert issues(make(most + 1)) == [message]


HOSTILE = {
    "parentheses": "(" * 100_000,
    "quotes": "'" * 100_000,
    "triple quotes that never end": "'''" + r"y'\'''z" * 14_000,
    "signs": "-" * 99_999 + "a",
    "digits": "1" * 100_000,
    "a long name of a message": "a" + ".b" * 49_990 + "{",
    "doubling macros": "a" + ".optMap(x, x)" * 200,
    "chain": "a && " * 19_999 + "a",
    "tokens that do not fit": "a " * 50_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_comes_to_an_end(text, pace):
    with pace.within(300), suppress(CelIssuesError):
        parsed(text)


def test_macro_calls_are_kept_as_written():
    ast = parsed("a.all(x, x)")
    call = ast.macro_calls[ast.expr.id]
    assert (call.function, call.target.name, [arg.name for arg in call.args]) == ("all", "a", ["x", "x"])
