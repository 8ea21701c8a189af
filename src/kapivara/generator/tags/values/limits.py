"""The tags that limit numbers: k8s:minimum, k8s:maximum and the KEP's exclusive variants.

The limit is a number, or (also from the KEP) another field: `references` plans those.
Upstream: code-generator/cmd/validation-gen/validators/limits.go (1.37).
"""

from __future__ import annotations

from typing import ClassVar

from kapivara.emit.conditions import Compare, Sign
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.grammar.tag_numbers import NumberError, parse_fitting
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import is_integer, type_text, value_type
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.handler import ANY_VALUE, ArgDoc, Context, PayloadDoc, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, failure, keyword_form
from kapivara.generator.tags.values.references import plan_reference, reference_form
from kapivara.generator.tags.values.sizes import limit_of
from kapivara.values.record import replace

_CONSTRAINT = ArgDoc(
    "constraint",
    ValueType.STRING,
    description="<field>",
    docs="A field that holds the limit: a field beside this one by its JSON name, or one inside it (`limits.max`).",
    replaces_payload=True,
    upstream=False,
)


class _NumberLimit(TagHandler):
    scopes = ANY_VALUE
    stability = Stability.STABLE
    simple = True
    args = (_CONSTRAINT,)
    payload = ValueType.INT
    payload_required = True
    function: ClassVar[str]
    """The name of the rule's function in `kapivara.validate`."""
    comparison: ClassVar[Sign]
    """The comparison with the limit that a valid value fulfils."""
    keyword: ClassVar[str]
    """The schema keyword of the limit."""
    exclusive: ClassVar[str] = ""
    """The schema keyword beside it that excludes the limit itself."""

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule that compares with the limit; raises TagError."""
        native = value_type(context.type)
        if not is_integer(native):
            raise TagError(f"can only be used on integer types ({type_text(context.type, native)})")
        if tag.named(_CONSTRAINT.name):
            if tag.value_type is not ValueType.NONE:
                raise TagError("a constraint takes the place of the payload", hint="give only one of them")
            return plan_reference(self.name, context, tag)
        try:
            limit = parse_fitting(tag.value, native)
        except NumberError as error:
            raise TagError(f"failed to parse tag payload: {error}") from None
        return Rules(RuleCall(self.name, FunctionCall(self.function, (limit,), holds=Compare(self.comparison, limit))))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the limit suffices
        """Returns the keyword of the limit; a limit by another field becomes a rule of the struct."""
        if check.function != self.function:
            return reference_form(check)
        limit = limit_of(check)
        below = self.comparison in (Sign.AT_LEAST, Sign.ABOVE)
        error = failure(self.function, limit - 1 if below else limit + 1, limit)
        form = keyword_form(self.keyword, limit, lambda value: f"{value} {self.comparison} {limit}", error)
        return replace(form, keywords={**form.keywords, self.exclusive: True}) if self.exclusive else form


class Minimum(_NumberLimit):
    """`+k8s:minimum`: sets the lowest allowed value."""

    name = "k8s:minimum"
    function, comparison = "minimum", Sign.AT_LEAST
    description = "Limits an integer from below; the limit itself is fine."
    payloads = (PayloadDoc("<integer>", "The least value; it must fit the type of the field."),)
    examples = ("+k8s:minimum=0", "+k8s:eachVal=+k8s:minimum=1", "+k8s:minimum(constraint: minReplicas)")
    keyword = "minimum"
    schema_docs = "`minimum`; by another field, a rule of the enclosing struct"


class Maximum(_NumberLimit):
    """`+k8s:maximum`: sets the highest allowed value."""

    name = "k8s:maximum"
    function, comparison = "maximum", Sign.AT_MOST
    description = "Limits an integer from above; the limit itself is fine."
    payloads = (PayloadDoc("<integer>", "The greatest value; it must fit the type of the field."),)
    examples = ("+k8s:maximum=65535", "+k8s:maximum(constraint: limits.maxValue)")
    keyword = "maximum"
    schema_docs = "`maximum`; by another field, a rule of the enclosing struct"


class ExclusiveMinimum(_NumberLimit):
    """`+k8s:exclusiveMinimum`: sets a number that the value must exceed."""

    name = "k8s:exclusiveMinimum"
    upstream = False
    function, comparison = "exclusive_minimum", Sign.ABOVE
    description = "Limits an integer from below; the limit itself is not allowed."
    payloads = (PayloadDoc("<integer>", "The value must be greater; it must fit the type of the field."),)
    examples = ("+k8s:exclusiveMinimum=0", "+k8s:exclusiveMinimum(constraint: start)")
    keyword, exclusive = "minimum", "exclusiveMinimum"
    schema_docs = "`minimum` and `exclusiveMinimum: true`; by another field, a rule of the enclosing struct"


class ExclusiveMaximum(_NumberLimit):
    """`+k8s:exclusiveMaximum`: sets a number that the value must stay below."""

    name = "k8s:exclusiveMaximum"
    upstream = False
    function, comparison = "exclusive_maximum", Sign.BELOW
    description = "Limits an integer from above; the limit itself is not allowed."
    payloads = (PayloadDoc("<integer>", "The value must be less; it must fit the type of the field."),)
    examples = ("+k8s:exclusiveMaximum=100", "+k8s:exclusiveMaximum(constraint: end)")
    keyword, exclusive = "maximum", "exclusiveMaximum"
    schema_docs = "`maximum` and `exclusiveMaximum: true`; by another field, a rule of the enclosing struct"


HANDLERS: tuple[TagHandler, ...] = (ExclusiveMaximum(), ExclusiveMinimum(), Maximum(), Minimum())
