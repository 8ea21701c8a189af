"""Lint: errors of the generator, as findings."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import TypeName
from kapivara.generator.planning.hints import hint_of
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

_TAG = lazy_pattern(r'tag "(k8s:[\w:.-]+)"|failed to parse tags: .*\[(k8s:\w+)')


def finding_of(error: AuthorError) -> Finding:
    """Converts an error of the generator to a finding."""
    field = error.field.rpartition(".")[2]
    named = _TAG.search(error.message)
    tag = error.tag or ((named[1] or named[2]) if named else "")
    return Finding(
        error.message,
        error.place,
        type_name=error.type_name,
        field=field,
        tag=tag,
        hint=hint_of(error),
        rule=REFUSED.name,
        severity=Severity.ERROR,
    )


def _check_refused(survey: Survey) -> Iterator[Finding]:
    yield from (_finding(survey, error) for error in survey.errors if not _is_about_native(error))


def _check_native(survey: Survey) -> Iterator[Finding]:
    yield from (_finding(survey, error) for error in survey.errors if _is_about_native(error))


def _is_about_native(error: AuthorError) -> bool:
    return "+k8s:declarativeValidationNative" in error.message


def _finding(survey: Survey, error: AuthorError) -> Finding:
    found = finding_of(error)
    return replace(found, field=_spelt(survey, found))


def _spelt(survey: Survey, found: Finding) -> str:
    """Returns the field's name in the source; errors of the generator usually contain its JSON name."""
    if not found.field:
        return ""
    package, _, name = found.type_name.rpartition(".")
    kind = survey.universe.type(TypeName(package, name))
    members = kind.members if kind is not None else []
    return next((each.name for each in members if found.field in (each.json.name, each.name)), found.field)


REFUSED = Rule(
    name="refused",
    severity=Severity.ERROR,
    what="The generator rejects the sources: a tag cannot be parsed, stands where it must not, lacks a payload, "
    "does not fit the type, or names a field that does not exist; a type cannot be validated; a file "
    "cannot be read.",
    why="Nothing is generated until it is fixed.",
    example='// +k8s:optional\n// +k8s:maxLength=long\nName string `json:"name"`',
    better='// +k8s:optional\n// +k8s:maxLength=63\nName string `json:"name"`',
    check=_check_refused,
)
DECLARATIVE_NATIVE = Rule(
    name="declarative-native",
    severity=Severity.ERROR,
    what="A field is marked `+k8s:declarativeValidationNative` and uses a tag that is not stable (in an alpha or beta "
    "API: less stable than the API).",
    why="The tag declares that the field has no hand-written validation. Only stable tags can replace it.",
    example='// +k8s:declarativeValidationNative\n// +k8s:optional\n// +k8s:alpha=+k8s:neq="x"\n'
    'Name string `json:"name"`',
    better='// +k8s:optional\n// +k8s:alpha=+k8s:neq="x"\nName string `json:"name"`',
    check=_check_native,
)
