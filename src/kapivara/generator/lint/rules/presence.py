"""Lint: presence of fields. Each field with rules needs exactly one presence tag, which no default makes useless.

Upstream: code-generator/cmd/validation-gen/lint_rules.go requiredAndOptional (1.37). KEP-5073, "Handling Zero Values".
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.lint.declarations import Declaration, all_links
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.ruled_types import RuledTypes
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import CommentLine, TypeKind

_LEGACY = ("optional", "required")
PRESENCE_TAGS = ("k8s:optional", "k8s:required", "k8s:forbidden")
_MISSING = "field with validation must have +k8s:optional, +k8s:required or +k8s:forbidden"


def _check_presence(survey: Survey) -> Iterator[Finding]:
    ruled = RuledTypes(survey)
    told = {each.place for each in survey.errors}
    for declaration in survey.generated:
        if declaration.member is None or native_type(declaration.member.type).kind is TypeKind.STRUCT:
            continue
        if any(link.name in PRESENCE_TAGS for link in all_links(declaration.tags)):
            continue
        try:
            if ruled.has_rules(declaration):
                yield declaration.finding(_MISSING, hint=_missing_hint(declaration))
        except TagError as error:
            if (error.place or declaration.place) in told:
                continue  # the generator reports it already
            yield declaration.finding(f"invalid validation tags: {error.message}", place=error.place, hint=error.hint)


def _missing_hint(declaration: Declaration) -> str:
    for name, _ in legacy_presence(declaration):
        return f"+{name} is not read here: add +k8s:{name}"
    return "add +k8s:optional, +k8s:required or +k8s:forbidden"


def legacy_presence(declaration: Declaration) -> list[tuple[str, CommentLine]]:
    """Returns the older presence markers of a field, which other generators read."""
    return [(name, line) for name, line in tag_lines(declaration.comments) if name in _LEGACY]


def _check_exclusive(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.declarations:
        for tags in _by_level(declaration):
            names = list(dict.fromkeys(tag.name for tag in tags))
            if len(names) > 1:
                told = " and ".join(f"+{name}" for name in names)
                hint = "keep one of them; make another one depend on an option with +k8s:ifEnabled if both are meant"
                yield declaration.finding(f"{told} exclude each other", tag=tags[-1], hint=hint)
            elif len(tags) > 1:
                yield declaration.finding(f"+{names[0]} stands here twice", tag=tags[-1], hint="once is enough")


def _by_level(declaration: Declaration) -> list[list[Tag]]:
    """Returns the unconditional presence tags, grouped by stability level."""
    found: dict[str, list[Tag]] = {}
    for outer, tag in zip(declaration.tags, declaration.plain_tags, strict=True):
        if tag.name in PRESENCE_TAGS:
            found.setdefault("" if outer is tag else outer.name, []).append(tag)
    return [sorted(tags, key=lambda tag: PRESENCE_TAGS.index(tag.name)) for tags in found.values()]


def outermost(declaration: Declaration, *names: str) -> list[Tag]:
    """Returns the unconditional tags with these names, in the order of the names."""
    found = [tag for tag in declaration.plain_tags if tag.name in names]
    return sorted(found, key=lambda tag: names.index(tag.name))


REQUIRED_AND_OPTIONAL = Rule(
    name="required-and-optional",
    severity=Severity.ERROR,
    what=(
        "A field has rules, on itself or through its type, but none of `+k8s:optional`, `+k8s:required` and "
        "`+k8s:forbidden`."
    ),
    why="Without such a tag the rules run on missing values: zero values are validated as if they were set, "
    "and the generated Go code panics on nil pointers.",
    example='// +k8s:maxLength=3\nName *string `json:"name"`',
    better='// +k8s:optional\n// +k8s:maxLength=3\nName *string `json:"name"`',
    check=_check_presence,
    reference="requiredAndOptional",
)
EXCLUSIVE_PRESENCE = Rule(
    name="exclusive-presence",
    severity=Severity.ERROR,
    what="A field has more than one of `+k8s:optional`, `+k8s:required` and `+k8s:forbidden`, unconditionally.",
    why="The generator lets all of them run, in the order of their names: the first one that ends the field's "
    "validation decides, and the others have no effect.",
    example='// +k8s:optional\n// +k8s:required\nName string `json:"name"`',
    better='// +k8s:required\nName string `json:"name"`',
    check=_check_exclusive,
)
