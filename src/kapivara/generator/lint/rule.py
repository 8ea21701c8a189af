"""A lint rule: one object with its check and its documentation, from which docs/lint.md is generated."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.survey import Survey
from kapivara.values.record import record


@record(eq=False)
class Rule:
    """One rule: its name, its severity, what it finds and why that matters, and examples.

    `example` is source with a finding, `better` the corrected source; it is empty where a types.go cannot show it.
    `reference` is the name of the equivalent rule in validation-gen; empty where there is none.
    """

    name: str
    severity: Severity
    what: str
    why: str
    example: str
    better: str
    check: Callable[[Survey], Iterable[Finding]]
    reference: str = ""
