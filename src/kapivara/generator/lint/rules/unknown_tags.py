"""Lint: misspelled tags, and lines that look like tags but are ignored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.content.nearest import nearest
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.grammar.validation_values import NESTED
from kapivara.generator.lint.declarations import Declaration
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.rules.stray_tags import stray_tags
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.types import CommentLine
from kapivara.generator.sources.selection import unknown_package_tags
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.schema_markers import PREFIX
from kapivara.values.lazy_pattern import lazy_pattern

_OURS = lazy_pattern(r"(?i)\+?k8s[:.-]")
_GENERATOR = lazy_pattern(r"k8s:[a-z-]+-gen(?:[:-].*)?")
_NOT_QUITE = lazy_pattern(r"(?i)\s*+(?:\*\s*+)?\+[\s+]*+(?=k8s:)")
_ON_TYPES = (
    *("k8s:isSubresource", "k8s:supportsSubresource", "k8s:validation-gen", "k8s:validation-gen-nolint"),
    *("k8s:conversion-fn", "k8s:openapi-model-package"),
)
_CLOSE = 0.75
_UNMISTAKABLE = ("validationRule", "nameFormat")
"""Tags without `k8s:` to which no other tool has a similar one; a similar name counts as misspelled."""
_SURE = 0.85
_BEHIND = lazy_pattern(r"[-:.].*")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Returns the known name that a misspelled one most likely means; empty where none is similar."""
    return nearest(_OURS.sub("k8s:", name.lower(), count=1), known, _CLOSE)


def _check_unknown(survey: Survey) -> Iterator[Finding]:
    known = (*HANDLERS, *_ON_TYPES)
    for declaration, name, line in _lines(survey):
        if name in known or _GENERATOR.fullmatch(name) or _is_schema_marker(name):
            continue
        near = suggestion(name, known) if _OURS.match(name) else nearest(_BEHIND.sub("", name), _UNMISTAKABLE, _SURE)
        if not near and not _OURS.match(name):
            continue
        hint = f"did you mean +{near}?" if near else "see `kapivara docs tags` for all tags"
        yield declaration.finding(f'unknown tag "{name}": it does nothing', tag=name, place=line.place, hint=hint)


def _is_schema_marker(name: str) -> bool:
    """Returns whether a marker declares a keyword of schemas."""
    key = name.removeprefix(PREFIX[1:])
    return key != name and key.partition(":")[0] in NESTED


def _lines(survey: Survey) -> Iterator[tuple[Declaration, str, CommentLine]]:
    for declaration in survey.declarations:
        for name, line in tag_lines(declaration.comments):
            yield declaration, name, line
    for package in survey.packages:
        for constant in package.constants:
            for name, line in tag_lines(constant.comments):
                yield Declaration(constant.type, None, ()), name, line


def _check_ignored(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.declarations:
        for line in declaration.comments:
            found = _NOT_QUITE.match(line.text)
            if found is not None and (why := _why_no_tag(found[0].lstrip(" \t"))):
                hint = f"write +{line.text[found.end() :].strip()}"
                yield declaration.finding(f"this line is no tag: {why}", place=line.place, hint=hint)
        if declaration.member is not None and not declaration.member.exported:
            for tag in declaration.tags:
                if tag.name in HANDLERS:
                    message = f"+{tag.name} does nothing here: fields that are not exported are not validated"
                    yield declaration.finding(message, tag=tag, hint="export the field, or remove the tag")
    yield from stray_tags(survey)


def _why_no_tag(signs: str) -> str:
    """Returns the error in the characters before the name of a tag; empty where there is none."""
    if signs == "+":
        return ""
    if signs.startswith("*"):
        return "nothing may stand before the +"
    return "no blank may follow the +" if signs.strip(" \t") == "+" else "only one + may stand before it"


def _check_package_tags(survey: Survey) -> Iterator[Finding]:
    for package in survey.packages:
        for found in unknown_package_tags(package):
            yield Finding(found.message, found.place, hint=found.hint)


UNKNOWN_TAG = Rule(
    name="unknown-tag",
    severity=Severity.WARNING,
    what="A comment holds a `+k8s:` tag that does not exist.",
    why="The generator ignores unknown tags, since they may be another tool's. A misspelt tag has no effect.",
    example='// +k8s:optional\n// +k8s:maxlength=3\nName string `json:"name"`',
    better='// +k8s:optional\n// +k8s:maxLength=3\nName string `json:"name"`',
    check=_check_unknown,
)
IGNORED_TAG = Rule(
    name="ignored-tag",
    severity=Severity.WARNING,
    what="A line looks like a tag but is not read: `+ k8s:…` or `++k8s:…`, tags of a field that is not "
    "exported, tags with a blank line below them or behind code, tags of the package outside doc.go. Or a "
    "tag stands behind a field and is read for the next field, where that has no comment of its own.",
    why="Such a tag validates nothing, and no other check reports it.",
    example='// + k8s:optional\nName string `json:"name"`',
    better='// +k8s:optional\nName string `json:"name"`',
    check=_check_ignored,
)
KNOWN_TAGS_ONLY = Rule(
    name="known-tags-only",
    severity=Severity.WARNING,
    what="doc.go holds a `+k8s:…-gen` tag of an unknown generator.",
    why="A misspelt package tag has no effect: the generator skips the package without a warning.",
    example="// doc.go\n// +k8s:validationgen-gen=*\npackage v1",
    better="// doc.go\n// +k8s:validation-gen=*\npackage v1",
    check=_check_package_tags,
    reference="known-tags-only",
)
