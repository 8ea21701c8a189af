"""Tests of all lint rules about CRDs: their examples, and their documentation."""

from __future__ import annotations

from functools import cache

import pytest
from tests.unit.apis.groups.apiextensions.lint.lint_examples import framed_example

from kapivara.apis.groups.apiextensions.lint import LINT_RULES, LintRule, Severity
from kapivara.cli.commands.crd.lint.apply_rules import lint_manifest
from kapivara.cli.commands.crd.lint.report import PlacedFinding
from kapivara.cli.inputs.manifests import manifests_in
from kapivara.cli.validation.dry_run import Validation
from kapivara.codec import read_documents

REFUSED_ANYHOW = ("refused", "dead-transition-rule")
"""Rules whose failing examples the server rejects."""


@cache
def lint(text: str) -> tuple[PlacedFinding, ...]:
    """Runs all rules on the YAML of a CRD."""
    (manifest,) = manifests_in(next(read_documents(text.encode(), "crd.yaml")))
    (result,) = Validation().run([manifest], (), lambda items, _: items)
    return lint_manifest(manifest, result).findings


def ids(text: str) -> list[str]:
    return [each.finding.rule for each in lint(text)]


@pytest.mark.parametrize("rule", LINT_RULES, ids=lambda rule: rule.id)
def test_the_failing_example_fails(rule: LintRule) -> None:
    text = framed_example(rule, rule.failing)
    own = [each for each in lint(text) if each.finding.rule == rule.id]
    assert own
    lines = text.splitlines()
    for each in own:
        assert each.finding.message
        assert each.finding.severity in (rule.severity, Severity.WARNING)
        assert each.finding.fix or rule.id == "refused"
        assert 1 <= each.place.line <= len(lines)
        assert each.excerpt is not None
        assert each.excerpt.marked in lines[each.place.line - 1]
    assert ("refused" in ids(text)) == (rule.id in REFUSED_ANYHOW)


@pytest.mark.parametrize("rule", LINT_RULES, ids=lambda rule: rule.id)
def test_the_passing_example_passes(rule: LintRule) -> None:
    found = lint(framed_example(rule, rule.passing))
    assert rule.id not in [each.finding.rule for each in found]
    assert [each.message for each in found if each.finding.severity is Severity.ERROR] == []


def test_rules_say_who_they_are() -> None:
    known = [rule.id for rule in LINT_RULES]
    assert len(set(known)) == len(known)
    for rule in LINT_RULES:
        assert rule.id == rule.id.lower()
        for text in (rule.title, rule.reason, rule.fix):
            assert text.endswith((".", "…"))


def fields(text: str) -> str:
    return framed_example(LINT_RULES[0], text)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("^a$", False),
        (r"\Aa\z", False),
        ("(?i)^a$", False),
        ("^(a|b)$", False),
        ("(^a$|^b$)", False),
        ("^a$|^b$", False),
        (".*a.*", False),
        (".*a$", False),
        ("", False),
        ("a", True),
        ("^a", True),
        ("a$", True),
        ("^a|b$", True),
        ("(^a|b)$", True),
        ("a[$]", True),
    ],
)
def test_ends_of_patterns(pattern: str, found: bool) -> None:
    assert ("unanchored-pattern" in ids(fields(f"a: {{type: string, pattern: '{pattern}'}}\n"))) == found


KEYED = """\
list:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [name]
  maxItems: 3
  items:
    type: object
    required: [name]
    properties:
      name:
        type: string
        maxLength: 3
        x-kubernetes-validations: [{rule: self == oldSelf, message: m}]
"""
IN_MAP = """\
map:
  type: object
  maxProperties: 3
  additionalProperties:
    type: string
    maxLength: 3
    x-kubernetes-validations: [{rule: self == oldSelf, message: m}]
"""


@pytest.mark.parametrize(
    ("schema", "rule", "found"),
    [
        pytest.param(KEYED, "dead-transition-rule", True, id="a key of its list"),
        pytest.param(IN_MAP, "dead-transition-rule", False, id="in a map"),
        pytest.param(IN_MAP, "escapable-transition-rule", False, id="values of maps come and go"),
        pytest.param(
            "a: {type: object, additionalProperties: {type: object, default: {b: 1}, properties: {}}}\n",
            "default-lost",
            True,
            id="pruned",
        ),
        pytest.param("a: {type: object, required: [b], properties: {b: {}}}\n", "refused", True, id="no type"),
        pytest.param(
            "a: {type: object, x-kubernetes-preserve-unknown-fields: true, required: [b]}\n",
            "required-not-declared",
            False,
            id="required where anything is kept",
        ),
        pytest.param(
            "a: {type: object, maxProperties: 0, required: [b], properties: {b: {type: string}}}\n",
            "impossible-bounds",
            True,
            id="more required than allowed",
        ),
        pytest.param("a: {type: string, nullable: true, enum: [A, null]}\n", "enum-value-refused", False, id="null"),
        pytest.param("a: {type: string, enum: [A, '']}\n", "enum-case", False, id="empty values"),
        pytest.param(
            "a: {type: integer, x-kubernetes-validations: [{rule: self > 3 && self < 2, message: m}]}\n",
            "constant-rule",
            False,
            id="each side depends",
        ),
        pytest.param(
            "a: {type: integer, maximum: 3, x-kubernetes-validations: [{rule: self > 3, message: m}]}\n",
            "constant-rule",
            True,
            id="never",
        ),
    ],
)
def test_cases_beside_the_examples(schema: str, rule: str, found: bool) -> None:
    assert (rule in ids(fields(schema))) == found


def test_a_schema_that_versions_share_is_looked_at_once() -> None:
    first = fields("a: {type: number}\n")
    again = first[first.index("  - name: v1") :].replace("v1", "v2").replace("storage: true", "storage: false")
    assert ids(first + again).count("float") == 1
    assert ids(first + again.replace("number", "boolean")).count("boolean") == 1
