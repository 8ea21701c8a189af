"""The tag validationRule: CEL rules in generated validators, and the errors of invalid rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.sources.loading import read_sources

Validators = Callable[..., GeneratedModule]
CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)

DEPLOYMENT = """
type DeploymentSpec struct {
\t// +validationRule="!(self.type == 'Recreate') || !has(self.rollingUpdate)",
\t//   message="may not be specified when strategy `type` is Recreate",reason=Forbidden,field="rollingUpdate"
\t// +validationRule="!(self.type == 'RollingUpdate') || has(self.rollingUpdate)",
\t//   message="this should be defaulted and never be nil",reason=Required,field="rollingUpdate"
\tStrategy DeploymentStrategy `json:"strategy"`
}

type DeploymentStrategy struct {
\tType string `json:"type"`
\tRollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty"`
}

type RollingUpdate struct {
\tMaxSurge int32 `json:"maxSurge"`
}
"""
RANGE = """
// +validationRule=\"\"\"
//   self.min <= self.max
//   && self.max < 100
// \"\"\",
//   message="min must not exceed max",
//   field=min
type Range struct {
\tMin int32 `json:"min"`
\tMax int32 `json:"max"`
\t// +validationRule="self >= oldSelf",message="may only grow"
\tSize int32 `json:"size,omitempty"`
}
type Holder struct {
\tRange Range `json:"range"`
\tNote string `json:"note,omitempty"`
}
"""


def told(module: GeneratedModule, kind: str, new: Any, old: Any = None) -> list[str]:
    """Returns the errors of a value, or of an update."""
    return [str(each) for each in module.validate(kind, CREATE if old is None else UPDATE, new, old)]


def refusals(validators: Validators, types: str) -> list[str]:
    """Returns the errors of invalid types."""
    with pytest.raises(AuthorErrors) as found:
        validators(types)
    told_of = [(each.place, each.message.partition('"validationRule": ')[2]) for each in found.value.errors]
    return [f"{place.line}:{place.column} {message}" for place, message in told_of if place is not None and message]


def field(tags: str, kind: str = "string", types: str = "") -> str:
    """Returns a struct with one field; its tags are on one line each."""
    lines = "\n".join(f"\t// {line}" for line in tags.split("\n"))
    return f'type Root struct {{\n{lines}\n\tA {kind} `json:"a"`\n}}\n{types}'


def test_reason_and_field_are_those_of_the_rule(validators: Validators) -> None:
    module = validators(DEPLOYMENT)
    both = {"strategy": {"type": "Recreate", "rollingUpdate": {"maxSurge": 1}}}
    assert told(module, "DeploymentSpec", both) == [
        "strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is Recreate"
    ]
    assert told(module, "DeploymentSpec", {"strategy": {"type": "RollingUpdate"}}) == [
        "strategy.rollingUpdate: Required value: this should be defaulted and never be nil"
    ]
    assert told(module, "DeploymentSpec", {"strategy": {"type": "Recreate"}}) == []


def test_a_rule_of_a_type_holds_wherever_the_type_is_used(validators: Validators) -> None:
    module = validators(RANGE)
    assert told(module, "Range", {"min": 2, "max": 1}) == ["min: Invalid value: min must not exceed max"]
    assert told(module, "Holder", {"range": {"min": 2, "max": 1}}) == [
        "range.min: Invalid value: min must not exceed max"
    ]
    assert told(module, "Holder", {"range": {"min": 1, "max": 100}}) == [
        "range.min: Invalid value: min must not exceed max"
    ]
    assert told(module, "Holder", {"range": {"min": 1, "max": 99}}) == []


def test_what_did_not_change_is_not_asked_about(validators: Validators) -> None:
    module = validators(RANGE)
    broken = {"range": {"min": 2, "max": 1}}
    assert told(module, "Holder", {**broken, "note": "new"}, broken) == []
    assert told(module, "Holder", {"range": {"min": 3, "max": 1}}, broken) == [
        "range.min: Invalid value: min must not exceed max"
    ]
    assert told(module, "Range", broken["range"], broken["range"]) == []


def test_transition_rules_compare_with_the_old_value(validators: Validators) -> None:
    module = validators(RANGE)
    assert told(module, "Range", {"min": 0, "max": 1, "size": 2}, {"min": 0, "max": 1, "size": 3}) == [
        "size: Invalid value: 2: may only grow"
    ]
    assert told(module, "Range", {"min": 0, "max": 1, "size": 4}, {"min": 0, "max": 1, "size": 3}) == []
    assert told(module, "Range", {"min": 0, "max": 1, "size": 2}) == []
    assert told(module, "Range", {"min": 0, "max": 1}, {"min": 0, "max": 1, "size": 3}) == []  # JSON omits zero


def test_an_optional_old_value_is_asked_for_on_creation_too(validators: Validators) -> None:
    rule = "+validationRule=\"oldSelf.hasValue() || self == 'new'\",optionalOldSelf=true"
    module = validators(field(rule))
    assert told(module, "Root", {"a": "old"}) == [
        "a: Invalid value: \"old\": failed rule: oldSelf.hasValue() || self == 'new'"
    ]
    assert told(module, "Root", {"a": "new"}) == []
    assert told(module, "Root", {"a": "other"}, {"a": "old"}) == []


def test_messages_may_be_made_by_an_expression(validators: Validators) -> None:
    module = validators(field("+validationRule=`self != 'b'`,messageExpression=\"'not ' + self\""))
    assert told(module, "Root", {"a": "b"}) == ['a: Invalid value: "b": not b']


def test_zeros_are_there_where_json_has_them(validators: Validators) -> None:
    types = """
    // +validationRule="has(self.kept) && !has(self.left)"
    type Root struct {
    \tKept int32 `json:"kept"`
    \tLeft int32 `json:"left,omitempty"`
    }
    """
    module = validators(types)
    assert told(module, "Root", {}) == []
    assert told(module, "Root", {"left": 0}) == []
    assert len(told(module, "Root", {"left": 1})) == 1


@pytest.mark.parametrize(
    ("tags", "kind", "said"),
    [
        pytest.param(
            '+validationRule="self.nam == 1"',
            "Sub",
            ["4:26 compilation failed: undefined field 'nam'"],
            id="types",
        ),
        pytest.param(
            '+validationRule="""\n  self.size() > 3 &&\n  self.siz() > 2\n""",message="x"',
            "string",
            ["6:15 compilation failed: undeclared reference to 'siz'"],
            id="several-lines",
        ),
        pytest.param(
            '+validationRule="self"',
            "string",
            ["4:6 cel expression must evaluate to a bool"],
            id="no-bool",
        ),
        pytest.param(
            "+validationRule=self",
            "string",
            ["4:21 a rule is an expression in quotes"],
            id="no-quotes",
        ),
        pytest.param(
            "+validationRule=\"self != ''\",reason=RequestEntityTooLarge",
            "string",
            ['4:33 "RequestEntityTooLarge" is no reason'],
            id="reason",
        ),
        pytest.param(
            '+validationRule="true",field="b"',
            "Sub",
            ["4:6 must be a valid path"],
            id="field",
        ),
        pytest.param(
            '+validationRule="true",optionalOldSelf=true',
            "Sub",
            ["4:6 optionalOldSelf may not be set if oldSelf is not used in rule"],
            id="no-old-self",
        ),
        pytest.param(
            '+validationRule="true",message=" "',
            "Sub",
            ["4:6 must be non-empty if specified"],
            id="blank-message",
        ),
        pytest.param(
            '+validationRule="true",messageExpression="1"',
            "Sub",
            ["4:6 messageExpression must evaluate to a string"],
            id="message-expression",
        ),
        pytest.param(
            '+validationRule="true"',
            "any",
            ["4:6 expressions cannot see values of this type"],
            id="anything",
        ),
    ],
)
def test_rules_that_are_not_right_are_told_with_their_place(
    validators: Validators, tags: str, kind: str, said: list[str]
) -> None:
    sub = 'type Sub struct {\n\tName string `json:"name"`\n}'
    found = refusals(validators, field(tags, kind, sub))
    assert [each.partition(" (in container")[0] for each in found] == said


def test_a_rule_that_costs_too_much_is_told_with_the_bound_that_helps(validators: Validators) -> None:
    rule = '+validationRule="self.all(x, self.all(y, x == y))"'
    with pytest.raises(AuthorErrors) as found:
        validators(field(rule, "[]string"))
    (error,) = found.value.errors
    assert "estimated rule cost exceeds budget by factor of more than 100x" in error.message
    assert error.hint == "it would fit with +k8s:maxItems=5 at self"
    validators(field(f"+k8s:optional\n+k8s:maxItems=5\n{rule}", "[]string"), package="bounded")


def test_a_type_that_holds_itself_is_seen_some_levels_deep(validators: Validators) -> None:
    types = """
    // +validationRule="!has(self.next) || !has(self.next.next) || self.name != self.next.next.name"
    type Root struct {
    \tName string `json:"name"`
    \t// +k8s:optional
    \tNext *Root `json:"next,omitempty"`
    }
    """
    module = validators(types)
    chain = {"name": "a", "next": {"name": "b", "next": {"name": "a"}}}
    assert len(told(module, "Root", chain)) == 1
    assert told(module, "Root", {"name": "a", "next": {"name": "b"}}) == []


def test_only_what_a_rule_reads_stands_in_generated_code(validators: Validators, tmp_path: Path) -> None:
    validators(RANGE)
    (made,) = generate(read_sources([tmp_path / "v1"]))
    assert '"properties": {"min": {"type": "integer"}, "max": {"type": "integer"}}' in made.source


def test_lint_says_where_the_tag_comes_from(lint_types: Callable[..., list[Any]]) -> None:
    (found,) = lint_types("upstream", field("+validationRule=\"self != ''\""))
    assert found.message.endswith('"validationRule" and ignores it silently: KEP-4153 describes it')


def test_python_types_have_rules_too(tmp_path: Path) -> None:
    types = "# +k8s:validation-gen=*\nfrom dataclasses import dataclass\n\n\n"
    types += '# +validationRule="""\n#   self.min <= self.max\n# """,\n#   message="too large"\n@dataclass\n'
    (tmp_path / "types.py").write_text(f"{types}class Range:\n    min: int\n    max: int\n")
    (made,) = generate(read_sources([tmp_path / "types.py"]))
    module = load_generated(made.source, "python")
    assert told(module, "Range", {"min": 2, "max": 1}) == ["<nil>: Invalid value: too large"]


def test_a_rule_without_an_end_takes_no_time(validators: Validators) -> None:
    lines = "\n".join(["// more"] * 20_000)
    (said,) = refusals(validators, f'// +validationRule="""\n{lines}\ntype Root struct {{}}')
    assert said.endswith('expected a comma, got """')


def test_types_that_are_nested_deeply_need_no_deep_stack(validators: Validators) -> None:
    chain = "\n".join(f'type T{n} struct {{\n\tA T{n + 1} `json:"a"`\n}}' for n in range(800))
    types = f"{chain}\ntype T800 struct {{}}\n" + field('+validationRule="has(self.a.a)"', "T0")
    assert told(validators(types), "Root", {"a": {"a": {}}}) == []
