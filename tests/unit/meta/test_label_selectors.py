"""Tests of label selectors: their matches, and the server's errors for malformed ones."""

import pytest

from kapivara.meta.selectors import SelectorError, parse_label_selector

BEE = {"legs": "six", "sky": "yes", "size": "5", "empty": ""}

SELECTED = {
    "": True,
    "legs=six": True,
    "legs==six": True,
    "legs=two": False,
    "legs!=six": False,
    "other!=six": True,
    "legs in (two,six)": True,
    "legs in (two, four)": False,
    "legs notin (two, four)": True,
    "other notin (two)": True,
    "other in (two)": False,
    "sky": True,
    "other": False,
    "!sky": False,
    "!other": True,
    " legs = six , sky ": True,
    "legs=six,legs=two": False,
    "empty=": True,
    "empty in (,x)": True,
    "empty in ()": True,
    "empty in (a,)": True,
    "empty in (a,,b)": True,
    "legs in (a,b)": False,
    "size>4": True,
    "size>5": False,
    "size<6": True,
    "legs>3": False,
    "other<3": False,
    "legs in (in, notin, six)": True,
    "legs in (in,notin,six)": True,
    "legs in (two,six),sky": True,
    "legs in (two,six),!sky": False,
    "in=x": False,
    "\tlegs\n=\rsix": True,
}


@pytest.mark.parametrize(("text", "selected"), SELECTED.items(), ids=map(repr, SELECTED))
def test_selects(text, selected):
    assert parse_label_selector(text).matches(BEE) is selected


KEY_RULE = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
MALFORMED = {
    "legs=six!": "found '!', expected: ',' or 'end of string'",
    "legs six": "unable to parse requirement: found 'six', expected: in, notin, =, ==, !=, gt, lt",
    "legs in": "unable to parse requirement: found '' expected: '('",
    "legs in two": "unable to parse requirement: found 'two' expected: '('",
    "legs in (": "unable to parse requirement: found '', expected: ',', ')' or identifier",
    "legs in (a": "unable to parse requirement: found '', expected: ',' or ')'",
    "legs in (a b)": "unable to parse requirement: found 'b', expected: ',' or ')'",
    "legs in (a,": "unable to parse requirement: found '', expected: ',', or identifier",
    "legs in (,=": "unable to parse requirement: found '=', expected: ',', or identifier",
    ",legs": "found ',', expected: !, identifier, or 'end of string'",
    "legs,": "found '', expected: identifier after ','",
    "=": "found '=', expected: !, identifier, or 'end of string'",
    "legs===six": "unable to parse requirement: found '=', expected: identifier",
    "!": "unable to parse requirement: found '', expected: identifier",
    "!!sky": "unable to parse requirement: found '!', expected: identifier",
    "!sky=yes": "found '=', expected: ',' or 'end of string'",
    "legs>many": (
        'unable to parse requirement: values[0]: Invalid value: "many": '
        "for 'Gt', 'Lt' operators, the value must be an integer"
    ),
    "legs=" + "x" * 64: (
        f'unable to parse requirement: values[0][legs]: Invalid value: "{"x" * 64}": must be no more than 63 bytes'
    ),
    "x" * 64 + "=1": (
        f'unable to parse requirement: <nil>: Invalid value: "{"x" * 64}": name part must be no more than 63 bytes'
    ),
}


@pytest.mark.parametrize(("text", "problem"), MALFORMED.items(), ids=[text[:20] for text in MALFORMED])
def test_malformed(text, problem):
    with pytest.raises(SelectorError) as caught:
        parse_label_selector(text)
    assert str(caught.value) == problem


def test_several_problems_are_listed():
    with pytest.raises(SelectorError) as caught:
        parse_label_selector("legs in (a/b, c/d)")
    text = str(caught.value)
    assert text.startswith('unable to parse requirement: [values[0][legs]: Invalid value: "a/b": a valid label')
    assert ', values[1][legs]: Invalid value: "c/d": a valid label' in text
    assert text.endswith("]")
    with pytest.raises(SelectorError, match=KEY_RULE):
        parse_label_selector("a/b/c=d")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("b = x , a in (d, c), !z, e", "a in (c,d),b=x,e,!z"),
        ("a>1,b<2,c==x,d!=y", "a>1,b<2,c==x,d!=y"),
    ],
)
def test_text(text, canonical):
    selector = parse_label_selector(text)
    assert str(selector) == canonical
    assert parse_label_selector(canonical) == selector
    assert bool(selector) is bool(text)


def test_long_selectors_take_linear_time(pace):
    def select(size):
        selector = parse_label_selector(f"a in ({','.join(f'v{n}' for n in range(size))})")
        assert selector.matches({"a": f"v{size - 1}"})

    pace.assert_linear(select, 5_000)


def test_bounds_may_have_thousands_of_zeros():
    with pytest.raises(SelectorError, match="must be no more than 63"):
        parse_label_selector(f"a>{'0' * 5000}7")
