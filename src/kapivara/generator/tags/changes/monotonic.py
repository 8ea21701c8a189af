"""The tag k8s:monotonic. Upstream: code-generator/cmd/validation-gen/validators/monotonic.go (1.37)."""

from __future__ import annotations

from kapivara.field import invalid
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import is_integer, is_nilable, type_text, value_type
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.cel_texts import path_of, value_or_zero
from kapivara.generator.tags.contract.handler import Context, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, cel_form, rule_form


class Monotonic(TagHandler):
    """`+k8s:monotonic`: forbids that a number decreases."""

    name = "k8s:monotonic"
    scopes = frozenset((Scope.TYPE, Scope.FIELD))
    stability = Stability.ALPHA
    simple = True
    description = "Rejects an update that decreases an integer."
    docs = "An update may add or remove the number."
    examples = ("+k8s:monotonic",)
    schema_docs = "a transition rule"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it takes neither arguments nor payload
        """Returns the rule that compares with the old value; raises TagError."""
        native = value_type(context.type)
        if not is_integer(native):
            raise TagError(f"must be an integer type (got {type_text(context.type, native)})")
        return Rules(RuleCall(self.name, FunctionCall("monotonic", update=True)))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the same everywhere
        """Returns the CEL rule that the number is not below the old one.

        For a number that JSON omits where it is 0, this is a rule of the surrounding struct.
        """
        error = invalid(None, 0, "may not be decreased")
        member = subject.member
        if member is None or not member.json.name or is_nilable(member.type):
            return rule_form(lambda value: f"{value} >= oldSelf", error, transition=True)

        def holds(struct: str) -> str:
            return f"{value_or_zero(struct, member)} >= {value_or_zero('oldSelf', member)}"

        return SchemaForm(around=(cel_form(holds, error, field=path_of((member,)), transition=True),))


HANDLERS: tuple[TagHandler, ...] = (Monotonic(),)
