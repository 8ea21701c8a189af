"""The tag k8s:monotonic. Upstream: code-generator/cmd/validation-gen/validators/monotonic.go (1.37)."""

from __future__ import annotations

from kapivara.generator.author_error import TagError
from kapivara.generator.natives import is_integer, type_text, value_type
from kapivara.generator.plan import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.handler import Context, Scope, Stability, TagHandler
from kapivara.generator.tags.tag import Tag


class Monotonic(TagHandler):
    """`+k8s:monotonic`: the number never falls."""

    name = "k8s:monotonic"
    scopes = frozenset((Scope.TYPE, Scope.FIELD))
    stability = Stability.ALPHA
    simple = True
    description = "Refuses an update that makes an integer smaller."
    docs = "A number that was not there before, and one that is taken away, are fine."
    examples = ("+k8s:monotonic",)

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it takes neither arguments nor payload
        """Asks for a comparison with the old value; raises TagError."""
        native = value_type(context.type)
        if not is_integer(native):
            raise TagError(f"must be an integer type (got {type_text(context.type, native)})")
        return Rules(RuleCall(self.name, FunctionCall("monotonic", update=True)))


HANDLERS: tuple[TagHandler, ...] = (Monotonic(),)
