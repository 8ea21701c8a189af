"""The tag immutable. Upstream: code-generator/cmd/validation-gen/validators/immutable.go (1.37)."""

from __future__ import annotations

from kapivara.field import Verb
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.cel_texts import grouped, is_same, is_set, path_of
from kapivara.generator.tags.contract.handler import Context, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, cel_form, failure


class Immutable(TagHandler):
    """`+k8s:immutable`: forbids changes after creation."""

    name = "k8s:immutable"
    scopes = frozenset((Scope.TYPE, Scope.FIELD, Scope.LIST_VALUE, Scope.MAP_VALUE))
    stability = Stability.STABLE
    simple = True
    description = "Forbids changes of a value once the object exists."
    docs = (
        "Setting a value that was unset, and unsetting it, are changes too: use +k8s:update for finer rules. "
        "In lists and maps it rejects changed and added values, but not removed ones."
    )
    examples = ("+k8s:immutable", "+k8s:eachVal=+k8s:immutable")
    schema_docs = (
        "a transition rule of the enclosing struct, which sees that a field is set or unset and that a list or "
        "map gets items; otherwise a transition rule of the value"
    )

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  the same everywhere
        """Returns a rule that fails on every update; validators call it only for changed values."""
        return Rules(RuleCall(self.name, FunctionCall("immutable", update=True), short_circuit=True))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the CEL rule that the value equals the old one; its struct has the rule for set and unset fields."""
        error = failure(check.function, 1, old=0, verb=Verb.UPDATE)
        if subject.member is None or not subject.member.json.name:
            unchanged = cel_form(lambda value: f"{value} == oldSelf", error, transition=True)
            return SchemaForm(rules=(unchanged,), new_item=error)
        member = subject.member

        def holds(struct: str) -> str:
            now, before = is_set(struct, member), is_set("oldSelf", member)
            return f"{grouped(now)} ? {before} && {is_same(struct, 'oldSelf', member)} : !{grouped(before)}"

        return SchemaForm(around=(cel_form(holds, error, field=path_of((member,)), transition=True),))


HANDLERS: tuple[TagHandler, ...] = (Immutable(),)
