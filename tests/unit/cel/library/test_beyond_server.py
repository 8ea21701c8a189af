"""The functions that KEP-4153 names: in no server's environment, and correct where they are enabled."""

from __future__ import annotations

import pytest

from kapivara.cel.environments import kubernetes_env, standard_env
from kapivara.cel.errors import CelError, CelIssuesError
from kapivara.cel.functions import FUTURE
from kapivara.cel.hints.all_mistakes import hints_for
from kapivara.cel.library.all_libraries import LIBRARIES
from kapivara.cel.program import Program

_ENV = kubernetes_env(FUTURE)
_FUNCTIONS = [
    function
    for listed in LIBRARIES
    for function in listed.load().values()
    if any(each.since == FUTURE for each in function.overloads)
]
_EXAMPLES = [example for function in _FUNCTIONS for example in function.examples]


def evaluate(text):
    return Program(_ENV, _ENV.compile(text)).evaluate()


def test_there_are_those_that_the_proposal_names():
    assert {each.name for each in _FUNCTIONS} == {
        *("isFormat", "validateFormat", "matches", "overlaps", "is4", "is6"),
        *("utf8.isValid", "utf8.isPrint", "utf8.isControl"),
    }


@pytest.mark.parametrize(("text", "expected"), _EXAMPLES, ids=[text for text, _ in _EXAMPLES])
def test_examples_hold_and_cost_no_more_than_estimated(text, expected):
    assert evaluate(text) == evaluate(expected)
    for env in (kubernetes_env((1, 36)), kubernetes_env((1, 37)), standard_env()):
        with pytest.raises(CelIssuesError):
            env.compile(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("'a'.isFormat('nothing')", 'there is no format "nothing"'),
        ("{'a': 'b'}.matches('a')", "no such overload"),
        ("dyn({'a': 'b'}).matches('a')", "no such overload"),
        ("{'a': 'b'}.matches({'labels': {}})", "a label selector has matchLabels and matchExpressions"),
        ("{'a': 'b'}.matches({'matchLabels': {'a': 1}})", "values in a label selector are strings"),
        ("{'a': 'b'}.matches({'matchExpressions': [{'key': 'a'}]})", "have a key and an operator"),
        (
            "{'a': 'b'}.matches({'matchExpressions': [{'key': 'a', 'operator': 'Is'}]})",
            '"Is" is not a valid label selector operator',
        ),
    ],
)
def test_what_cannot_be_evaluated_fails(text, told):
    with pytest.raises(CelError, match=told):
        evaluate(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{'a': 'b'}.matches({})", True),
        ("{'a': 'b'}.matches({'matchExpressions': [{'key': 'a', 'operator': 'Exists'}]})", True),
        ("dyn('ab').matches('a.')", True),
        ("cidr('fd00::/8').overlaps(cidr('10.0.0.0/8'))", False),
        ("cidr('10.1.0.0/16').overlaps(cidr('10.0.0.0/8'))", True),
        ("utf8.isPrint('')", True),
        ("utf8.isPrint('a\\u200b')", False),
        ("utf8.isValid('a')", True),
        ("utf8.isControl('\\u0085')", True),
        ("'2001:db8::1'.isFormat('ipv6')", True),
        ("'example.com/v1'.isFormat('api-version')", True),
    ],
)
def test_values(text, expected):
    assert evaluate(text) is expected


def test_values_of_a_selector_count():
    text = "{'a': 'b'}.matches({'matchExpressions': [{'key': dyn('a'), 'operator': dyn('In'), 'values': dyn([%s])}]})"
    assert evaluate(text % "'b', 'c'") is True
    assert evaluate(text % "'c'") is False


def test_the_hint_says_that_no_server_has_it():
    env, text = kubernetes_env(), "'a'.isFormat('date')"
    with pytest.raises(CelIssuesError) as caught:
        env.compile(text)
    assert hints_for(env, text, caught.value.issues) == (
        "isFormat() is not in v1.37, and in no other server: --feature-gates DeclarativeValidationCELLibraries=true "
        "has it here (KEP-4153)",
    )
