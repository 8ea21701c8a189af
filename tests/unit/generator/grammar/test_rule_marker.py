"""The marker +validationRule: its parsed content, and the place of the expression in it."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.generator.grammar.marker_lines import goes_on, may_go_on
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.generator.grammar.rule_marker import read_rule


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        pytest.param('"self > 1"', {"rule": "self > 1"}, id="expression"),
        pytest.param(r'"self == \"a\""', {"rule": 'self == "a"'}, id="escapes"),
        pytest.param(r"`self.matches('\\d')`", {"rule": r"self.matches('\\d')"}, id="backquotes"),
        pytest.param('"a",message="b, c"', {"rule": "a", "message": "b, c"}, id="message"),
        pytest.param('"a",messageExpression="\'b\'"', {"rule": "a", "messageExpression": "'b'"}, id="made-message"),
        pytest.param('"a",reason=Forbidden', {"rule": "a", "reason": "FieldValueForbidden"}, id="reason"),
        pytest.param(
            '"a",reason=FieldValueDuplicate', {"rule": "a", "reason": "FieldValueDuplicate"}, id="long-reason"
        ),
        pytest.param('"a",field=b', {"rule": "a", "fieldPath": ".b"}, id="field"),
        pytest.param('"a",field=".b.c"', {"rule": "a", "fieldPath": ".b.c"}, id="path"),
        pytest.param('"a",optionalOldSelf=true', {"rule": "a", "optionalOldSelf": True}, id="optional-old-self"),
        pytest.param('"""\n  a &&\n  b\n"""', {"rule": "a && b"}, id="several-lines"),
        pytest.param('"""\n  a && // why\n  b\n"""', {"rule": "a && // why\nb"}, id="comment-inside"),
        pytest.param('"a",\n  message="""\n  one\n  two\n"""', {"rule": "a", "message": "one two"}, id="long-message"),
        pytest.param('"a",', {"rule": "a"}, id="comma-at-the-end"),
    ],
)
def test_an_entry_of_validations_is_read(text: str, entry: dict[str, Any]) -> None:
    assert read_rule(text).entry == entry


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("self", "a rule is an expression in quotes", id="no-quotes"),
        pytest.param('"a" b', 'expected a comma, got "b"', id="no-comma"),
        pytest.param('"a",colour=red', 'unknown argument "colour"', id="argument"),
        pytest.param('"a",reason=Odd', '"Odd" is no reason', id="reason"),
        pytest.param(r'"\d"', "the expression has an escape that Go does not know", id="escape"),
    ],
)
def test_what_is_not_formed_so_is_refused(text: str, said: str) -> None:
    with pytest.raises(MarkerSyntaxError) as found:
        read_rule(text)
    assert found.value.message == said


def test_places_lead_from_the_expression_to_the_marker() -> None:
    text = '"""\n  a &&\n  bc\n"""'
    marker = read_rule(text)
    assert marker.entry["rule"] == "a && bc"
    assert [text[marker.place_in_marker(at)] for at in (0, 5, 6)] == ["a", "b", "c"]
    escaped = r'"a == \"\" && x"'
    found = read_rule(escaped)
    assert escaped[found.place_in_marker(found.entry["rule"].index("x"))] == "x"


@pytest.mark.parametrize(
    ("text", "following", "expected"),
    [
        pytest.param('+validationRule="a"', "more", False, id="closed"),
        pytest.param('+validationRule="a', "b", True, id="open-quote"),
        pytest.param('+validationRule="""', "b", True, id="open-triple-quote"),
        pytest.param('+validationRule="""a"""', "b", False, id="closed-triple-quote"),
        pytest.param('+validationRule="a",', "message=b", True, id="comma"),
        pytest.param('+validationRule="a",', "+optional", False, id="comma-before-a-tag"),
        pytest.param("+k8s:maxLength=`3", "b", False, id="other-tag"),
    ],
)
def test_long_markers_go_on(text: str, following: str, expected: bool) -> None:
    assert goes_on(text, following) is expected
    assert may_go_on(text) is text.startswith("+validationRule")
