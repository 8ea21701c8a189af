"""Puts the errors of hand-written and of declarative validation together while an API moves from one to the other.

Declarative errors of level alpha are only compared, those of level beta are enforced unless beta is switched off, all
others are enforced. A hand-written error that is marked as covered gives way to its enforced twin. Errors of fields
that tags alone validate (+k8s:declarativeValidationNative) are enforced whatever their level and the gate say, and are
not missed on the other side; they stand in for hand-written ones, so they are told before other declarative ones.
Upstream: apimachinery/pkg/api/validate/errors.go and apiserver/pkg/registry/rest/validate.go
ValidateDeclarativelyWithMigrationChecks (1.37); for declarative-only errors KEP-5073, "DV-Only Implementation Details".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kapivara.field import ErrorList, ErrorType, FieldError
from kapivara.field.errors import until_full
from kapivara.validate.error_matcher import ErrorMatcher
from kapivara.validate.normalization import NormalizationRule, normalized
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
class Mismatch:
    """An error that has no twin on the other side: the field that it is about, and what the server logs."""

    field: str
    text: str


@record
class Merged:
    """What comes of two lists of errors: the declarative ones that count, and the hand-written ones that stay."""

    imperative: ErrorList
    declarative: ErrorList
    options: MergeOptions
    enforced: ErrorList
    remaining: ErrorList

    @property
    def mismatches(self) -> list[Mismatch]:
        """The errors that have no twin on the other side; found when asked for."""
        compared = [each for each in self.declarative if _is_compared(each)]
        return find_mismatches(self.imperative, compared, self.options)

    @property
    def result(self) -> ErrorList:
        """What the user is told."""
        native = [each for each in self.enforced if each.marks.declarative_only]
        others = [each for each in self.enforced if not each.marks.declarative_only] if native else self.enforced
        return [*self.remaining, *native, *others]


def merge_errors(imperative: ErrorList, declarative: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> Merged:
    """Merges the errors of hand-written validation with those of declarative validation."""
    enforced = enforced_errors(declarative, options)
    remaining = [each.marked(from_imperative=True) for each in remaining_errors(imperative, enforced, options)]
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
    """Returns the hand-written errors that no enforced error replaces; of equal texts only the first stays.

    Those behind what is told of one object are left out.
    """
    twins = _Twins(
        [each for each in enforced if each.marks.level == "beta" or each.marks.declarative_only], options.rules
    )

    def replaced(error: FieldError) -> bool:
        return error.marks.covered_by_declarative and (options.all_enforced or bool(twins.of(error)))

    return until_full(each for each in _first_of_each_text(imperative) if not replaced(each))


def _first_of_each_text(errors: ErrorList) -> Iterator[FieldError]:
    known: set[str] = set()
    for each in errors:
        text = str(each)
        if text not in known:
            known.add(text)
            yield each


def find_mismatches(
    imperative: ErrorList, candidates: ErrorList, options: MergeOptions = DEFAULT_OPTIONS
) -> list[Mismatch]:
    """Tells which covered hand-written errors and which declarative candidates have no twin."""
    if not candidates and not any(each.marks.covered_by_declarative for each in imperative):
        return []
    twins = _Twins(candidates, options.rules)
    matched: set[int] = set()
    found = []
    for error in _deduplicated(imperative, options.rules):
        if not error.marks.covered_by_declarative:
            continue
        own = twins.of(error)
        matched.update(own)
        if not own and not (options.short_circuit_mismatch and twins.cuts_short(error)):
            found.append(_mismatch("unmatched", error, options))
    extra = [each for index, each in enumerate(candidates) if index not in matched]
    return found + [_mismatch("extra", each, options) for each in extra]


class _Twins:
    """Errors by what makes them twins of others: type, field (in the newest version's way, too) and origin.

    Looked up and not compared one by one: an object can have very many errors.
    """

    def __init__(self, errors: ErrorList, rules: tuple[NormalizationRule, ...]):
        self._places: dict[tuple[ErrorType, str, str], list[int]] = {}
        self._short: set[str] = set()
        for index, error in enumerate(errors):
            for field in {error.field, normalized(error.field, rules)}:
                self._places.setdefault((error.type, field, error.origin), []).append(index)
                if error.marks.short_circuit:
                    self._short.add(field)

    def of(self, error: FieldError) -> Sequence[int]:
        """Returns the places of an error's twins; one of type Invalid needs an origin to have any."""
        return self._places.get((error.type, error.field, error.origin), ()) if _can_match(error) else ()

    def cuts_short(self, error: FieldError) -> bool:
        """Tells whether one of the errors kept rules at or below its field from running, where an error stands."""
        field = error.field
        return any(field[:end] in self._short for end, sign in enumerate(field) if sign in ".[")


def _can_match(error: FieldError) -> bool:
    return bool(error.origin) or error.type is not ErrorType.INVALID


def _deduplicated(errors: ErrorList, rules: tuple[NormalizationRule, ...]) -> ErrorList:
    """Leaves out errors that match an earlier one: some hand-written checks run more than once."""
    kept: ErrorList = []
    known: set[tuple[ErrorType, str, str]] = set()
    for error in errors:
        fields = {error.field, normalized(error.field, rules)}
        if any((error.type, field, error.origin) in known for field in fields):
            continue
        kept.append(error)
        if _can_match(error):
            known.add((error.type, error.field, error.origin))
    return kept


def _mismatch(what: str, error: FieldError, options: MergeOptions) -> Mismatch:
    enforced = options.beta_enabled and error.marks.level != "alpha"
    advice = _DISABLE_BETA if enforced else _AUTHORITATIVE
    shown = ErrorMatcher().by_type().by_origin().by_field_normalized(options.rules).render(error)
    return Mismatch(error.field, _UNEXPECTED.format(what=what, error=shown, advice=advice))
