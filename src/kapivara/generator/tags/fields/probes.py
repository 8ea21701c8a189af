"""The tags that show which places a generator reaches: k8s:validateTrue, k8s:validateFalse, k8s:validateError.

Upstream: code-generator/cmd/validation-gen/validators/testing.go (1.37).
"""

from __future__ import annotations

from kapivara.emit.conditions import ALWAYS, NEVER
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules, ShapeOf
from kapivara.generator.tags.contract.handler import ANY_VALUE, ArgDoc, Context, PayloadDoc, Stability, TagHandler
from kapivara.values.rendering import quote

_SHORT_CIRCUIT = "ShortCircuit"
_NON_ERROR = "NonError"


class _Probe(TagHandler):
    scopes = ANY_VALUE
    stability = Stability.ALPHA
    payload = ValueType.STRING
    args = (
        ArgDoc(
            "flags",
            ValueType.STRING,
            description="<flags with commas between>",
            docs="`ShortCircuit`: where the rule fails, later rules are skipped. `NonError`, only with `ShortCircuit`: "
            "the failure itself is not reported.",
        ),
        ArgDoc(
            "typeArg",
            ValueType.STRING,
            description="<type>",
            docs="The type argument of the function in generated Go; kapivara ignores it.",
        ),
        ArgDoc("cohort", ValueType.STRING, description="<name>", docs="The group of rules that it belongs to."),
    )
    payloads = (
        PayloadDoc("<none>", "The generated code names no text."),
        PayloadDoc("<string>", "A text that generated code repeats."),
    )

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns a rule with a fixed result; raises TagError."""
        flags = _read_flags(tag)
        cohort = tag.named("cohort")
        call = RuleCall(
            self.name,
            self.check(context, tag.value),
            cohort=cohort.value if cohort else "",
            short_circuit=_SHORT_CIRCUIT in flags,
            non_error=_NON_ERROR in flags,
        )
        return Rules(call)

    def check(self, context: Context, text: str) -> FunctionCall:  # noqa: ARG002  validateFalse shows the value
        """Returns the call of the rule."""
        return FunctionCall("validate_true", (text,), holds=ALWAYS)


class ValidateTrue(_Probe):
    """`+k8s:validateTrue`: never fails."""

    name = "k8s:validateTrue"
    description = "Passes every value, for tests of generators."
    examples = ("+k8s:validateTrue", '+k8s:validateTrue(flags: "ShortCircuit")="text"')


class ValidateTrueAlpha(_Probe):
    """`+k8s:validateTrueAlpha`: never fails."""

    name = "k8s:validateTrueAlpha"
    description = "Passes every value, for tests of the level Alpha."
    examples = ("+k8s:validateTrueAlpha",)


class ValidateTrueBeta(_Probe):
    """`+k8s:validateTrueBeta`: never fails."""

    name = "k8s:validateTrueBeta"
    stability = Stability.BETA
    description = "Passes every value, for tests of the level Beta."
    examples = ("+k8s:validateTrueBeta",)


class ValidateFalse(_Probe):
    """`+k8s:validateFalse`: always fails."""

    name = "k8s:validateFalse"
    description = (
        "Rejects every value, nil among them, for tests of generators: it shows that the generated code "
        "reaches a place."
    )
    examples = ('+k8s:validateFalse="field Spec.Name"', '+k8s:eachVal=+k8s:validateFalse(cohort: "c")="text"')

    def check(self, context: Context, text: str) -> FunctionCall:
        """Returns the call of the rule."""
        return FunctionCall("validate_false", (text, ShapeOf(non_pointer(context.type))), holds=NEVER, nil_fails=True)


class ValidateError(TagHandler):
    """`+k8s:validateError`: fails the generation."""

    name = "k8s:validateError"
    scopes = ANY_VALUE
    stability = Stability.ALPHA
    payload = ValueType.STRING
    description = "Fails the generation, for tests of generators."
    payloads = (PayloadDoc("<string>", "A text that the message repeats."),)
    examples = ('+k8s:validateError="text"',)

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it fails everywhere
        """Raises TagError."""
        raise TagError(f"forced error: {quote(tag.value)}")


def _read_flags(tag: Tag) -> list[str]:
    """Parses the flags; raises TagError."""
    argument = tag.named("flags")
    flags = [flag.strip() for flag in argument.value.split(",")] if argument else []
    for flag in flags:
        if flag not in (_SHORT_CIRCUIT, _NON_ERROR):
            raise TagError(f"can't decode tag payload: unknown flag: {quote(flag)}", hint="ShortCircuit or NonError")
    if _NON_ERROR in flags and _SHORT_CIRCUIT not in flags:
        hint = 'write flags: "ShortCircuit, NonError"'
        raise TagError("can't decode tag payload: flag NonError works only with ShortCircuit", hint=hint)
    return flags


HANDLERS: tuple[TagHandler, ...] = (
    *(ValidateError(), ValidateFalse(), ValidateTrue()),
    *(ValidateTrueAlpha(), ValidateTrueBeta()),
)
