"""Compares field errors by chosen properties: type, field, origin and others.

A matcher is a value; each `by_…` method returns a stricter one. `compare` matches expected errors against actual ones.
Upstream: apimachinery/pkg/util/validation/field/error_matcher.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from kapivara.field import ErrorList, ErrorType, FieldError
from kapivara.languages.re2.patterns import matcher
from kapivara.validate.normalization import NormalizationRule, normalized
from kapivara.values.record import record, replace
from kapivara.values.rendering import format_value, quote


class Detail(StrEnum):
    """The way in which details are compared, if at all."""

    IGNORED = "ignored"
    EXACT = "exact"
    SUBSTRING = "substring"
    REGEXP = "regexp"


@record
class ErrorMatcher:
    """Matches two errors whose selected properties are equal."""

    type: bool = False
    field: bool = False
    value: bool = False
    origin: bool = False
    detail: Detail = Detail.IGNORED
    origin_required: bool = False
    level: bool = False
    source: bool = False
    short_circuit: bool = False
    ancestors: bool = False
    rules: tuple[NormalizationRule, ...] = ()

    def by_type(self) -> ErrorMatcher:
        """Also compares the type."""
        return replace(self, type=True)

    def by_field(self) -> ErrorMatcher:
        """Also compares the field path."""
        return replace(self, field=True)

    def by_field_normalized(self, rules: Iterable[NormalizationRule]) -> ErrorMatcher:
        """Also compares the field path; the path of the actual error is first converted to the newest version."""
        return replace(self, field=True, rules=tuple(rules))

    def by_value(self) -> ErrorMatcher:
        """Also compares the bad value."""
        return replace(self, value=True)

    def by_origin(self) -> ErrorMatcher:
        """Also compares the origin; one expected error may then match several actual errors of one origin."""
        return replace(self, origin=True)

    def require_origin_when_invalid(self) -> ErrorMatcher:
        """Requires an origin for errors of type Invalid, where origins are compared."""
        return replace(self, origin_required=True)

    def by_detail_exact(self) -> ErrorMatcher:
        """Also compares the detail, exactly."""
        return replace(self, detail=Detail.EXACT)

    def by_detail_substring(self) -> ErrorMatcher:
        """Also requires that the detail contains the expected detail."""
        return replace(self, detail=Detail.SUBSTRING)

    def by_detail_regexp(self) -> ErrorMatcher:
        """Also requires that the detail matches the expected detail, a regular expression."""
        return replace(self, detail=Detail.REGEXP)

    def by_level(self) -> ErrorMatcher:
        """Also compares the stability level of the rule."""
        return replace(self, level=True)

    def by_source(self) -> ErrorMatcher:
        """Also compares whether the error comes from hand-written validation."""
        return replace(self, source=True)

    def by_short_circuit(self) -> ErrorMatcher:
        """Also compares whether the error short-circuited later rules."""
        return replace(self, short_circuit=True)

    def match_ancestor_short_circuit(self) -> ErrorMatcher:
        """Also lets an error that short-circuited later rules match any error that is expected below its field."""
        return replace(self, ancestors=True)

    def exactly(self) -> ErrorMatcher:
        """Compares type, field, value, origin and detail."""
        return self.by_type().by_field().by_value().by_origin().by_detail_exact()

    def matches(self, want: FieldError, got: FieldError) -> bool:
        """Returns whether an actual error matches the expected one."""
        field = got.field if want.field == got.field else normalized(got.field, self.rules)
        above = is_below(field, want.field) or is_below(got.field, want.field)
        if self.ancestors and got.marks.short_circuit and above:
            return True
        return (
            not (self.type and want.type is not got.type)
            and not (self.field and want.field != field)
            and not (self.value and not _same_value(want.bad_value, got.bad_value))
            and not (self.origin and not self._same_origin(want, got))
            and self._same_detail(want.detail, got.detail)
            and self._same_marks(want, got)
        )

    def _same_origin(self, want: FieldError, got: FieldError) -> bool:
        missing = self.origin_required and want.type is ErrorType.INVALID and not want.origin
        return want.origin == got.origin and not missing

    def _same_detail(self, want: str, got: str) -> bool:
        match self.detail:
            case Detail.IGNORED:
                return True
            case Detail.EXACT:
                return want == got
            case Detail.SUBSTRING:
                return want in got
            case Detail.REGEXP:
                return matcher(want)(got)

    def _same_marks(self, want: FieldError, got: FieldError) -> bool:
        first, second = want.marks, got.marks
        return (
            not (self.level and first.level != second.level)
            and not (self.source and first.from_imperative != second.from_imperative)
            and not (self.short_circuit and first.short_circuit != second.short_circuit)
        )

    def render(self, error: FieldError) -> str:
        """Returns the text of the compared properties of an error."""
        parts = []
        if self.type:
            parts.append(f"Type={quote(error.type.title)}")
        if self.field:
            newest = normalized(error.field, self.rules)
            also = "" if newest == error.field else f" (aka {quote(error.field)})"
            parts.append(f"Field={quote(newest)}{also}")
        if self.value:
            value = error.bad_value
            parts.append(f"Value={quote(value) if isinstance(value, str) else format_value(value)}")
        if self.origin or (self.origin_required and error.type is ErrorType.INVALID):
            parts.append(f"Origin={quote(error.origin)}")
        if self.detail is not Detail.IGNORED:
            parts.append(f"Detail={quote(error.detail)}")
        if self.level:
            parts.append(f"ValidationStabilityLevel={error.marks.level}")
        if self.source:
            parts.append(f"FromImperative={str(error.marks.from_imperative).lower()}")
        if self.short_circuit:
            parts.append(f"ShortCircuit={str(error.marks.short_circuit).lower()}")
        return "{" + ", ".join(parts) + "}"

    def compare(self, want: ErrorList, got: ErrorList) -> Comparison:
        """Matches expected errors against actual ones.

        Where origins are compared, an expected error with an origin matches all errors that fit: a test need not know
        how many errors one rule reports. Actual errors with equal type, field, value, origin and detail are also
        returned as repeated.
        """
        missing, remaining = [], list(got)
        for each in want:
            matched = [index for index, error in enumerate(remaining) if self.matches(each, error)]
            if not matched:
                missing.append(each)
            taken = set(matched if self.origin and each.origin else matched[:1])
            remaining = [error for index, error in enumerate(remaining) if index not in taken]
        exactly = self.exactly()
        shown = [exactly.render(each) for each in got]
        repeated = [each for index, each in enumerate(got) if shown[index] in shown[:index]]
        return Comparison(tuple(missing), tuple(remaining), tuple(repeated))


@record
class Comparison:
    """The expected errors that are missing, the unexpected errors, and the errors that occur more than once."""

    missing: tuple[FieldError, ...]
    unexpected: tuple[FieldError, ...]
    repeated: tuple[FieldError, ...]

    @property
    def agrees(self) -> bool:
        """Whether all errors are as expected."""
        return not (self.missing or self.unexpected or self.repeated)


def is_below(parent: str, child: str) -> bool:
    """Returns whether a path extends another one; no path is below the empty path."""
    return bool(parent) and child.startswith(parent) and child[len(parent) : len(parent) + 1] in (".", "[")


def _same_value(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)
