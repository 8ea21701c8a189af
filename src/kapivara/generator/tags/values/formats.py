"""The tag k8s:format. Upstream: code-generator/cmd/validation-gen/validators/format.go (1.37)."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING

from kapivara.emit.conditions import Passes
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import non_pointer, type_text, value_type
from kapivara.generator.model.types import STRING, TypeKind
from kapivara.generator.plan.rule_calls import Argument, FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.cel_texts import literal
from kapivara.generator.tags.contract.handler import ANY_VALUE, Context, PayloadDoc, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import CelForm, SchemaForm, Subject, cel_form, failure
from kapivara.values import JsonValue
from kapivara.values.record import replace
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.content.name_patterns import NamePattern

_FORMATS = {
    "k8s-extended-resource-name": "A name with a domain (`example.com/gpu`) for a resource outside Kubernetes: the "
    "domain is not `kubernetes.io`, the name does not begin with `requests.`, and quota can turn it into a "
    "label key.",
    "k8s-label-key": "The key of a label: a name, with or without a DNS name and a slash before it.",
    "k8s-label-value": "The value of a label: up to 63 bytes, possibly empty.",
    "k8s-long-name": "A DNS name (RFC 1123 subdomain) in lower case: up to 253 bytes.",
    "k8s-long-name-caseless": "A DNS name in which capitals are allowed. Not for new APIs.",
    "k8s-path-segment-name": "A name that can stand as one segment of a URL.",
    "k8s-prefixed-label-key": "The key of a label, with a prefix.",
    "k8s-resource-fully-qualified-name": "A DNS name of up to 63 bytes, a slash, and a C identifier of up to 32.",
    "k8s-resource-pool-name": "DNS names with slashes between them: up to 253 bytes in all.",
    "k8s-short-name": "A DNS label (RFC 1123) in lower case: up to 63 bytes.",
    "k8s-uuid": "A UUID in lower case, with its dashes.",
}
_PRINTED_PLAIN = frozenset(
    (
        *("k8s-extended-resource-name", "k8s-resource-fully-qualified-name"),
        *("k8s-resource-pool-name", "k8s-uuid"),
    )
)
"""The formats whose messages show all strings alike, with or without a named type."""


_NO_FORMAT = "no such format exists: write a function, and call it by +k8s:customValidation"
_MEANT = {
    **dict.fromkeys(("dns-label", "dns1123-label", "rfc1123-label", "short-name"), "did you mean k8s-short-name?"),
    **dict.fromkeys(("dns-subdomain", "dns1123-subdomain", "hostname"), "did you mean k8s-long-name?"),
    **dict.fromkeys(("qualified-name", "label"), "did you mean k8s-label-key?"),
    **dict.fromkeys(("ip", "ipv4", "ipv6", "ip-sloppy", "cidr", "uri", "url", "email", "date-time"), _NO_FORMAT),
}
"""Replacements for names that KEP-5073 and OpenAPI use, as hints."""


class Format(TagHandler):
    """`+k8s:format`: requires a named format of strings."""

    name = "k8s:format"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    simple = True
    payload = ValueType.STRING
    payload_required = True
    description = "Requires a string to have a format."
    payloads = tuple(PayloadDoc(name, docs) for name, docs in _FORMATS.items())
    examples = ("+k8s:format=k8s-short-name", "+k8s:eachKey=+k8s:format=k8s-label-key")
    schema_docs = (
        "`format`, and for validators that do not know it `pattern`, `maxLength` and, where these do not "
        "suffice, a CEL rule"
    )

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule of the format; raises TagError."""
        native = value_type(context.type)
        if native is not STRING:
            raise TagError(f"can only be used on string types ({type_text(context.type, native)})")
        if tag.value not in _FORMATS:
            raise TagError(f"unsupported validation format {quote(tag.value)}", hint=_hint(tag.value))
        function = tag.value.removeprefix("k8s-").replace("-", "_")
        named = tag.value not in _PRINTED_PLAIN and non_pointer(context.type).kind is TypeKind.ALIAS
        args: tuple[Argument, ...] = (True,) if named else ()
        return Rules(RuleCall(self.name, FunctionCall(function, args, holds=Passes(f"is_{function}"))))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the call has all data
        """Returns the format's name, with an equivalent pattern, length and CEL rule."""
        from kapivara.content.name_patterns import NAME_PATTERNS  # only schemas need it

        name = f"k8s-{check.function.replace('_', '-')}"
        form = pattern_form(NAME_PATTERNS[name], check.function)
        keywords, errors = {"format": name, **form.keywords}, {"format": form.errors["pattern"], **form.errors}
        return replace(form, keywords=keywords, errors=errors)


@lru_cache(maxsize=32)  # the same few formats occur all over a package
def pattern_form(found: NamePattern, function: str) -> SchemaForm:
    """Returns a pattern, a length and a rule for a format, with the messages of a function of `kapivara.validate`."""
    keywords: dict[str, JsonValue] = {"pattern": found.pattern}
    errors = {"pattern": failure(function, found.broken)}
    same = [cel_form(lambda value: f"{value}.matches({literal(found.pattern)})", errors["pattern"])]
    if found.most:
        keywords["maxLength"] = found.most
        errors["maxLength"] = failure(function, "a" * (found.most + 1))
        same.append(cel_form(lambda value: f"{value}.size() <= {found.most}", errors["maxLength"]))
    rules: tuple[CelForm, ...] = ()
    if found.rule:
        rules = (replace(cel_form(found.rule.format, failure(function, found.beyond)), pattern=found.rule_pattern),)
    return SchemaForm(keywords, errors, tuple(same), rules)


def _hint(name: str) -> str:
    meant = _MEANT.get(name.lower().removeprefix("k8s-"))
    if meant is not None:
        return meant
    near = difflib.get_close_matches(name.lower()[:100], _FORMATS, n=1)
    return f"did you mean {near[0]}?" if near else f"formats are {', '.join(_FORMATS)}"


HANDLERS: tuple[TagHandler, ...] = (Format(),)
