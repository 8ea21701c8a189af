"""Lint rules about names of fields and enum values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.values.lazy_pattern import lazy_pattern

_PASCAL = lazy_pattern(r"[A-Z][A-Za-z0-9]*")
_CAMEL = lazy_pattern(r"[a-z][A-Za-z0-9]*|\$[a-z]+")
_MOST_LISTED = 5
_WORD_BREAK = re.compile(r"[^A-Za-z0-9]+")


def _check_enums(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        texts = [each for each in place.raw.get("enum") or () if isinstance(each, str) and each]
        odd = [each for each in texts if not _PASCAL.fullmatch(each)]
        if odd:
            message = f"values of an enumeration are written in PascalCase, as Always or ClusterIP: {_listed(odd)}"
            suggested = _listed([*dict.fromkeys(_pascal(each) for each in odd)])
            yield version.finding(message, place, "enum", fix=f"write {suggested}" if suggested else "name them anew")


def _listed(values: list[str]) -> str:
    more = f" and {len(values) - _MOST_LISTED} more" if len(values) > _MOST_LISTED else ""
    return ", ".join(values[:_MOST_LISTED]) + more


def _pascal(text: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in _WORD_BREAK.split(text))


def _check_fields(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.name and not place.name.endswith("[]") and not _CAMEL.fullmatch(place.name):
            pascal = _pascal(place.name)
            message = "names of fields are written in camelCase"
            yield version.finding(message, place, fix=f"call it {pascal[:1].lower()}{pascal[1:]}")


def _check_timestamps(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        lower = place.name.lower()
        if "timestamp" in lower and place.name not in ("creationTimestamp", "deletionTimestamp"):
            name = re.sub("imestamp", "ime", place.name)
            yield version.finding("names of points in time end in Time", place, fix=f"call it {name}")


def _check_references(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        for word, short in (("References", "Refs"), ("Reference", "Ref"), ("references", "refs"), ("reference", "ref")):
            if place.name.endswith(word):
                name = place.name.removesuffix(word) + short
                yield version.finding("fields that name another object end in Ref", place, fix=f"call it {name}")
                break


ENUM_CASE = LintRule(
    id="enum-case",
    severity=Severity.WARNING,
    title="A value of an enumeration is not written in PascalCase.",
    reason="All of Kubernetes writes them so (`Always`, `ClusterIP`), and users expect it for every kind.",
    fix="Write the values in PascalCase.",
    failing="policy: {type: string, enum: [always, if-needed]}\n",
    passing="policy: {type: string, enum: [Always, IfNeeded]}\n",
    check=_check_enums,
    reference="kube-api-linter: enums; API conventions: constants",
)
FIELD_CASE = LintRule(
    id="field-case",
    severity=Severity.WARNING,
    title="The name of a field is not written in camelCase.",
    reason="All of Kubernetes writes them so. A name with a dash or a dot has to be spelled differently in rules, too.",
    fix="Write the name in camelCase.",
    failing="storage-class: {type: string}\n",
    passing="storageClass: {type: string}\n",
    check=_check_fields,
    reference="kube-api-linter: jsontags; API conventions: naming",
)
TIMESTAMP_NAME = LintRule(
    id="timestamp-name",
    severity=Severity.ADVICE,
    title="The name of a point in time ends in `Timestamp`.",
    reason="The conventions ask for names that end in `Time`, such as `startTime`.",
    fix="Call it `…Time`.",
    failing="lastBackupTimestamp: {type: string, format: date-time}\n",
    passing="lastBackupTime: {type: string, format: date-time}\n",
    check=_check_timestamps,
    reference="kube-api-linter: notimestamp; API conventions: naming",
)
REFERENCE_NAME = LintRule(
    id="reference-name",
    severity=Severity.ADVICE,
    title="The name of a field ends in `Reference`.",
    reason="Fields that name another object are called `…Ref` everywhere in Kubernetes.",
    fix="Call it `…Ref`.",
    failing="""\
secretReference:
  type: object
  properties:
    name: {type: string}
""",
    passing="""\
secretRef:
  type: object
  properties:
    name: {type: string}
""",
    check=_check_references,
    reference="kube-api-linter: noreferences; API conventions: object references",
)
