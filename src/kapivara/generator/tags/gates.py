"""What tags share that put another tag under a condition on the request: an option, or the subresource."""

from __future__ import annotations

from typing import ClassVar

from kapivara.generator.plan import DeferredScope, Gated, RuleCall, Rules
from kapivara.generator.tags.handler import Context, TagHandler
from kapivara.generator.tags.tag import Tag, ValueType
from kapivara.generator.tags.wrapping import payload_of, wrap_call


class GateTag(TagHandler):
    """A tag whose argument names what is asked, and whose payload is the tag that depends on the answer."""

    payload = ValueType.TAG
    payload_required = True
    asks: ClassVar[str]
    """What is asked: `option` or `subresource`."""
    wanted: ClassVar[bool]
    """The answer with which the inner tag holds."""

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Puts what the inner tag asks for behind the gate; raises TagError."""
        argument = tag.positional()
        name = self.read_name("" if argument is None else argument.value)

        def wrap(call: RuleCall, _: DeferredScope) -> RuleCall:
            return wrap_call(call, self.name, lambda inside: Gated(self.asks, name, self.wanted, inside))

        return context.session.extractor.extract_rules(context, payload_of(tag)).wrapped(wrap)

    def read_name(self, text: str) -> str:
        """Returns what the argument names; raises TagError where it can be no such name."""
        return text
