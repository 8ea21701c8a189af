"""The tags k8s:required, k8s:optional, k8s:forbidden and k8s:default.

They end the validation of a field that is not given, so that later rules never see nil. A default changes the meaning
of optional: it is read from the same comment, also under the name `+default`.
Upstream: code-generator/cmd/validation-gen/validators/required.go (1.37).
"""

from __future__ import annotations

from typing import Any

from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.scanner import scan_json
from kapivara.emit.conditions import ALWAYS, IS_TRUE, NEVER, negated
from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import is_nilable, native_type, value_type
from kapivara.generator.model.types import Comments, Type, TypeKind
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules, noted
from kapivara.generator.tags.contract.handler import Context, PayloadDoc, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import Presence, SchemaForm, Subject
from kapivara.values.rendering import quote

_NUMBERS = (
    *("int", "int16", "int32", "int64", "uint", "uint16", "uint32", "uint64", "byte"),
    *("float32", "float64"),
)
_ZERO_VALUES: dict[str, Any] = {"string": "", "bool": False, "time.Time": ""} | dict.fromkeys(_NUMBERS, 0)
DEFAULT_TAGS = ("default", "k8s:default")
"""The names of tags with a default: the reference's, and the KEP's."""
_STRUCT_HINT = "make the field a pointer, or put tags on the fields of the struct"


class _Presence(TagHandler):
    scopes = frozenset((Scope.FIELD,))
    stability = Stability.STABLE
    simple = True


class Required(_Presence):
    """`+k8s:required`: requires that the field is given."""

    name = "k8s:required"
    description = "The field must be set."
    docs = (
        "A pointer must not be nil, a list or map must not be empty, and any other value must not be its zero value: "
        'an empty string, 0 and false count as missing. Where that is wrong ("0 is fine"), use a pointer. '
        "Nothing else is checked where the field is missing."
    )
    examples = ("+k8s:required",)
    schema_docs = (
        "`required` of the enclosing struct; zero values count as missing: `x-kubernetes-strip-zero`, and "
        "`minLength`, `minItems` or `minProperties` of 1"
    )

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it takes neither arguments nor payload
        """Returns a rule that ends the validation of a missing field."""
        return Rules(_required(context.type))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the field suffices
        """Returns the form that requires the field."""
        return SchemaForm(presence=Presence.REQUIRED)


class Optional(_Presence):
    """`+k8s:optional`: allows that the field is not given."""

    name = "k8s:optional"
    description = "The field may be left out; nothing else is checked then."
    docs = (
        "A value counts as left out if k8s:required would reject it. A field that also has a default "
        "(`+default=<json>`) always has a value on the server, so that it is required there. The exception is "
        "a field that is not a pointer and whose default is the zero value: validation cannot see that it was "
        "left out, and the other tags apply to the zero value as well."
    )
    examples = ("+k8s:optional",)
    schema_docs = "no `required` of the enclosing struct"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it takes neither arguments nor payload
        """Returns a rule that silently ends the validation of a missing field, unless the field has a default."""
        comments = context.member.comments if context.member else ()
        if context.session.describes and has_default(comments):
            return Rules()  # a field with a default is never missing
        default = _read_default(comments)
        if default is None:
            return Rules(_OPTIONAL[_kind(context.type, self.name)])
        if not is_nilable(context.type) and _is_zero(default, context.type):
            return noted()
        return Rules(_required(context.type))


class Forbidden(_Presence):
    """`+k8s:forbidden`: forbids that the field is given."""

    name = "k8s:forbidden"
    stability = Stability.BETA
    description = "The field must not be set."
    docs = (
        "A value counts as set if k8s:required would accept it. Nothing else is checked. The tag is most "
        "useful inside others: under an option, or in one mode of a struct."
    )
    examples = ("+k8s:forbidden", '+k8s:ifDisabled("Feature")=+k8s:forbidden')
    schema_docs = "a rule of the enclosing struct"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it takes neither arguments nor payload
        """Returns a rule that rejects a given field, and one that silently ends the validation of a missing field."""
        kind = _kind(context.type, self.name)
        # A pointer is rejected unless it is nil, another value unless it is zero.
        holds = NEVER if kind == "pointer" else negated(IS_TRUE)
        forbids = RuleCall(self.name, FunctionCall(f"forbidden_{kind}", holds=holds), short_circuit=True)
        return Rules(forbids, _optional(kind, self.name))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the field suffices
        """Returns the form that forbids the field."""
        return SchemaForm(presence=Presence.FORBIDDEN)


class Default(_Presence):
    """`+k8s:default=<json>`: the value that the server fills in for a missing field. It has no rules itself."""

    name = "k8s:default"
    payload = ValueType.RAW
    payload_required = True
    raw = True
    upstream = False
    instead = "default"
    description = "Declares the value that the server fills in where the field is not set."
    docs = (
        "The same as `+default=<json>`. Validation fills nothing in; the default changes "
        "what k8s:optional means, and lint checks that it fits the type and the other tags."
    )
    payloads = (PayloadDoc("<json>", "The default, as JSON: 3, true, a string in double quotes, a list or an object."),)
    examples = ("+k8s:default=3", '+k8s:default="Always"')
    schema_docs = "`default`"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it has no rules
        """Returns no rules."""
        return Rules()


def _required(kind: Type) -> RuleCall:
    form = _kind(kind, Required.name)
    holds = ALWAYS if form == "pointer" else IS_TRUE
    check = FunctionCall(f"required_{form}", holds=holds, nil_fails=True)
    return RuleCall(Required.name, check, short_circuit=True)


def _optional(form: str, tag: str) -> RuleCall:
    holds = ALWAYS if form == "pointer" else IS_TRUE
    check = FunctionCall(f"optional_{form}", holds=holds, nil_fails=True)
    return RuleCall(tag, check, short_circuit=True, non_error=True)


_OPTIONAL = {form: _optional(form, Optional.name) for form in ("pointer", "value")}


def _kind(kind: Type, tag: str) -> str:
    """Returns whether a type is a pointer or a value; raises TagError for structs, which are always given."""
    native = native_type(kind)
    if native.kind is TypeKind.STRUCT:
        raise TagError(f'non-pointer structs cannot use the "{tag}" tag', hint=_STRUCT_HINT)
    return "pointer" if native.kind is TypeKind.POINTER else "value"


def has_default(comments: Comments) -> bool:
    """Returns whether a field declares a default."""
    return any(name in DEFAULT_TAGS for name, _ in grammar.tag_lines(comments))


def _read_default(comments: Comments) -> Any:
    """Parses the default of a field; None where there is none. Raises TagError, as upstream does for `ref(Name)`."""
    if not [line for line in comments if "default" in line.text]:
        return None
    found = [_read_default_tag(line.text) for name, line in grammar.tag_lines(comments) if name in DEFAULT_TAGS]
    if not found:
        return None
    if len(found) > 1:
        names = " ".join(quote(_with_argument(each)) for each in found)
        raise TagError(f"+default tag with multiple values: [{names}]")
    text = found[0].value
    try:
        value = scan_json(text.encode("utf-8", "surrogatepass")).value
    except DecodeError as error:
        hint = 'a default is written as JSON, such as "text" with its quotes'
        if text.startswith("ref("):
            hint = "validators take JSON alone beside +k8s:optional: write the value of the constant"
        raise TagError(f"failed to parse default value {quote(text)}: {error.message}", hint=hint) from None
    if value is None:
        raise TagError(f"failed to parse default value {quote(text)}: unmarshalled to nil")
    return value


def _read_default_tag(text: str) -> Tag:
    try:
        tag = grammar.parse(text, raw=True)
    except grammar.GrammarError as error:
        raise TagError(f"failed to read tags: {error}", hint=error.hint) from None
    if len(tag.args) > 1:
        shown = " ".join(map(str, tag.args))
        raise TagError(f"failed to read tags: expected one argument, got: [{shown}]")
    for arg in tag.args:
        if arg.name:
            raise TagError(f"failed to read tags: unexpected named argument: {quote(arg.name)}")
        if arg.type is not ValueType.STRING:
            raise TagError(f"failed to read tags: unexpected argument type: {arg.type}")
    return tag


def _with_argument(tag: Tag) -> str:
    argument = tag.positional()
    return f"{tag.name}({argument.value})" if argument else tag.name


def _is_zero(default: Any, kind: Type) -> bool:
    """Returns whether a default is the zero value of a type that cannot be nil."""
    native = value_type(kind)
    if str(native) not in _ZERO_VALUES:
        raise TagError(f"unknown zero-value for type {native}", hint=_STRUCT_HINT)
    # A bool is not a number here, although in Python False equals 0.
    zero = _ZERO_VALUES[str(native)]
    return isinstance(default, bool) is isinstance(zero, bool) and bool(default == zero)


HANDLERS: tuple[TagHandler, ...] = (Default(), Forbidden(), Optional(), Required())
