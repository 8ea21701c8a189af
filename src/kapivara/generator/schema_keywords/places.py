"""Places in a schema, to which the form of a rule is added as keywords and CEL rules.

A place is the schema of a value. The place of a field also knows the schema of the struct around it, which contains
`required`, and the rules that see the field appear and disappear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from kapivara.field import ErrorType, FieldError
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.types import BOOL, STRING, Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Correlation, RuleCall
from kapivara.generator.schema_keywords.dialect import Dialect
from kapivara.generator.schema_keywords.new_items import NewItems, of_each, of_selected
from kapivara.generator.tags.contract.cel_texts import grouped, is_set, path_of, select, zero_of
from kapivara.generator.tags.contract.schema_form import (
    CelForm,
    Comparison,
    Expression,
    Missing,
    Presence,
    SchemaForm,
    Subject,
    UnsaidError,
    cel_form,
    failure,
)
from kapivara.schema.structural.combining import ERRORS, LIST_TYPE, RULES, STRIP_ZERO, Schema, combine
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import replace

_OLD = "oldSelf"


def of_field(form: CelForm, member: Member) -> CelForm:
    """Lifts the rule of a field to its struct; it applies where the field is set."""
    name = member.json.name
    if form.optional_old:
        raise UnsaidError("rules about a field do not know whether what holds the field is new")

    def holds(struct: str) -> str:
        field = select(struct, name)
        if not form.transition:
            return f"!has({field}) || {form.holds(field)}"
        before = select(_OLD, name)
        return f"!has({field}) || !has({before}) || {form.holds(field).replace(_OLD, before)}"

    return replace(form, holds=holds, field=path_of((member,)) + form.field, unchanged=_of_field(form, name))


def _of_field(form: CelForm, name: str) -> Comparison | None:
    """Returns the comparison for the struct: the field existed before, and all that the rule reads is unchanged."""
    unchanged = form.unchanged
    if unchanged is None:
        return None

    def same(now: str, before: str) -> str:
        return f"has({select(before, name)}) && {unchanged(select(now, name), select(before, name))}"

    return same


def of_items(form: CelForm) -> CelForm:
    """Lifts the rule of items to their list."""
    _refuse_transition(form)
    return _of_each(form, lambda value: f"{value}.all(each, {form.holds('each')})")


def of_values(form: CelForm) -> CelForm:
    """Lifts the rule of values to their map."""
    _refuse_transition(form)
    return _of_each(form, lambda value: f"{value}.all(key, {form.holds(f'{value}[key]')})")


def _of_each(form: CelForm, holds: Expression) -> CelForm:
    """Returns the rule on the collection, which has no access to old items."""
    return replace(form, holds=holds, field="", unchanged=None)


def _refuse_transition(form: CelForm) -> None:
    if form.transition or form.optional_old:
        raise UnsaidError("rules of a list or map do not know the old selves of what it holds")


_REASONS = frozenset(("FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"))
"""The reasons that a CEL rule may have."""


Lift: TypeAlias = Callable[[CelForm], CelForm]
"""Converts a rule on a part of a value to a rule on the value."""


class Place:
    """The schema of a value of a type, to be filled in; `around` is the place of the struct with the field `member`.

    Under a `guard`, a rule applies to some values only, so it is added as a CEL rule. CEL rules need a schema with a
    type: for a value inside of a referenced type they are `lifted` to the place of the reference. `held_by` is the
    place of the list or map with the value, and its expressions for new items. A missing field that `may_be_missing`
    gets no rules about its absence.
    """

    __slots__ = (
        *("_dialect", "_guard", "_held_by", "_lifted", "_may_be_missing", "_rules_only"),
        *("around", "member", "schema", "spared_patterns", "type"),
    )

    def __init__(
        self,
        kind: Type,
        schema: Schema,
        dialect: Dialect,
        *,
        member: Member | None = None,
        around: Place | None = None,
        guard: Expression | None = None,
        lifted: tuple[Place, Lift] | None = None,
        rules_only: bool = False,
        held_by: tuple[Place, NewItems] | None = None,
        may_be_missing: bool = False,
    ):
        self.type = kind
        self.schema = schema
        self.member = member
        self.around = around
        self.spared_patterns: set[JsonValue] = set()
        """The patterns that a zero value need not match."""
        self._dialect = dialect
        self._guard = guard
        self._lifted = lifted
        self._rules_only = rules_only or guard is not None
        self._held_by = held_by
        self._may_be_missing = may_be_missing

    def subject(self, form_of: Callable[[RuleCall, Subject], SchemaForm]) -> Subject:
        """Returns the subject of rules at this place."""
        member = self.member if self.around is not None else None
        return Subject(self.type, member, self._dialect.options, form_of)

    def say(self, form: SchemaForm) -> None:
        """Adds the form of a rule."""
        if form.new_item is not None and self.say_new_item(form.new_item):
            return
        if self._rules_only:
            self.add_rules((*form.same, *form.rules))
            self._say_around(form)
            return
        keywords = {name: value for name, value in form.keywords.items() if name != "format" or self._dialect.formats}
        if form.unless_zero:
            self.spared_patterns.add(keywords.get("pattern"))
        errors = {name: error for name, error in form.errors.items() if name in keywords}
        combine(self.schema, {**keywords, **self._errors(errors)})
        # A list type already implies these rules.
        unexpressed = form.same if not form.keywords and self.schema.get(LIST_TYPE, "atomic") == "atomic" else ()
        rules = form.rules
        if rules and not self._dialect.errors:  # CRDs have no messages for keywords, and CEL rules have a cost budget
            patterns = [{"pattern": each.pattern} for each in rules if each.pattern]
            combine(self.schema, {"allOf": patterns} if patterns else {})
            rules = tuple(each for each in rules if not each.pattern)
        self.add_rules((*unexpressed, *rules))
        if form.entries:
            combine(self.schema, {RULES: list(form.entries)})
        self._say_around(form)

    def say_new_item(self, error: FieldError) -> bool:
        """Adds the rule for a new item of a list or map; returns True where this rule suffices."""
        if self._held_by is None:
            return False
        holder, new_items = self._held_by
        holder._say_of_new_items(new_items, error)
        return new_items.says_all

    def _say_around(self, form: SchemaForm) -> None:
        """Adds the rules of the surrounding struct: whether the field is required, appears and disappears."""
        if self.around is not None:
            self.around.add_rules(form.around)
            if form.presence is not None:
                self._say_presence(form.presence, self.around)
            if form.missing is not None:
                self._say_missing(form.missing, self.around)

    def _say_missing(self, missing: Missing, around: Place) -> None:
        """Adds the rule for a missing field, unless the field is optional or required in any case."""
        member, old = self.member, "oldSelf.value()"
        if member is None or not member.json.name or self._may_be_missing:
            return

        def holds(struct: str) -> str:
            had = f"{is_set(old, member)} && {grouped(missing.had(select(old, member.json.name)))}"
            return f"{is_set(struct, member)} || oldSelf.hasValue() && !({had})"

        if member.json.name not in around.schema.get("required", ()):
            rule = cel_form(holds, missing.error, field=path_of((member,)))
            around.add_rules((replace(rule, optional_old=True),))

    def _say_of_new_items(self, new_items: NewItems, error: FieldError) -> None:
        """Adds the rule against new items of this list or map; the struct around it sees a new list or map."""
        member = self.member
        if self.around is None or member is None or not member.json.name:
            self.add_rules((cel_form(new_items.of_list, error, transition=True),))
            return
        rule = cel_form(lambda struct: new_items.of_field(struct, member), error, transition=True)
        self.around.add_rules((replace(rule, field=path_of((member,))),))

    def add_rules(self, forms: Iterable[CelForm]) -> None:
        """Adds CEL rules here, or at the place to which they are lifted."""
        if self._guard is not None:
            guard = self._guard
            forms = [_guarded(each, guard) for each in forms]
        if self._lifted is not None:
            place, lift = self._lifted
            place.add_rules([lift(each) for each in forms])
        elif rules := [rule_of(each, ratchets=self._dialect.errors) for each in forms]:
            combine(self.schema, {RULES: rules})

    def inside(self, collection: Type, correlation: Correlation) -> Place:
        """Returns the place of the items of a list, or of the values of a map."""
        native = value_type(collection)
        is_map = native.kind is TypeKind.MAP
        inner = self._lifted is not None or self._rules_only
        lifted = (self, of_values if is_map else of_items) if inner else None
        schema = self.schema.setdefault("additionalProperties" if is_map else "items", {})
        has_keys = correlation.kind == "map" and self.schema.get(LIST_TYPE, "map") == "map"
        held_by = self, of_each(collection, correlation, correlated=not inner and (is_map or has_keys))
        kind, rules_only = native.elem or collection, self._rules_only
        return Place(kind, schema, self._dialect, lifted=lifted, rules_only=rules_only, held_by=held_by)

    def item(self, kind: Type, guard: Expression) -> Place:
        """Returns the place of some items of a list; `guard` is the condition on an item."""
        lifted = None if self._lifted is None else (self, of_items)
        schema, held_by = self.schema.setdefault("items", {}), (self, of_selected(guard))
        return Place(kind, schema, self._dialect, guard=guard, lifted=lifted, held_by=held_by)

    def property(self, member: Member) -> Place:
        """Returns the place of a field of the struct at this place, whose schema is elsewhere."""
        schema = self.schema.setdefault("properties", {}).setdefault(member.json.name, {})
        lifted = (self, lambda form: of_field(form, member))
        rules_only = self._rules_only
        return Place(
            member.type, schema, self._dialect, member=member, around=self, lifted=lifted, rules_only=rules_only
        )

    def _say_presence(self, presence: Presence, around: Place) -> None:
        member = self.member
        if member is None or not member.json.name:
            return
        if presence is Presence.FORBIDDEN:
            rule = cel_form(lambda struct: f"!{grouped(is_set(struct, member))}", failure("forbidden_value", 1))
            around.add_rules((replace(rule, field=path_of((member,))),))
            return
        if self._rules_only:
            missing = cel_form(lambda struct: is_set(struct, member), failure("required_value", 0))
            around.add_rules((replace(missing, field=path_of((member,))),))
            return
        self.say_required(around)
        self._refuse_zero()

    def say_required(self, around: Place) -> None:
        """Makes the field required."""
        if self.member is not None:
            combine(around.schema, {"required": [self.member.json.name]})
            combine(self.schema, self._errors({"required": failure("required_value", 0)}))

    def _refuse_zero(self) -> None:
        """Rejects the zero value: a required string, list or map is not empty, a required number is not 0."""
        native = native_type(self.type)
        missing = failure("required_value", 0)
        if native.kind is TypeKind.POINTER or native.kind is TypeKind.STRUCT:
            return
        if self._dialect.strip_zero:
            self.schema[STRIP_ZERO] = True
        keyword = _AT_LEAST.get(native.kind) or ("minLength" if native is STRING else "")
        if keyword:
            combine(self.schema, {keyword: 1, **self._errors({keyword: missing})})
        elif not self._dialect.strip_zero:
            wanted = (lambda value: value) if native is BOOL else (lambda value: f"{value} != {zero_of(native)}")
            self.add_rules((cel_form(wanted, missing),))

    def _errors(self, errors: dict[str, FieldError]) -> JsonObject:
        if not errors or not self._dialect.errors:
            return {}
        return {ERRORS: {name: {"message": _words(each), "reason": each.type.reason} for name, each in errors.items()}}


_AT_LEAST = {TypeKind.SLICE: "minItems", TypeKind.MAP: "minProperties"}


def rule_of(form: CelForm, *, ratchets: bool = False) -> JsonObject:
    """Returns a rule as an entry of a schema; with `ratchets`, an update passes if the rule reads no changed value."""
    if ratchets and form.unchanged is not None:
        form = _ratcheting(form, form.unchanged)
    reason = form.reason if form.reason in _REASONS else "FieldValueInvalid"
    rule: JsonObject = {"rule": form.holds("self"), "message": form.message or _TITLES.get(form.reason, "")}
    if reason != "FieldValueInvalid":
        rule["reason"] = reason
    if form.field:
        rule["fieldPath"] = form.field
    if form.optional_old:
        rule["optionalOldSelf"] = True
    return rule


def _ratcheting(form: CelForm, unchanged: Comparison) -> CelForm:
    def holds(value: str) -> str:
        asked = form.holds(value)
        if " ? " in asked:  # only `?:` binds less tightly than `||`
            asked = grouped(asked)
        return f"{asked} || oldSelf.hasValue() && {unchanged(value, 'oldSelf.value()')}"

    return replace(form, holds=holds, optional_old=True)


def _words(error: FieldError) -> str:
    return error.detail or error.type.title


_TITLES = {each.reason: each.title for each in ErrorType}


def _guarded(form: CelForm, guard: Expression) -> CelForm:
    return replace(form, holds=lambda value: f"!{grouped(guard(value))} || {form.holds(value)}")
