"""What a lint rule is: one object that finds and explains. The reference in docs/lint.md is made from these."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.survey import Survey
from kapivara.values.record import record


@record(eq=False)
class Rule:
    """One rule: its name, how bad its findings are, what it finds, why that matters, and how it looks.

    `example` is source that the rule objects to, `better` the same source as it should be; where it takes more than
    a types.go to show, `better` is empty. `reference` names the rule in validation-gen, where it has one like it.
    """

    name: str
    severity: Severity
    what: str
    why: str
    example: str
    better: str
    check: Callable[[Survey], Iterable[Finding]]
    reference: str = ""
