"""Lint: the older markers of Kubernetes types (+optional, +required, +listType) beside the tags of validation-gen.

Other generators read them, for OpenAPI and for patches; validation-gen does not. Beside +k8s: tags they seem to have an
effect, or contradict them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.lint.declarations import Declaration, all_links
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.ruled_types import has_rule_tag
from kapivara.generator.lint.rules.presence import PRESENCE_TAGS, legacy_presence, outermost
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import TypeKind

_CONTRARY = {"optional": "k8s:required", "required": "k8s:optional"}
_LISTS = ("listType", "listMapKey")


def _check_legacy(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.declarations:
        if declaration.member is not None:
            yield from _presence(declaration)
        yield from _lists(declaration)


def _presence(declaration: Declaration) -> Iterator[Finding]:
    for name, line in legacy_presence(declaration):
        contrary = outermost(declaration, _CONTRARY[name])
        if contrary:
            message = f"+{name} contradicts +{contrary[0].name}"
            hint = f"validation-gen reads +{contrary[0].name} alone, OpenAPI documents are made from +{name}"
            yield declaration.finding(message, tag=name, place=line.place, hint=hint)
        elif _is_taken_for_a_rule(declaration):
            message = f"+{name} does nothing here: validation-gen does not read it"
            yield declaration.finding(message, tag=name, place=line.place, hint=f"add +k8s:{name}")


def _is_taken_for_a_rule(declaration: Declaration) -> bool:
    """Returns whether a field has rules, needs a presence tag, and has only the older marker."""
    member = declaration.member
    if member is None or native_type(member.type).kind is TypeKind.STRUCT or not has_rule_tag(declaration.tags):
        return False
    return all(link.name not in PRESENCE_TAGS for link in all_links(declaration.tags))


def _lists(declaration: Declaration) -> Iterator[Finding]:
    """Yields findings for lists whose older marker declares another list type."""
    for name in _LISTS:
        legacy = [line for found, line in tag_lines(declaration.comments) if found == name]
        ours = {tag.value for tag in declaration.plain_tags if tag.name == f"k8s:{name}"}
        for line in legacy:
            value = line.text.partition("=")[2].strip()
            if ours and value not in ours:
                told = ", ".join(f"+k8s:{name}={each}" for each in sorted(ours))
                message = f"+{name}={value} contradicts {told}"
                yield declaration.finding(message, tag=name, place=line.place, hint="bring them in step")


LEGACY_TAG = Rule(
    name="legacy-tag",
    severity=Severity.WARNING,
    what="A field with `+k8s:` rules has only `+optional` or `+required`, or one of them that contradicts its "
    "`+k8s:` tag; or a list has `+listType` or `+listMapKey` in the same way.",
    why="The older markers are for OpenAPI documents and patches; validation-gen does not read them. Where "
    "they differ, documents for clients contradict the validation.",
    example='// +optional\n// +k8s:required\nName string `json:"name"`',
    better='// +required\n// +k8s:required\nName string `json:"name"`',
    check=_check_legacy,
)
