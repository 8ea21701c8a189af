"""The tag immutable. Upstream: code-generator/cmd/validation-gen/validators/immutable.go (1.37)."""

from __future__ import annotations

from kapivara.generator.plan import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.handler import Context, Scope, Stability, TagHandler
from kapivara.generator.tags.tag import Tag


class Immutable(TagHandler):
    """`+k8s:immutable`: never changes after creation."""

    name = "k8s:immutable"
    scopes = frozenset((Scope.TYPE, Scope.FIELD, Scope.LIST_VALUE, Scope.MAP_VALUE))
    stability = Stability.STABLE
    simple = True
    description = "Says that a value may not be changed once the object exists."
    docs = (
        "Setting a value that was unset, and unsetting it, are changes too: use +k8s:update for finer rules. For "
        "values of lists and maps it refuses changed and added ones; those that are removed are not noticed."
    )
    examples = ("+k8s:immutable", "+k8s:eachVal=+k8s:immutable")

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  the same everywhere
        """Asks for a rule that fails on every update; what did not change is never asked about."""
        return Rules(RuleCall(self.name, FunctionCall("immutable", update=True), short_circuit=True))


HANDLERS: tuple[TagHandler, ...] = (Immutable(),)
