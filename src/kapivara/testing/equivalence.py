"""Checks that a hand-written validator and a declarative one return the same errors, on given and generated inputs.

These are the migration and fuzz tests of KEP-5073: while an API moves from one validator to the other, the outcome must
not change for any object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from kapivara.field import ErrorList, FieldError, FieldPath, Operation, Verb
from kapivara.testing.changes import Change
from kapivara.testing.expectations import shown_error, shown_value
from kapivara.testing.types import TestedType
from kapivara.validate.error_matcher import ErrorMatcher
from kapivara.validate.normalization import NormalizationRule
from kapivara.values import ABSENT
from kapivara.values.record import record

_MOST_TRIES = 2000


def shrink(change: Change, fails: Callable[[Change], bool]) -> Change:
    """Returns the smallest change found that still fails; the change itself if none is smaller."""
    tries = 0
    while True:
        for candidate in _smaller_changes(change):
            tries += 1
            if tries > _MOST_TRIES:
                return change
            if fails(candidate):
                change = candidate
                break
        else:
            return change


def _smaller_changes(change: Change) -> Iterator[Change]:
    if change.is_update:
        yield Change(change.new)
        if change.old != change.new:
            yield from (Change(both, both) for both in (change.new, change.old))
    yield from (Change(new, change.old) for new in _smaller(change.new))
    if change.is_update and change.old is not ABSENT:
        yield from (Change(change.new, old) for old in _smaller(change.old))


def _smaller(value: Any) -> Iterator[Any]:
    """Yields simpler values, the simplest first."""
    if isinstance(value, dict):
        yield from _smaller_object(value)
    elif isinstance(value, list):
        yield from _smaller_list(value)
    elif isinstance(value, str):
        yield from _smaller_text(value)
    elif isinstance(value, bool):
        yield from [False] * value
    elif isinstance(value, int | float) and value:
        yield from {
            int(each): None for each in (0, value / 2, value - (1 if value > 0 else -1)) if abs(each) < abs(value)
        }


def _smaller_object(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if len(value) > 1:
        yield {}
    for name in value:
        yield {key: each for key, each in value.items() if key != name}
    for name, inside in value.items():
        yield from ({**value, name: each} for each in _smaller(inside))


def _smaller_list(value: list[Any]) -> Iterator[list[Any]]:
    half = len(value) // 2
    if half > 1:
        yield []
        yield value[:half]
        yield value[half:]
    for place in range(len(value)):
        yield [*value[:place], *value[place + 1 :]]
    for place, inside in enumerate(value):
        yield from ([*value[:place], each, *value[place + 1 :]] for each in _smaller(inside))


def _smaller_text(value: str) -> Iterator[str]:
    if value:
        yield ""
    if len(value) > 1:
        yield value[: len(value) // 2]
        yield value[:-1]
    plain = "a" * len(value)
    if not value.isascii():
        yield plain


Validator = Callable[[Operation, FieldPath | None, Any, Any], ErrorList]
"""A hand-written validator: (op, path, new, old) -> errors; the path is None at the root, old on creates."""

TWINS = ErrorMatcher().by_type().by_field().by_origin()
"""The default matcher for errors: by type, field and origin."""


@record(eq=False)
class Version:
    """Another version of a type: the conversion of values to it, and the rules that map its field paths.

    Without `convert`, values are used unchanged, without the fields that the version does not have.
    """

    type: TestedType
    convert: Callable[[Any], Any] | None = None
    rules: tuple[NormalizationRule, ...] = ()


@record(eq=False)
class Disagreement:
    """An input on which two validators differ, and the errors that only one of them returns."""

    version: Version
    change: Change
    only_by_hand: tuple[FieldError, ...]
    only_declared: tuple[FieldError, ...]


def expect_equivalent(
    by_hand: Validator,
    declared: TestedType,
    *,
    inputs: Iterable[Any] = (),
    fuzz: int = 200,
    seed: int = 0,
    versions: Sequence[TestedType | Version] = (),
    matcher: ErrorMatcher = TWINS,
    options: Mapping[str, bool] | None = None,
    subresource: str = "",
) -> None:
    """Raises AssertionError with a small counterexample if two validators of a type return different errors.

    `inputs` are values to create, or `update(new, old)`. `fuzz` is the number of further inputs to generate from the
    type and its rules, `seed` the seed. Each of `versions` is also compared with the hand-written validator, which
    always receives the values of `declared`. One error may match several errors of the other side. Errors of fields
    that only tags validate (+k8s:declarativeValidationNative) need no counterpart.
    """
    changes = [each if isinstance(each, Change) else Change(each) for each in inputs]
    made_up = declared.examples(fuzz, seed=seed)
    compared = [Version(declared), *(each if isinstance(each, Version) else Version(each) for each in versions)]
    for number, change in enumerate([*changes, *made_up], 1):
        for version in compared:
            twins = matcher.by_field_normalized(version.rules) if version.rules else matcher
            comparison = _Comparison(by_hand, declared, version, twins, options or {}, subresource)
            if comparison.disagreement(change) is not None:
                small = shrink(change, comparison.fails)
                origin = (
                    f"input {number}"
                    if number <= len(changes)
                    else f"generated input {number - len(changes)}, seed {seed}"
                )
                raise AssertionError(_report(comparison.disagreement(small), origin))


@record(eq=False)
class _Comparison:
    """The comparison of one version with the hand-written validator."""

    by_hand: Validator
    declared: TestedType
    version: Version
    matcher: ErrorMatcher
    options: Mapping[str, bool]
    subresource: str

    def fails(self, change: Change) -> bool:
        """Returns whether the two differ; a value that the type cannot have is no counterexample."""
        try:
            return self.disagreement(change) is not None
        except ValueError:
            return False

    def disagreement(self, change: Change) -> Disagreement | None:
        """Returns the differences of both validators' errors for one input; None if there are none."""
        verb = Verb.UPDATE if change.is_update else Verb.CREATE
        op = Operation(verb, self.subresource, self.options)
        by_hand, declared = self._errors_by_hand(op, change), self._declared_errors(op, change)
        matches = self.matcher.matches
        only_by_hand = tuple(each for each in by_hand if not any(matches(each, twin) for twin in declared))
        only_declared = tuple(
            each
            for each in declared
            if not each.marks.declarative_only and not any(matches(twin, each) for twin in by_hand)
        )
        if not only_by_hand and not only_declared:
            return None
        return Disagreement(self.version, change, only_by_hand, only_declared)

    def _errors_by_hand(self, op: Operation, change: Change) -> ErrorList:
        new = self.declared.normal(change.new)
        old = self.declared.normal(change.old) if change.is_update else None
        try:
            errors = self.by_hand(op, None, new, old)
        except Exception as error:
            error.add_note(f"the hand-written validator failed on {_shown(change)}")
            raise
        if not isinstance(errors, list):
            raise TypeError(f"the hand-written validator returned {type(errors).__name__}, not a list of errors")
        return errors

    def _declared_errors(self, op: Operation, change: Change) -> ErrorList:
        return self.version.type.validate(op, self._converted(change.new), self._converted(change.old))

    def _converted(self, value: Any) -> Any:
        if value is ABSENT:
            return ABSENT
        made = value if self.version.convert is None else self.version.convert(value)
        return self.version.type.normal(made, strict=False)


def _report(found: Disagreement | None, origin: str) -> str:
    if found is None:  # a validator that is not deterministic
        return f"hand-written and declarative validation differed ({origin}), but not when repeated"
    tested = found.version.type
    return "\n".join(
        [
            f"{tested.name} ({tested.package}): hand-written and declarative validation differ ({origin})",
            *(f"  only by hand:   {shown_error(each)}" for each in found.only_by_hand),
            *(f"  only declared:  {shown_error(each)}" for each in found.only_declared),
            f"  {_shown(found.change)}",
        ]
    )


def _shown(change: Change) -> str:
    if not change.is_update:
        return f"creating {shown_value(change.new)}"
    return f"updating {shown_value(change.old)} to {shown_value(change.new)}"
