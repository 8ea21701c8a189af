"""The tags ifEnabled and ifDisabled, which apply a tag under an option. The KEP's names have `Option` in the middle.

Only rules of the inner tag depend on the option; its data for other tags (list type, keys of items, members of unions)
counts in any case.
Upstream: code-generator/cmd/validation-gen/validators/options.go (1.37).
"""

from __future__ import annotations

from kapivara.generator.grammar.tag import ValueType
from kapivara.generator.tags.conditions.gates import GateTag
from kapivara.generator.tags.contract.handler import ANY_VALUE, ArgDoc, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.wrapping import payload_doc


class _Option(GateTag):
    """The common part of the four tags."""

    scopes = ANY_VALUE | {Scope.CONSTANT}
    stability = Stability.STABLE
    args = (
        ArgDoc(
            "", ValueType.STRING, required=True, description="<option>", docs="The option that callers set by name."
        ),
    )
    payloads = payload_doc("The validation that depends on the option.")
    schema_docs = (
        "the schema of the inner tag, where `--option NAME=true` or `NAME=false` fulfils the condition; "
        "nothing without the option, which the run reports"
    )
    asks = "option"


class IfEnabled(_Option):
    """`+k8s:ifEnabled(<option>)=+tag`: applies the tag where the option is on."""

    name = "k8s:ifEnabled"
    wanted = True
    description = "Applies a validation only where an option is on."
    docs = "An undefined option is an error, so every caller must set it on or off."
    examples = ("+k8s:ifEnabled(FastMode)=+k8s:required",)


class IfDisabled(_Option):
    """`+k8s:ifDisabled(<option>)=+tag`: applies the tag where the option is off."""

    name = "k8s:ifDisabled"
    wanted = False
    description = "Applies a validation only where an option is off."
    docs = "An undefined option is an error, so every caller must set it on or off."
    examples = ("+k8s:ifDisabled(FastMode)=+k8s:forbidden",)


class IfOptionEnabled(IfEnabled):
    """`+k8s:ifOptionEnabled(<option>)=+tag`: the KEP's name of ifEnabled."""

    name = "k8s:ifOptionEnabled"
    upstream = False
    instead = "k8s:ifEnabled"
    examples = ("+k8s:ifOptionEnabled(FastMode)=+k8s:required",)


class IfOptionDisabled(IfDisabled):
    """`+k8s:ifOptionDisabled(<option>)=+tag`: the KEP's name of ifDisabled."""

    name = "k8s:ifOptionDisabled"
    upstream = False
    instead = "k8s:ifDisabled"
    examples = ("+k8s:ifOptionDisabled(FastMode)=+k8s:forbidden",)


HANDLERS: tuple[TagHandler, ...] = (IfEnabled(), IfDisabled(), IfOptionEnabled(), IfOptionDisabled())
