"""The tags pattern and nameFormat of KEP-4153: the pattern of a string, and the format of an object's name."""

from __future__ import annotations

from typing import cast

from kapivara.field import invalid
from kapivara.generator.grammar.marker_arguments import ArgumentKind, read_value
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, type_text, value_type
from kapivara.generator.model.types import META, STRING, TypeKind, TypeName
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.cel_texts import literal
from kapivara.generator.tags.contract.handler import ANY_VALUE, Context, PayloadDoc, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import (
    Expression,
    SchemaForm,
    Subject,
    cel_form,
    failure,
    keyword_form,
)
from kapivara.languages.re2.patterns import PatternError, matcher
from kapivara.validate.name_formats import NAME_FORMATS
from kapivara.values.record import replace
from kapivara.values.rendering import quote

_OBJECT_META = TypeName(META, "ObjectMeta")
_FORMAT_DOCS = {
    "dns1123subdomain": "A DNS name (RFC 1123 subdomain) in lower case: up to 253 characters.",
    "dns1123label": "A DNS label (RFC 1123) in lower case: up to 63 characters.",
    "dns1035label": "A DNS label (RFC 1035): it begins with a letter.",
}
_UNLESS_EMPTY = "pattern_unless_empty"


def read_pattern(text: str) -> str:
    """Parses a regular expression, quoted as strings in markers or raw; raises MarkerSyntaxError.

    The error of an invalid expression is the one of Go's regexp.
    """
    wanted: str = read_value(text, ArgumentKind.TEXT) if text[:1] in ('"', "`") else text
    try:
        matcher(wanted)("")
    except PatternError as error:
        raise MarkerSyntaxError(f"invalid pattern {quote(wanted)}: {error}", 0) from None
    return wanted


class Pattern(TagHandler):
    """`+pattern="…"`: requires that a regular expression matches in the string."""

    name = "pattern"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    upstream = False
    kep = "KEP-4153"
    raw = True
    payload = ValueType.RAW
    payload_required = True
    description = "Requires a string to match a regular expression."
    docs = (
        "The syntax is RE2's, as in schemas; without `^` and `$` a match anywhere in the string suffices. An "
        "empty string that JSON omits (`omitempty`) is not checked."
    )
    payloads = (PayloadDoc('"<pattern>"', "The expression, in quotes, in backquotes or bare."),)
    schema_docs = "`pattern`"
    examples = ('+pattern="^[a-z][a-z0-9]*$"', r"+pattern=`^\d+$`")

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule; raises TagError."""
        native = value_type(context.type)
        if native is not STRING:
            raise TagError(f"can only be used on string types ({type_text(context.type, native)})")
        try:
            wanted = read_pattern(tag.value)
        except MarkerSyntaxError as error:
            raise TagError(error.message, hint=error.hint) from None
        member = context.member
        left_out = context.scope is Scope.FIELD and member is not None and member.json.omit_empty
        is_value = native_type(context.type).kind is TypeKind.BUILTIN
        function = _UNLESS_EMPTY if left_out and is_value else "pattern"
        return Rules(RuleCall(self.name, FunctionCall(function, (wanted,))))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the pattern suffices
        """Returns the keyword `pattern`, whose errors in schemas have the same text as the rule."""
        (wanted,) = cast("tuple[str]", check.args)
        error = invalid(None, "", f"must match {quote(wanted)}")
        form = keyword_form("pattern", wanted, lambda value: f"{value}.matches({literal(wanted)})", error)
        return replace(form, errors={}, unless_zero=check.function == _UNLESS_EMPTY)


class NameFormat(TagHandler):
    """`+nameFormat=…`: requires a format of the object's name."""

    name = "nameFormat"
    scopes = frozenset((Scope.FIELD,))
    stability = Stability.STABLE
    upstream = False
    kep = "KEP-4153"
    payload = ValueType.STRING
    payload_required = True
    description = "Requires the name of an object to have a format; it stands above the ObjectMeta field."
    docs = "It applies to `name`, and to `generateName` as a prefix."
    payloads = tuple(PayloadDoc(name, _FORMAT_DOCS[name]) for name in NAME_FORMATS)
    schema_docs = "`pattern` and `maxLength` of `name`, and a rule about `generateName`"
    examples = ("+nameFormat=dns1123subdomain", "+nameFormat='dns1123label'")

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule; raises TagError."""
        if value_type(context.type).name != _OBJECT_META:
            hint = "put it above metav1.ObjectMeta; other strings have +k8s:format"
            raise TagError(f"can only be used on ObjectMeta ({context.type})", hint=hint)
        if tag.value not in NAME_FORMATS:
            hint = f"formats of names are {', '.join(NAME_FORMATS)}"
            raise TagError(f"unsupported name format {quote(tag.value)}", hint=hint)
        return Rules(RuleCall(self.name, FunctionCall("name_format", (tag.value,))))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the format suffices
        """Returns the pattern of the name, and a rule for `generateName`."""
        from kapivara.content.name_patterns import LABEL_AND_DOMAIN_PATTERNS  # only schemas need it

        (form,) = cast("tuple[str]", check.args)
        found = LABEL_AND_DOMAIN_PATTERNS[form]
        name = {"pattern": found.pattern, "maxLength": found.most}
        error = failure("name_format", {"generateName": found.broken}, form)
        return SchemaForm({"properties": {"name": name}}, rules=(cel_form(_beginning(found.pattern), error),))


def _beginning(pattern: str) -> Expression:
    """Returns an expression that accepts a dash at the end of a generateName: more characters follow it."""

    def holds(value: str) -> str:
        field = f"{value}.generateName"
        whole = f"({field}.endsWith('-') ? {field} + 'a' : {field})"
        return f"!has({field}) || {field} == '' || {whole}.matches({literal(pattern)})"

    return holds


HANDLERS: tuple[TagHandler, ...] = (NameFormat(), Pattern())
