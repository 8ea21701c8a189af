"""Lint: what the generator refuses is a finding, too."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.author_error import AuthorError
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.survey import Survey


def finding_of(error: AuthorError) -> Finding:
    """Makes a finding of an error of the generator."""
    field = error.field.rpartition(".")[2]
    return Finding(
        *(error.message, error.place, error.type_name, field, error.tag, error.hint),
        rule=REFUSED.name,
        severity=Severity.ERROR,
    )


def _check_refused(survey: Survey) -> Iterator[Finding]:
    yield from map(finding_of, survey.errors)


REFUSED = Rule(
    name="refused",
    severity=Severity.ERROR,
    what="The generator refuses the sources: a tag cannot be parsed, stands where it must not, lacks a payload, does "
    "not go with the type, or names a field that is not there; a type cannot be validated; a file cannot be read.",
    why="Nothing is generated until it is put right.",
    example='// +k8s:optional\n// +k8s:maxLength=long\nName string `json:"name"`',
    better='// +k8s:optional\n// +k8s:maxLength=63\nName string `json:"name"`',
    check=_check_refused,
)
