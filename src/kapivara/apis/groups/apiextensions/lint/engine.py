"""Runs lint rules on CRDs, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.apis.groups.apiextensions.lint.booleans import BOOLEAN
from kapivara.apis.groups.apiextensions.lint.bounds import (
    LIST_WITHOUT_MAX,
    NUMBER_WITHOUT_BOUNDS,
    REQUIRED_TEXT_MAY_BE_EMPTY,
    TEXT_WITHOUT_MAX,
    UNBOUNDED_UNDER_RULE,
)
from kapivara.apis.groups.apiextensions.lint.columns import PATH_LEADS_NOWHERE
from kapivara.apis.groups.apiextensions.lint.constants import CONSTANT_RULE
from kapivara.apis.groups.apiextensions.lint.contradictions import (
    ENUM_VALUE_REFUSED,
    IMPOSSIBLE_BOUNDS,
    REQUIRED_NOT_DECLARED,
)
from kapivara.apis.groups.apiextensions.lint.defaults import (
    DEFAULT_DECIDES_ONE_OF,
    DEFAULT_LOST,
    DEFAULT_NULL,
    DEFAULT_ON_REQUIRED,
    DEFAULT_UNREACHED,
)
from kapivara.apis.groups.apiextensions.lint.idle_silences import IDLE_SILENCE
from kapivara.apis.groups.apiextensions.lint.lists import ITEM_WITHOUT_REQUIRED, LIST_TYPE, MAP
from kapivara.apis.groups.apiextensions.lint.names import ENUM_CASE, FIELD_CASE, REFERENCE_NAME, TIMESTAMP_NAME
from kapivara.apis.groups.apiextensions.lint.numbers import FLOAT, INTEGER_FORMAT, UNSIGNED
from kapivara.apis.groups.apiextensions.lint.patterns import UNANCHORED_MATCHES, UNANCHORED_PATTERN
from kapivara.apis.groups.apiextensions.lint.presence import DESCRIPTION, DURATION, NULLABLE, PRESERVED_FIELDS
from kapivara.apis.groups.apiextensions.lint.reads import UNGUARDED_READ
from kapivara.apis.groups.apiextensions.lint.refused import REFUSED
from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule
from kapivara.apis.groups.apiextensions.lint.rule_messages import MESSAGE_WITHOUT_OLD, RULE_WITHOUT_MESSAGE
from kapivara.apis.groups.apiextensions.lint.status import CONDITIONS, PHASE, REQUIRED_STATUS, STATUS
from kapivara.apis.groups.apiextensions.lint.survey import Remark, Survey
from kapivara.apis.groups.apiextensions.lint.transitions import DEAD_TRANSITION_RULE, ESCAPABLE_TRANSITION_RULE
from kapivara.meta.identity import text_member
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values import JsonValue
from kapivara.values.record import replace

LINT_RULES: Final[tuple[LintRule, ...]] = (
    *(REFUSED, UNGUARDED_READ, CONSTANT_RULE, DEAD_TRANSITION_RULE, ESCAPABLE_TRANSITION_RULE),
    *(RULE_WITHOUT_MESSAGE, MESSAGE_WITHOUT_OLD, UNBOUNDED_UNDER_RULE, UNANCHORED_MATCHES, UNANCHORED_PATTERN),
    *(DEFAULT_LOST, DEFAULT_NULL, DEFAULT_UNREACHED, DEFAULT_ON_REQUIRED, DEFAULT_DECIDES_ONE_OF),
    *(REQUIRED_NOT_DECLARED, IMPOSSIBLE_BOUNDS, ENUM_VALUE_REFUSED, PATH_LEADS_NOWHERE),
    *(STATUS, CONDITIONS, REQUIRED_STATUS, PHASE),
    *(LIST_TYPE, ITEM_WITHOUT_REQUIRED, MAP, FLOAT, UNSIGNED, NULLABLE, PRESERVED_FIELDS, ENUM_CASE, FIELD_CASE),
    *(BOOLEAN, TEXT_WITHOUT_MAX, LIST_WITHOUT_MAX, NUMBER_WITHOUT_BOUNDS, REQUIRED_TEXT_MAY_BE_EMPTY),
    *(INTEGER_FORMAT, DURATION, TIMESTAMP_NAME, REFERENCE_NAME, DESCRIPTION, IDLE_SILENCE),
)
"""All rules, in the order in which they run and are documented."""


def lint_definition(
    value: JsonValue,
    rules: Iterable[LintRule] = LINT_RULES,
    *,
    refusals: tuple[Remark, ...] = (),
    idle_silences: tuple[Remark, ...] = (),
    server: ServerVersion = NEWEST,
) -> tuple[Finding, ...]:
    """Runs rules on a v1 CRD; for one that cannot be decoded, only passes on the given remarks.

    `server` is the version whose CEL environment compiles the expressions.
    """
    is_linted = text_member(value, "apiVersion") == DEFINITIONS.gvr().api_version
    crd = read_definition(value) if is_linted else None
    survey = Survey(
        crd or {"spec": {"versions": []}},
        refusals=refusals,
        idle_silences=idle_silences,
        written=value if crd else None,
        server=server,
    )
    return tuple(
        replace(found, rule=rule.id, severity=found.severity or rule.severity)
        for rule in rules
        for found in rule.check(survey)
    )
