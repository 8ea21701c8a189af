"""The types of lint rules and findings.

The reference in docs/crd-lint.md is generated from the rules, and tests run their examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from kapivara.field import FieldPath
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.apis.groups.apiextensions.lint.survey import Survey


class Severity(StrEnum):
    """The severity of a finding: errors must be fixed, warnings deserve a look, advice is shown on request."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


class ExamplePart(StrEnum):
    """The part of a CRD that a rule's examples show."""

    FIELDS = "fields"
    """The fields of `spec`, as its schema declares them."""
    VERSION = "version"
    """A version of the CRD: its schema, subresources and columns."""
    METADATA = "metadata"
    """The metadata of a CRD whose `spec` has one field, the boolean `paused`."""


@record
class Inside:
    """A range of a text in the CRD, such as an expression: first character and length."""

    text: str
    offset: int
    length: int = 1


@record
class Finding:
    """A finding: the problem, its path in the CRD, the field of objects, and a fix.

    `inside` is the range within the text at the path, if it concerns a part. The engine sets `rule` and,
    in most cases, `severity`.
    """

    message: str
    path: FieldPath
    _: KW_ONLY
    field: str = ""
    version: str = ""
    fix: str = ""
    inside: Inside | None = None
    rule: str = ""
    severity: Severity | None = None


@record(eq=False)
class LintRule:
    """A lint rule with its severity, description, reason, fix and examples.

    `failing` is YAML that the rule reports, `passing` the corrected form; `scope` is the part of a CRD that both show.
    `reference` names another source of the same rule.
    """

    id: str
    severity: Severity
    title: str
    reason: str
    fix: str
    failing: str
    passing: str
    check: Callable[[Survey], Iterable[Finding]]
    _: KW_ONLY
    scope: ExamplePart = ExamplePart.FIELDS
    reference: str = ""
