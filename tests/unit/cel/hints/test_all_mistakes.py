"""Common mistakes in expressions: each is detected by its issue, and the correction compiles."""

from __future__ import annotations

import pytest

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.hints import MISTAKES, Complaint, Mistake, hints_for
from kapivara.schema.expressions.compiling.compilation import RuleCompiler
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.structural.structural import Structural

TEXT = {"type": "string"}
SCHEMA = {
    "type": "object",
    "properties": {
        "name": TEXT,
        "count": {"type": "integer"},
        "on": {"type": "boolean"},
        "tags": {"type": "array", "items": TEXT},
        "items": {"type": "array", "items": {"type": "object", "properties": {"size": {"type": "integer"}}}},
        "labels": {"type": "object", "additionalProperties": TEXT},
        "my-field": TEXT,
    },
}
DECLARED = declare(Structural(SCHEMA))
assert DECLARED is not None
ENV = RuleCompiler(DECLARED).env()


def complaints(text: str) -> list[Complaint]:
    try:
        ENV.compile(text)
    except CelIssuesError as found:
        return [Complaint(text, each.message, each.offset, ENV) for each in found.issues]
    return []


def told(text: str) -> tuple[str, ...]:
    try:
        ENV.compile(text)
    except CelIssuesError as found:
        return hints_for(ENV, text, found.issues)
    return ()


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.id)
def test_the_failing_example_is_known_and_the_passing_one_compiles(mistake: Mistake) -> None:
    hints = [mistake.hint(each) for each in complaints(mistake.failing)]
    assert any(hints)
    assert set(hints) & set(told(mistake.failing))
    assert ENV.compile(mistake.passing).result_type.kind.name == "BOOL"


def test_mistakes_say_who_they_are() -> None:
    assert len({each.id for each in MISTAKES}) == len(MISTAKES)
    assert all(each.title.endswith(".") for each in MISTAKES)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("len(self.name) > 1", "there is no len(): write size()"),
        ("self.name.length() > 1", "there is no length(): write size()"),
        ("self.tags.every(x, x != '')", "there is no every(): write all(x, …)"),
        ("self.on | self.on", "write ||: there is no single |"),
        ("self.on or self.on", "write ||, not or"),
        ("self.name === 'a'", "write == or !=: there are no three signs"),
        ("self.labels in 'a'", "the item comes first: 'a' in self.list"),
        ("self.labels.contains('a')", "contains() is for texts; of lists and maps, write 'a' in self.list"),
        ("self.name + 1 == ''", "a text is only added to a text: string(…)"),
        ("self.tags.length > 1", "write size(): it is a function"),
        ("self.name != None", "write null, not None"),
        ("slef.name == ''", "did you mean self?"),
        ("count > 1 && on", "count is a field of self: write self.count"),
    ],
)
def test_more_of_the_same(text: str, hint: str) -> None:
    assert hint in told(text)


@pytest.mark.parametrize("text", ["self.on", "self.count + 'a' + unknownThing(3)[", "((((", "", "self.name == '=&|'"])
def test_other_texts_do_no_harm(text: str) -> None:
    assert len(told(text)) <= 3
