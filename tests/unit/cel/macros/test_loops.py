"""Expansions of macros: as expressions, and the ids in order of creation."""

import pytest

from conformance.block_macros import BLOCK_MACROS
from kapivara.cel import macros
from kapivara.cel.budget import Budget
from kapivara.cel.environments import standard_env
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.parsing.parser import parse
from kapivara.cel.program import Program
from kapivara.cel.tree.ast import Call, Comprehension, Const, Ident, ListExpr, MapExpr, Select
from kapivara.cel.values import equal

ALL = macros.macro_table(
    macros.STANDARD_MACROS,
    macros.TWO_VARIABLE_MACROS,
    macros.BINDING_MACROS,
    macros.OPTIONAL_MACROS,
    macros.LIST_MACROS,
    macros.MATH_MACROS,
    BLOCK_MACROS,
)


def show(made):
    """Writes a tree with its ids; a loop as `fold variables in range (init; condition; step; result)`."""
    match made:
        case Const():
            text = repr(made.value)
        case Ident():
            text = made.name
        case Select():
            text = f"{show(made.operand)}.{made.field}{'?' * made.test_only}"
        case Call():
            target = "" if made.target is None else f"{show(made.target)}."
            text = f"{target}{made.function}({', '.join(map(show, made.args))})"
        case ListExpr():
            text = f"[{', '.join(map(show, made.elements))}]"
        case MapExpr():
            text = f"{{{', '.join(f'{show(e.key)}: {show(e.value)}#{e.id}' for e in made.entries)}}}"
        case Comprehension():
            parts = "; ".join(map(show, (made.accu_init, made.loop_condition, made.loop_step, made.result)))
            names = f"{made.iter_var}{', ' * bool(made.iter_var2)}{made.iter_var2}"
            text = f"fold {names} in {show(made.iter_range)} with {made.accu_var} ({parts})"
    return f"{text}#{made.id}"


EXPANSIONS = {
    "has(a.b)": "a#2.b?#4",
    "a.all(x, p)": (
        "fold x in a#1 with @result (True#5; @not_strictly_false(@result#6)#7; _&&_(@result#8, p#4)#9; @result#10)#11"
    ),
    "a.exists(x, p)": (
        "fold x in a#1 with @result"
        " (False#5; @not_strictly_false(!_(@result#6)#7)#8; _||_(@result#9, p#4)#10; @result#11)#12"
    ),
    "a.exists_one(x, p)": (
        "fold x in a#1 with @result"
        " (0#5; True#6; _?_:_(p#4, _+_(@result#7, 1#8)#9, @result#10)#11; _==_(@result#12, 1#13)#14)#15"
    ),
    "a.map(x, f)": "fold x in a#1 with @result ([]#5; True#6; _+_(@result#7, [f#4]#8)#9; @result#10)#11",
    "a.map(x, p, f)": (
        "fold x in a#1 with @result"
        " ([]#6; True#7; _?_:_(p#4, _+_(@result#8, [f#5]#9)#10, @result#11)#12; @result#13)#14"
    ),
    "a.filter(x, p)": (
        "fold x in a#1 with @result ([]#5; True#6; _?_:_(p#4, _+_(@result#7, [x#3]#8)#9, @result#10)#11; @result#12)#13"
    ),
    "a.all(i, x, p)": (
        "fold i, x in a#1 with @result"
        " (True#6; @not_strictly_false(@result#7)#8; _&&_(@result#9, p#5)#10; @result#11)#12"
    ),
    "a.transformList(i, x, f)": (
        "fold i, x in a#1 with @result ([]#9; True#10; _+_(@result#6, [f#5]#7)#8; @result#11)#12"
    ),
    "a.transformMap(i, x, p, f)": (
        "fold i, x in a#1 with @result"
        " ({}#12; True#13; _?_:_(p#5, cel.@mapInsert(@result#7, i#8, f#6)#9, @result#10)#11; @result#14)#15"
    ),
    "a.transformMapEntry(i, x, f)": (
        "fold i, x in a#1 with @result ({}#8; True#9; cel.@mapInsert(@result#6, f#5)#7; @result#10)#11"
    ),
    "cel.bind(x, v, r)": "fold #unused in []#6 with x (v#4; False#7; x#8; r#5)#9",
    "other.bind(x, v, r)": "other#1.bind(x#3, v#4, r#5)#2",
    "a.optMap(x, v)": (
        "_?_:_(a#1.hasValue()#5, optional.of(fold #unused in []#6 with x (a#7.value()#8; False#9; x#10; v#4)#11)#12,"
        " optional.none()#13)#14"
    ),
    "a.optFlatMap(x, v)": (
        "_?_:_(a#1.hasValue()#5, fold #unused in []#6 with x (a#7.value()#8; False#9; x#10; v#4)#11,"
        " optional.none()#12)#13"
    ),
    "a.sortBy(x, k)": (
        "fold #unused in []#16 with @__sortBy_input__ (a#1; False#17; @__sortBy_input__#5;"
        " @__sortBy_input__#14.@sortByAssociatedKeys("
        "fold x in @__sortBy_input__#6 with @result ([]#7; True#8; _+_(@result#9, [k#4]#10)#11; @result#12)#13"
        ")#15)#18"
    ),
    "math.greatest(1, a)": "math.@max(1#3, a#4)#5",
    "math.least(1, 2, 3)": "math.@min([1#3, 2#4, 3#5]#6)#7",
    "math.least([1, 2])": "math.@min([1#4, 2#5]#3)#6",
    "cel.block([1], cel.index(0))": "fold #unused in []#9 with @index0 (1#4; False#10; @index0#11; @index0#8)#12",
}


@pytest.mark.parametrize(("text", "tree"), EXPANSIONS.items(), ids=EXPANSIONS)
def test_expansions(text, tree):
    assert show(parse(text, macros=ALL, optional_syntax=True).expr) == tree


COMPLAINTS = {
    "a.all(x, x, p)": "9 duplicate variable name: x",
    "a.exists(x.y, x, p)": "10 argument must be a simple name",
    "a.transformMap(i, __result__, p)": "18 iteration variable overwrites accumulator variable",
    "'a'.sortBy(x, x)": "0 sortBy can only be applied to a list, identifier, comprehension, call or select expression",
    "math.greatest()": "0 math.greatest() requires at least one argument",
    "math.least('a')": "11 math.least() invalid single argument value",
    "math.least([])": "11 math.least() invalid single argument value",
    "math.greatest(1, 'a')": "17 math.greatest() simple literal arguments must be numeric",
    "cel.block(1, 2)": "10 cel.block requires the first arg to be a list literal",
    "cel.index(-1)": "10 cel.index requires a single non-negative int constant arg",
}


@pytest.mark.parametrize(("text", "message"), COMPLAINTS.items(), ids=COMPLAINTS)
def test_complaints(text, message):
    with pytest.raises(CelIssuesError) as caught:
        parse(text, macros=ALL, optional_syntax=True)
    assert [f"{issue.offset} {issue.message}" for issue in caught.value.issues] == [message]


def test_loops_know_the_macro_they_came_from():
    loop = parse("a.map(x, p, f)", macros=ALL, optional_syntax=True).expr
    assert isinstance(loop, Comprehension)
    assert (loop.macro, [arg.name for arg in loop.macro_args]) == ("map", ["x", "p", "f"])


def test_a_copied_loop_holds_its_own_arguments():
    expr = parse("[a].map(x, f).optMap(y, y)", macros=ALL, optional_syntax=True).expr
    copied = expr.args[1].args[0].accu_init.target
    assert isinstance(copied, Comprehension)
    assert copied.macro_args[1] is copied.loop_step.args[1].elements[0]
    assert copied.macro_args[1] is not expr.args[0].target.macro_args[1]


def test_every_macro_says_what_it_is_for():
    assert all(macro.doc.endswith(".") for macro in ALL.values())


@pytest.mark.parametrize(
    ("example", "expected"), [example for macro in ALL.values() for example in macro.examples], ids=lambda text: text
)
def test_examples_hold(example, expected):
    env = standard_env()
    result, wanted = (Program(env, env.compile(text)).evaluate() for text in (example, expected))
    assert equal(Budget(), result, wanted)
