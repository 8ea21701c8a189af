"""The tag validationRule: a CEL rule on a value and, if there is one, its old value.

Upstream has no such tag; KEP-4153, "CEL Validation", describes it. `rule_marker` parses it, `expression_check` checks
the rule, and `schema.value_rules` runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.generator.grammar.rule_marker import EXAMPLE, read_rule
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError, together
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import Position, TypeKind
from kapivara.generator.plan.rule_calls import CelRules, FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.handler import (
    ANY_VALUE,
    Context,
    PayloadDoc,
    Scope,
    Session,
    Stability,
    TagHandler,
)
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject
from kapivara.generator.tags.expressions.seen_schemas import SeenSchemas

if TYPE_CHECKING:
    from kapivara.generator.tags.expressions.expression_check import Fault

_RULES = "x-kubernetes-validations"
_LEFT_OUT = (TypeKind.BUILTIN, TypeKind.SLICE, TypeKind.MAP)
"""The kinds of values that omitempty omits where they are zero."""


class _Seen:
    """The schemas of one run."""

    def __init__(self) -> None:
        self._schemas: SeenSchemas | None = None

    def schemas(self, session: Session) -> SeenSchemas:
        if self._schemas is None:
            self._schemas = SeenSchemas(session.universe)
        return self._schemas


class ValidationRule(TagHandler):
    """`+validationRule="…"`: requires that the expression is true."""

    name = "validationRule"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    upstream = False
    kep = "KEP-4153"
    payload = ValueType.RAW
    payload_required = True
    raw = True
    description = "Requires a CEL expression to be true for the value."
    docs = (
        "`self` is the value, with the fields and types of its JSON; `oldSelf` is the value before an update, "
        "and a rule that reads it runs only on updates. The expression may be followed by `message`, "
        "`messageExpression`, `reason` (Invalid, Forbidden, Required, Duplicate), `field` (the field below "
        "that the error names) and `optionalOldSelf`. An expression may take several lines, between triple "
        "quotes; a line that ends with a comma continues in the next one. The generator checks types and cost, "
        "as the server does for CRDs."
    )
    usage = '+validationRule="<expression>",message="<text>",reason=<reason>,field="<path>"'
    payloads = (PayloadDoc('"<expression>",…', "The expression in quotes, followed by other fields of the rule."),)
    schema_docs = "the rule itself, in `x-kubernetes-validations`"
    examples = (EXAMPLE, '+validationRule="self == oldSelf",message="may not be changed",reason=Forbidden')

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the checked rule; raises TagError."""
        from kapivara.generator.tags.expressions.expression_check import check_rule  # imports the CEL room

        try:
            marker = read_rule(tag.value)
        except MarkerSyntaxError as error:
            raise TagError(error.message, hint=error.hint, place=_place(tag, error.at)) from None
        member = context.member if context.scope is Scope.FIELD else None
        comments = () if member is None else member.comments
        seen = context.session.state(_Seen).schemas(context.session).of(context.type, comments)
        found = check_rule(marker.entry, seen)
        if isinstance(found, list):
            raise together([_error(each, tag, marker.place_in_marker(each.offset)) for each in found])
        rules = CelRules(context.type, found.schema, found.uses_old, _omits_zero(context))
        update = found.uses_old and not found.optional_old
        return Rules(RuleCall(self.name, FunctionCall("evaluated", (rules,), update=update)))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  it is kept as written
        """Returns the rule as written."""
        (rules,) = cast("tuple[CelRules]", check.args)
        return SchemaForm(entries=tuple(rules.schema[_RULES]))


def _error(fault: Fault, tag: Tag, at: int) -> TagError:
    return TagError(fault.message, hint=fault.hint, place=None if fault.offset < 0 else _place(tag, at))


def _place(tag: Tag, at: int) -> Position | None:
    """Returns the place of a character of the payload; that of the tag where the places of its lines are unknown."""
    place = tag.place
    if place is None:
        return None
    before = f"{tag.name}={tag.value[:at]}"
    line, _, last = before.rpartition("\n")
    if not line:
        return Position(place.file, place.line, place.column + len(last))
    return place if place.file else Position("", place.line + before.count("\n"), len(last))


def _omits_zero(context: Context) -> bool:
    """Returns whether JSON omits the value where it is zero."""
    member = context.member
    return (
        context.scope is Scope.FIELD
        and member is not None
        and member.json.omit_empty
        and native_type(member.type).kind in _LEFT_OUT
    )


HANDLERS: tuple[TagHandler, ...] = (ValidationRule(),)
