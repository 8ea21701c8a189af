"""Puts the errors of hand-written and of declarative validation together while an API moves from one to the other.

Declarative errors of level alpha are only compared, those of level beta are enforced unless beta is switched off, all
others are enforced. A hand-written error that is marked as covered gives way to its enforced twin. Errors of fields
that tags alone validate (+k8s:declarativeValidationNative) are enforced whatever their level and the gate say, and are
not missed on the other side.
Upstream: apimachinery/pkg/api/validate/errors.go and apiserver/pkg/registry/rest/validate.go
ValidateDeclarativelyWithMigrationChecks (1.37); for declarative-only errors KEP-5073, "DV-Only Implementation Details".
"""

from __future__ import annotations

from kapivara.field import ErrorList, ErrorType, FieldError
from kapivara.validate.error_matcher import ErrorMatcher
from kapivara.validate.normalization import NormalizationRule
from kapivara.values.record import record

_UNEXPECTED = (
    "Unexpected difference between hand written validation and declarative validation error results, "
    "{what} error(s) found {error}. This indicates an issue with declarative validation. {advice}"
)
_AUTHORITATIVE = "This difference should not affect system operation since hand written validation is authoritative."
_DISABLE_BETA = (
    "Consider disabling the DeclarativeValidationBeta feature gate to keep data persisted in etcd consistent "
    "with prior versions of Kubernetes."
)


@record
class MergeOptions:
    """How far declarative validation is trusted.

    `beta_enabled` is the gate DeclarativeValidationBeta, which is on by default in v1.37; `all_enforced` is for tests:
    every level counts, and every covered hand-written error gives way. With `short_circuit_mismatch` a declarative
    error that kept later rules from running stands for all hand-written ones below its field.
    """

    beta_enabled: bool = True
    all_enforced: bool = False
    rules: tuple[NormalizationRule, ...] = ()
    short_circuit_mismatch: bool = False


DEFAULT_OPTIONS = MergeOptions()


@record
class Merged:
    """What comes of two lists of errors: the declarative ones that count, and the hand-written ones that stay."""

    imperative: ErrorList
    declarative: ErrorList
    options: MergeOptions
    enforced: ErrorList
    remaining: ErrorList

    @property
    def mismatches(self) -> list[str]:
        """One text for each error that has no twin on the other side, as the server logs them; found when asked for."""
        compared = [each for each in self.declarative if _is_compared(each)]
        return find_mismatches(self.imperative, compared, self.options)

    @property
    def result(self) -> ErrorList:
        """What the user is told."""
        return [*self.remaining, *self.enforced]


def merge_errors(imperative: ErrorList, declarative: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> Merged:
    """Merges the errors of hand-written validation with those of declarative validation."""
    imperative = [each.marked(from_imperative=True) for each in imperative]
    enforced = enforced_errors(declarative, options)
    remaining = remaining_errors(imperative, enforced, options)
    return Merged(imperative, declarative, options, enforced, remaining)


def enforced_errors(declarative: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> ErrorList:
    """Returns the declarative errors that count; internal errors and those without a twin always do."""
    if options.all_enforced:
        return list(declarative)
    wanted = ("", "beta") if options.beta_enabled else ("",)
    return [
        each
        for each in declarative
        if each.type is ErrorType.INTERNAL or each.marks.declarative_only or each.marks.level in wanted
    ]


def _is_compared(error: FieldError) -> bool:
    """Tells whether a declarative error should have a hand-written twin."""
    return bool(error.marks.level) and not error.marks.declarative_only


def remaining_errors(imperative: ErrorList, enforced: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> ErrorList:
    """Returns the hand-written errors that no enforced error replaces; of equal texts only the first stays."""
    twins = [each for each in enforced if each.marks.level == "beta" or each.marks.declarative_only]
    matcher = _twin_matcher(options)

    def replaced(error: FieldError) -> bool:
        if not error.marks.covered_by_declarative:
            return False
        return options.all_enforced or any(matcher.matches(error, twin) for twin in twins)

    first: dict[str, FieldError] = {}
    for each in imperative:
        first.setdefault(str(each), each)
    return [each for each in first.values() if not replaced(each)]


def _twin_matcher(options: MergeOptions) -> ErrorMatcher:
    return ErrorMatcher().by_type().by_origin().require_origin_when_invalid().by_field_normalized(options.rules)


def find_mismatches(imperative: ErrorList, candidates: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> list[str]:
    """Tells which covered hand-written errors and which declarative candidates have no twin."""
    matcher = _twin_matcher(options)
    through_ancestors = matcher.match_ancestor_short_circuit()
    matched: set[int] = set()
    texts = []
    for error in _deduplicated(imperative, matcher):
        if not error.marks.covered_by_declarative:
            continue
        twins = {index for index, each in enumerate(candidates) if matcher.matches(error, each)}
        matched |= twins
        covered = options.short_circuit_mismatch and any(through_ancestors.matches(error, each) for each in candidates)
        if not twins and not covered:
            texts.append(_mismatch("unmatched", error, matcher, options))
    extra = [each for index, each in enumerate(candidates) if index not in matched]
    return texts + [_mismatch("extra", each, matcher, options) for each in extra]


def _deduplicated(errors: ErrorList, matcher: ErrorMatcher) -> ErrorList:
    """Leaves out errors that match an earlier one: some hand-written checks run more than once."""
    kept: ErrorList = []
    for error in errors:
        if not any(matcher.matches(earlier, error) for earlier in kept):
            kept.append(error)
    return kept


def _mismatch(what: str, error: FieldError, matcher: ErrorMatcher, options: MergeOptions) -> str:
    enforced = options.beta_enabled and error.marks.level != "alpha"
    advice = _DISABLE_BETA if enforced else _AUTHORITATIVE
    return _UNEXPECTED.format(what=what, error=matcher.render(error), advice=advice)
