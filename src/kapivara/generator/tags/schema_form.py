"""How schemas say what a rule asks for: by keywords, by rules in CEL, or by what is there at all.

The form of a rule is another answer of its tag (`TagHandler.schema_form`). `keywords/` puts forms where they belong: at
the schema of a field, of an item, of the struct around; where a value has no schema of its own, such as the key of a
map, the same is said in CEL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from kapivara.field import ErrorList, ErrorType, FieldError, Operation, Verb
from kapivara.generator.model import Member, Type
from kapivara.generator.plan import RuleCall
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

Expression: TypeAlias = Callable[[str], str]
"""Writes an expression in CEL about a value, given the expression that stands for it."""
Comparison: TypeAlias = Callable[[str, str], str]
"""Writes an expression in CEL about a value and its old self, given the expressions that stand for them."""


class Presence(StrEnum):
    """What is asked of whether a field is there."""

    REQUIRED = "required"
    FORBIDDEN = "forbidden"


@record
class CelForm:
    """A rule in CEL: `holds` is given the value, and may compare it with `oldSelf` where it is a `transition`.

    With `optional_old` it is asked of new values, too, and `oldSelf` is an optional one. `field` is the path of the
    field that is blamed, such as `.spec.name`, from the value. A `pattern` says the same, at no cost, in other words.
    `unchanged` writes that what the rule looks at is what it was: an update is then forgiven.
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
    """What is told of a field that is not there, unless `had` does not hold of what it was before an update."""

    error: FieldError
    had: Expression


@record
class SchemaForm:
    """What is said of a value: by keywords, by rules beside them, and by rules of the struct that the field is in.

    `same` says in CEL what the keywords say. `errors` tell what is wrong where a keyword is not kept. `entries` are
    rules that authors have written themselves, as schemas have them. `missing` is told of a field that is not there,
    and `new_item` of an item that an update brings into a list or map. With `unless_zero` a zero value is not asked.
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
    """What a rule is about: a value of a type, and the field that it is, where it is one.

    `options` tells which are on and which are off, and `form_of` makes the form of a rule that another one holds.
    """

    type: Type
    member: Member | None
    options: Mapping[str, bool]
    form_of: Callable[[RuleCall, Subject], SchemaForm]


class UnsaidError(Exception):
    """No schema can say what a rule asks for; the text tells why."""


def keyword_form(name: str, value: JsonValue, holds: Expression, error: FieldError) -> SchemaForm:
    """Makes the form of a rule that one keyword says."""
    return SchemaForm({name: value}, {name: error}, (cel_form(holds, error),))


def rule_form(holds: Expression, error: FieldError, *, transition: bool = False) -> SchemaForm:
    """Makes the form of a rule that CEL alone says."""
    return SchemaForm(rules=(cel_form(holds, error, transition=transition),))


def cel_form(holds: Expression, error: FieldError, *, field: str = "", transition: bool = False) -> CelForm:
    """Makes a rule in CEL that fails as an error tells."""
    return CelForm(holds, error.detail, error.type.reason, field, transition)


def failure(rule: str, new: Any, *args: Any, old: Any = None, verb: Verb = Verb.CREATE) -> FieldError:
    """Returns what a rule of the room `validate` says of a value that breaks it, so that schemas say the same."""
    try:
        return _known_failure(rule, new, args, old, verb)
    except TypeError:  # what cannot be a key is asked again
        return _failure(rule, new, args, old, verb)


def _failure(rule: str, new: Any, args: tuple[Any, ...], old: Any, verb: Verb) -> FieldError:
    from kapivara import validate  # only schemas need it

    errors: ErrorList = getattr(validate, rule)(Operation(verb), None, new, old, *args)
    return errors[0]


_known_failure = lru_cache(maxsize=500, typed=True)(_failure)
"""The same limits stand all over a package."""
