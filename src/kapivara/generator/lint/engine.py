"""Applies the lint rules to sources, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.lint.finding import Finding
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.rules.contradictions import CONTRADICTION
from kapivara.generator.lint.rules.defaults import DEFAULT_PRESENCE, DEFAULT_VALUE
from kapivara.generator.lint.rules.legacy_tags import LEGACY_TAG
from kapivara.generator.lint.rules.no_effect import NO_EFFECT
from kapivara.generator.lint.rules.presence import EXCLUSIVE_PRESENCE, REQUIRED_AND_OPTIONAL
from kapivara.generator.lint.rules.reach import UNREACHED_TAG
from kapivara.generator.lint.rules.refused import DECLARATIVE_NATIVE, REFUSED
from kapivara.generator.lint.rules.stability import ALPHA_BETA_PREFIX, VALIDATION_STABILITY
from kapivara.generator.lint.rules.typedefs import TYPEDEF_CHAIN
from kapivara.generator.lint.rules.unknown_tags import IGNORED_TAG, KNOWN_TAGS_ONLY, UNKNOWN_TAG
from kapivara.generator.lint.rules.upstream import UPSTREAM
from kapivara.generator.lint.rules.versions import UNUSED_EXCEPTION, VERSION_SKEW
from kapivara.generator.lint.rules.zero_values import ZERO_VALUE
from kapivara.generator.lint.survey import LintOptions, Survey
from kapivara.generator.sources.loading import Sources
from kapivara.values.record import replace

RULES: tuple[Rule, ...] = (
    *(REFUSED, ALPHA_BETA_PREFIX, VALIDATION_STABILITY, REQUIRED_AND_OPTIONAL, KNOWN_TAGS_ONLY),
    *(EXCLUSIVE_PRESENCE, LEGACY_TAG, DEFAULT_PRESENCE, DEFAULT_VALUE, ZERO_VALUE, CONTRADICTION),
    *(TYPEDEF_CHAIN, DECLARATIVE_NATIVE, VERSION_SKEW, UNUSED_EXCEPTION),
    *(UNKNOWN_TAG, IGNORED_TAG, NO_EFFECT, UNREACHED_TAG, UPSTREAM),
)
"""All rules, in the order in which they are applied and documented."""

DEFAULT_OPTIONS = LintOptions()


def lint_sources(sources: Sources, options: LintOptions = DEFAULT_OPTIONS) -> list[Finding]:
    """Applies all selected rules; returns findings rule by rule, each in the order of the sources."""
    survey = Survey(sources, options)
    return [
        replace(found, rule=rule.name, severity=found.severity or rule.severity)
        for rule in wanted_rules(options)
        for found in rule.check(survey)
    ]


def wanted_rules(options: LintOptions) -> list[Rule]:
    """Returns the selected rules."""
    return [
        rule
        for rule in RULES
        if rule.name not in options.ignore and (not options.select or rule.name in options.select)
    ]


def by_place(findings: Iterable[Finding]) -> list[Finding]:
    """Sorts findings by place."""
    return sorted(
        findings, key=lambda each: (each.place.file, each.place.line, each.place.column) if each.place else ("", 0, 0)
    )
