"""The tags pattern, nameFormat and those that KEP-4153 writes without a prefix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.types import BUILTIN, STRING, CommentLine, JsonName, Member, Position, Type, Universe
from kapivara.generator.pipeline import GeneratedModule
from kapivara.generator.plan.rule_calls import FunctionCall, Rules
from kapivara.generator.tags.all_tags import read_tag
from kapivara.generator.tags.contract.handler import Context, Scope, Session
from kapivara.generator.tags.extraction import TagExtractor

Validators = Callable[..., GeneratedModule]
PlanTag = Callable[..., Rules]
HERE = Position("types.go", 3, 5)

KIND = """
import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Kind struct {
\t// +nameFormat='dns1123subdomain'
\tmetav1.ObjectMeta `json:"metadata,omitempty"`
\t// +pattern=`^\\d{1,3}$`
\tCode string `json:"code,omitempty"`
\t// +pattern="^[a-z]+$"
\tWord *string `json:"word,omitempty"`
}
"""


def _told(module: GeneratedModule, new: Any, old: Any = None) -> list[str]:
    verb = Verb.CREATE if old is None else Verb.UPDATE
    return [str(each).split(" must consist")[0] for each in module.validate("Kind", Operation(verb), new, old)]


def test_strings_match_their_patterns(validators: Validators) -> None:
    module = validators(KIND)
    assert _told(module, {"code": "1234", "word": ""}) == [
        "code: Invalid value: \"1234\": code in body should match '^\\d{1,3}$'",
        "word: Invalid value: \"\": word in body should match '^[a-z]+$'",
    ]
    assert _told(module, {"code": "123", "word": "a"}) == []
    assert _told(module, {"code": ""}) == []  # JSON omits it
    assert _told(module, {"code": "1234"}, {"code": "1234"}) == []


def test_names_are_of_their_format(validators: Validators) -> None:
    module = validators(KIND)
    assert _told(module, {"metadata": {"name": "A_b", "generateName": "-x"}}) == [
        'metadata.generateName: Invalid value: "-x": a lowercase RFC 1123 subdomain',
        'metadata.name: Invalid value: "A_b": a lowercase RFC 1123 subdomain',
    ]
    assert _told(module, {"metadata": {"name": "a.b", "generateName": "x-"}}) == []
    bad = {"metadata": {"name": "A_b"}}
    assert _told(module, {"metadata": {"name": "A_b", "labels": {"a": "b"}}}, bad) == []


@pytest.mark.parametrize(
    ("line", "kind", "said"),
    [
        pytest.param(
            '+pattern="["', STRING, 'invalid pattern "[": error parsing regexp: missing closing ]: `[`', id="pattern"
        ),
        pytest.param('+pattern="a"', BUILTIN["int32"], "can only be used on string types (int32)", id="pattern-on-int"),
        pytest.param("+nameFormat=dns1123label", STRING, "can only be used on ObjectMeta (string)", id="no-metadata"),
        pytest.param("+format=ipv4", STRING, 'unsupported validation format "ipv4"', id="format"),
        pytest.param("+minimum=1", STRING, "can only be used on integer types (string)", id="minimum-of-text"),
    ],
)
def test_misuse_is_refused(line: str, kind: Type, said: str) -> None:
    name = line[1:].partition("=")[0]
    tag = read_tag(name, CommentLine(line[1:], HERE))
    extractor = TagExtractor()
    member = Member("A", kind, JsonName(name="a"), HERE, embedded=False, comments=())
    context = Context(Session(Universe(), frozenset(), extractor), Scope.FIELD, kind, "v1.Root.a", member)
    with pytest.raises(TagError) as found:
        extractor.extract_rules(context, tag)
    assert found.value.message == f'tag "{name}": {said}'


@pytest.mark.parametrize(
    ("short", "kind", "function"),
    [
        pytest.param("+minimum=1", BUILTIN["int32"], "minimum", id="minimum"),
        pytest.param("+exclusiveMaximum=9", BUILTIN["int32"], "exclusive_maximum", id="exclusive-maximum"),
        pytest.param("+maxLength=20", STRING, "max_length", id="max-length"),
        pytest.param("+format=dns1123label", STRING, "short_name", id="label"),
        pytest.param("+format=dns1123subdomain", STRING, "long_name", id="subdomain"),
        pytest.param("+format=dns1035label", STRING, "dns1035_label", id="dns1035"),
    ],
)
def test_short_names_ask_for_the_same(plan_tag: PlanTag, short: str, kind: Type, function: str) -> None:
    (call,) = plan_tag(short, kind).calls
    assert isinstance(call.check, FunctionCall)
    assert call.check.function == function
