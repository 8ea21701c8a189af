"""The schema form of a rule: keywords, CEL rules, or the presence of a field.

Each tag returns the forms of its rules (`TagHandler.schema_form`). `keywords/` adds a form to the right place: the
schema of a field, of an item, of the surrounding struct. Where a value has no schema of its own, such as the key of a
map, it becomes a CEL rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from kapivara.field import ErrorList, ErrorType, FieldError, Operation, Verb
from kapivara.generator.model.types import Member, Type
from kapivara.generator.plan.rule_calls import RuleCall
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

Expression: TypeAlias = Callable[[str], str]
"""Returns a CEL expression on a value, given the expression for the value."""
Comparison: TypeAlias = Callable[[str, str], str]
"""Returns a CEL expression on a value and its old value, given the expressions for both."""


class Presence(StrEnum):
    """The required presence of a field."""

    REQUIRED = "required"
    FORBIDDEN = "forbidden"


@record
class CelForm:
    """A CEL rule: `holds` returns its expression for a value; in a `transition` rule, it may use `oldSelf`.

    With `optional_old` the rule also runs for new values, and `oldSelf` is an optional value. `field` is the path of
    the field in its errors, such as `.spec.name`, relative to the value. A `pattern` is equivalent to the rule, at no
    cost. `unchanged` returns the expression that nothing which the rule reads has changed: an update then passes.
    """

    holds: Expression
    message: str
    reason: str = ErrorType.INVALID.reason
    field: str = ""
    transition: bool = False
    optional_old: bool = False
    pattern: str = ""
    unchanged: Comparison | None = None


@record
class Missing:
    """The error for a missing field, unless the condition `had` was false for the value before an update."""

    error: FieldError
    had: Expression


@record
class SchemaForm:
    """The form of a rule on a value: keywords, CEL rules beside them, and CEL rules of the struct around the field.

    `same` are CEL rules equivalent to the keywords. `errors` are the messages for violated keywords. `entries` are
    rules in schema syntax that authors wrote themselves. `missing` is the error for a missing field, and `new_item` the
    one for an item that an update adds to a list or map. With `unless_zero`, the rule does not apply to a zero value.
    """

    keywords: Mapping[str, JsonValue] = MappingProxyType({})
    errors: Mapping[str, FieldError] = MappingProxyType({})
    same: tuple[CelForm, ...] = ()
    rules: tuple[CelForm, ...] = ()
    around: tuple[CelForm, ...] = ()
    presence: Presence | None = None
    entries: tuple[JsonObject, ...] = ()
    missing: Missing | None = None
    new_item: FieldError | None = None
    unless_zero: bool = False


@record(eq=False)
class Subject:
    """The subject of a rule: a value of a type, and the field with the value, if it is one.

    `options` are the settings of options, and `form_of` returns the form of a rule inside of another rule.
    """

    type: Type
    member: Member | None
    options: Mapping[str, bool]
    form_of: Callable[[RuleCall, Subject], SchemaForm]


class UnsaidError(Exception):
    """A rule that no schema can express; the text gives the reason."""


def keyword_form(name: str, value: JsonValue, holds: Expression, error: FieldError) -> SchemaForm:
    """Returns the form of a rule that is equivalent to one keyword."""
    return SchemaForm({name: value}, {name: error}, (cel_form(holds, error),))


def rule_form(holds: Expression, error: FieldError, *, transition: bool = False) -> SchemaForm:
    """Returns the form of a rule that only CEL can express."""
    return SchemaForm(rules=(cel_form(holds, error, transition=transition),))


def cel_form(holds: Expression, error: FieldError, *, field: str = "", transition: bool = False) -> CelForm:
    """Returns a CEL rule with the message and reason of an error."""
    return CelForm(holds, error.detail, error.type.reason, field, transition)


def failure(rule: str, new: Any, *args: Any, old: Any = None, verb: Verb = Verb.CREATE) -> FieldError:
    """Returns the error of a function of `kapivara.validate` for a violating value; schemas use its message."""
    try:
        return _known_failure(rule, new, args, old, verb)
    except TypeError:  # arguments that are not hashable are not cached
        return _failure(rule, new, args, old, verb)


def _failure(rule: str, new: Any, args: tuple[Any, ...], old: Any, verb: Verb) -> FieldError:
    from kapivara import validate  # only schemas need it

    errors: ErrorList = getattr(validate, rule)(Operation(verb), None, new, old, *args)
    return errors[0]


_known_failure = lru_cache(maxsize=500, typed=True)(_failure)
"""The same limits occur all over a package."""
