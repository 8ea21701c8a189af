"""The tag subfield: applies a tag to one member of a struct, from where the struct is used.

The member's own short-circuiting rules (required, optional, immutable …) guard the outer tag: where they fail, it does
not run; their own calls report the errors. Subfields may be nested to any depth; where a pointer on the way is nil,
nothing runs.
Upstream: code-generator/cmd/validation-gen/validators/subfield.go (1.37), which supports one level.
"""

from __future__ import annotations

from kapivara.content.nearest import did_you_mean
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import member_by_json, value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Deferred, DeferredScope, RuleCall, Rules, Subfield
from kapivara.generator.tags.contract.handler import (
    ANY_VALUE,
    ArgDoc,
    Context,
    Scope,
    Stability,
    TagHandler,
    child_path,
)
from kapivara.generator.tags.contract.wrapping import payload_doc, payload_of, wrap_call
from kapivara.generator.tags.fields.opaque import is_field_opaque
from kapivara.values.record import replace
from kapivara.values.rendering import quote

_MOST_GUARDED = 10_000
"""The most subfields with guards in one run: in recursive types, guards could lead to further guards without end."""


class GuardedPaths:
    """The subfields whose guards have been added (state of a `Session`): once per cohort."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str]] = set()

    def enter(self, path: str, cohort: str) -> bool:
        """Returns whether a subfield occurs for the first time; raises TagError past the limit."""
        fresh = (path, cohort) not in self._seen
        self._seen.add((path, cohort))
        if len(self._seen) > _MOST_GUARDED:
            raise TagError("too many subfields of subfields", hint="tag the fields of the inner types instead")
        return fresh


class SubfieldTag(TagHandler):
    """`+k8s:subfield(<json name>)=+tag`: applies the tag to that member."""

    name = "k8s:subfield"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    args = (
        ArgDoc(
            "",
            ValueType.STRING,
            required=True,
            description="<field-json-name>",
            docs="The field of the struct, by its JSON name.",
        ),
    )
    payload = ValueType.TAG
    payload_required = True
    description = "Applies a validation to a field of a struct, for one use of the struct."
    docs = (
        "The field must be one of the struct itself. Where the field's own required, optional, forbidden, immutable or "
        "update rules fail, the validation does not run, unless the struct is opaque here. Subfields may be nested; "
        "where a pointer on the way is nil nothing is validated. validation-gen accepts one level only."
    )
    payloads = payload_doc("The validation of the field.")
    examples = (
        "+k8s:subfield(name)=+k8s:format=k8s-short-name",
        "+k8s:subfield(limits)=+k8s:subfield(cpu)=+k8s:minimum=1",
    )
    schema_docs = "the schema of the inner tag, in `properties` beside the type"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the inner rules on the member, and its guards."""
        struct = value_type(context.type)
        if struct.kind is not TypeKind.STRUCT:
            raise TagError(f"can only be used on struct types: {struct.kind}")
        names = _chain(tag)
        member = _member(struct, names[0])
        inner = _inside(context, member, names[0])
        rules = context.session.extractor.extract_rules(inner, payload_of(tag))

        def resolve() -> Rules:
            guards = Rules() if is_field_opaque(context) else _guards(inner, ".".join(names))
            combined = Rules()
            # A chain of subfields is resolved at once; otherwise each link would take a round of deferred rules.
            combined.add(rules if len(names) == 1 else _followed(rules))
            combined.add(guards)
            return self._on_member(combined, member, names)

        return Rules().later(DeferredScope.THIS, resolve)

    def _on_member(self, rules: Rules, member: Member, names: list[str]) -> Rules:
        """Returns calls on the member; those of a chain form a cohort, named after the whole chain."""

        def wrap(call: RuleCall, scope: DeferredScope) -> RuleCall:
            if scope is DeferredScope.PARENT:
                return call  # it belongs to the struct around the member, which is the current value
            return wrap_call(call, self.name, lambda inside: Subfield(member, names[0], inside), ".".join(names))

        made = rules.wrapped(wrap)
        made.deferred = [replace(each, scope=DeferredScope.THIS) for each in made.deferred]
        return made


def _chain(tag: Tag) -> list[str]:
    """Returns the names of a subfield and of the subfields nested in its tag, with or without other tags between."""
    names = []
    link: Tag | None = tag
    while link is not None:
        if link.name == tag.name:
            arg = link.positional()
            names.append("" if arg is None else arg.value)
        link = link.value_tag
    return names


def _member(struct: Type, name: str) -> Member:
    member = member_by_json(struct, name)
    if member is None:
        names = [each.json.name for each in struct.members if each.json.name]
        raise TagError(f"no field for json name {quote(name)}", hint=did_you_mean(name, names, str(struct.name.name)))
    return member


def _inside(context: Context, member: Member, name: str) -> Context:
    return Context(
        context.session,
        Scope.FIELD,
        member.type,
        child_path(context.path, name),
        member=member,
        parent_path=context.path,
        parent_type=context.type,
        level=context.level,
        outer=context,
    )


def _followed(rules: Rules) -> Rules:
    """Returns rules with their deferred ones made now, except for rules of the struct and for further deferred ones."""
    made = Rules()
    made.add(rules)
    made.deferred = []
    for each in rules.deferred:
        if each.scope is DeferredScope.THIS:
            made.add(each.resolve())
        else:
            made.deferred.append(each)
    return made


def _guards(inner: Context, cohort: str) -> Rules:
    """Returns the short-circuiting rules of the member's own tags, made silent."""
    if inner.member is None or not inner.session.state(GuardedPaths).enter(inner.path, cohort):
        return Rules()
    extractor = inner.session.extractor
    return _silenced(extractor.extract_rules(inner, *extractor.read_tags(inner.member.comments)))


def _silenced(rules: Rules) -> Rules:
    made = Rules(*(replace(call, non_error=True) for call in rules.calls if call.short_circuit))
    for each in rules.deferred:
        made.deferred.append(Deferred(each.scope, lambda each=each: _silenced(each.resolve())))  # type: ignore[misc]
    return made


HANDLERS: tuple[TagHandler, ...] = (SubfieldTag(),)
