"""The tags ifSubresource and ifNotSubresource: apply a tag to requests through a subresource, or to all others.

Upstream has none of them; KEP-5073, "Subresources", describes them.
"""

from __future__ import annotations

from kapivara.generator.grammar.tag import ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.tags.conditions.gates import GateTag
from kapivara.generator.tags.contract.handler import ANY_VALUE, ArgDoc, Stability, TagHandler
from kapivara.generator.tags.contract.wrapping import payload_doc
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_PATH = lazy_pattern(r"[a-z0-9-]+(/[a-z0-9-]+)*")


class _SubresourceGate(GateTag):
    """The common part of both tags."""

    scopes = ANY_VALUE
    stability = Stability.ALPHA
    upstream = False
    args = (
        ArgDoc(
            "",
            ValueType.STRING,
            required=True,
            description="<path>",
            docs='The path of the subresource: "/status" or "status"; "/" is the resource itself.',
        ),
    )
    asks = "subresource"
    schema_docs = "nothing: schemas cannot depend on the subresource of a request"

    def read_name(self, text: str) -> str:
        """Returns a subresource as in operations, without the leading slash. Raises TagError."""
        name = text.removeprefix("/")
        if text != "/" and not _PATH.fullmatch(name):
            raise TagError(f"invalid subresource path {quote(text)}", hint='such as "/status"')
        return name


class IfSubresource(_SubresourceGate):
    """`+k8s:ifSubresource("/status")=+tag`: applies the tag to requests through the subresource."""

    name = "k8s:ifSubresource"
    wanted = True
    description = "Applies a validation only to requests through a subresource."
    docs = "The type must serve the subresource (+k8s:supportsSubresource, +k8s:isSubresource)."
    payloads = payload_doc("The validation of requests through the subresource.")
    examples = ('+k8s:ifSubresource("/status")=+k8s:required',)


class IfNotSubresource(_SubresourceGate):
    """`+k8s:ifNotSubresource("/resize")=+tag`: applies the tag to all other requests."""

    name = "k8s:ifNotSubresource"
    wanted = False
    description = "Applies a validation to all requests but those through a subresource."
    docs = "For example, for a field that only one subresource may change."
    payloads = payload_doc("The validation of all other requests.")
    examples = ('+k8s:ifNotSubresource("/resize")=+k8s:immutable',)


HANDLERS: tuple[TagHandler, ...] = (IfSubresource(), IfNotSubresource())
