"""Merges the errors of hand-written and of declarative validation while an API moves from one to the other.

Declarative errors of level alpha are only compared, those of level beta are enforced unless beta is switched off, all
others are enforced. A hand-written error that is marked as covered is replaced by its enforced twin. Errors of fields
with +k8s:declarativeValidationNative are always enforced, whatever their level and the gate, and need no hand-written
twin; they replace hand-written errors, so they come before other declarative errors.
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
    """Selects which declarative errors are enforced.

    `beta_enabled` is the gate DeclarativeValidationBeta, which is on by default in v1.37. `all_enforced` is for tests:
    errors of every level are enforced, and every covered hand-written error is replaced. With `short_circuit_mismatch`
    a declarative error that short-circuited later rules is the twin of all hand-written errors below its field.
    """

    beta_enabled: bool = True
    all_enforced: bool = False
    rules: tuple[NormalizationRule, ...] = ()
    short_circuit_mismatch: bool = False


DEFAULT_OPTIONS = MergeOptions()


@record
class Mismatch:
    """An error without a twin on the other side: its field, and the text that the server logs."""

    field: str
    text: str


@record
class Merged:
    """Two merged lists of errors: the enforced declarative errors and the remaining hand-written ones."""

    imperative: ErrorList
    declarative: ErrorList
    options: MergeOptions
    enforced: ErrorList
    remaining: ErrorList

    @property
    def mismatches(self) -> list[Mismatch]:
        """The errors without a twin on the other side; computed on each access."""
        compared = [each for each in self.declarative if _is_compared(each)]
        return find_mismatches(self.imperative, compared, self.options)

    @property
    def result(self) -> ErrorList:
        """The errors that the server returns."""
        native = [each for each in self.enforced if each.marks.declarative_only]
        others = [each for each in self.enforced if not each.marks.declarative_only] if native else self.enforced
        return [*self.remaining, *native, *others]


def merge_errors(imperative: ErrorList, declarative: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> Merged:
    """Merges the errors of hand-written validation with those of declarative validation."""
    enforced = enforced_errors(declarative, options)
    remaining = [each.marked(from_imperative=True) for each in remaining_errors(imperative, enforced, options)]
    return Merged(imperative, declarative, options, enforced, remaining)


def enforced_errors(declarative: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> ErrorList:
    """Returns the enforced declarative errors; internal errors and those without a twin are always enforced."""
    if options.all_enforced:
        return list(declarative)
    wanted = ("", "beta") if options.beta_enabled else ("",)
    return [
        each
        for each in declarative
        if each.type is ErrorType.INTERNAL or each.marks.declarative_only or each.marks.level in wanted
    ]


def _is_compared(error: FieldError) -> bool:
    """Returns whether a declarative error needs a hand-written twin."""
    return bool(error.marks.level) and not error.marks.declarative_only


def remaining_errors(imperative: ErrorList, enforced: ErrorList, options: MergeOptions = DEFAULT_OPTIONS) -> ErrorList:
    """Returns the hand-written errors that no enforced error replaces, without repeated texts.

    The list ends at the most errors that the server reports for one object.
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
    """Returns the covered hand-written errors and the declarative candidates that have no twin."""
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
    """Errors indexed by the properties that make them twins: type, origin, and field (also in its newest form).

    An index instead of pairwise comparison: an object can have very many errors.
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
        """Returns the indexes of an error's twins; an error of type Invalid without an origin has none."""
        return self._places.get((error.type, error.field, error.origin), ()) if _can_match(error) else ()

    def cuts_short(self, error: FieldError) -> bool:
        """Returns whether a short-circuiting error exists for a field above that of an error."""
        field = error.field
        return any(field[:end] in self._short for end, sign in enumerate(field) if sign in ".[")


def _can_match(error: FieldError) -> bool:
    return bool(error.origin) or error.type is not ErrorType.INVALID


def _deduplicated(errors: ErrorList, rules: tuple[NormalizationRule, ...]) -> ErrorList:
    """Drops errors that match an earlier one: some hand-written checks run more than once."""
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
