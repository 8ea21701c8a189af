"""What a lint rule about definitions is: one object that finds, explains, and shows both sides.

The reference in docs/crd-lint.md is made from these, and tests run their examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from kapivara.field import FieldPath
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.apis.apiextensions.lint.survey import Survey


class Severity(StrEnum):
    """How bad a finding is: errors have to go, warnings are worth a look, advice is told where it is asked for."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


class ExamplePart(StrEnum):
    """What the examples of a rule are a part of."""

    FIELDS = "fields"
    """The fields of `spec`, as its schema declares them."""
    VERSION = "version"
    """A version of the definition: its schema, subresources and columns."""
    METADATA = "metadata"
    """The metadata of the definition, whose `spec` has one field, the boolean `paused`."""


@record
class Inside:
    """A place in a text that the definition holds, such as an expression: from which character on, and how many."""

    text: str
    offset: int
    length: int = 1


@record
class Finding:
    """One finding: what is wrong, at which path of the definition, about which field of objects, what would help.

    Where it is about a part of the text at its path, `inside` says which. Rules leave `rule` and, mostly, `severity`
    to the engine.
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
    """One rule: its id, how bad its findings are, what it finds, why that matters, what would help, how it looks.

    `failing` is YAML that the rule objects to, `passing` the same as it should be; `scope` tells what both are a part
    of. `reference` names who else asks for it.
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
