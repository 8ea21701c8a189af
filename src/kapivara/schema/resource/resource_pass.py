"""Fast passes over a whole API object: one when it is read, one when it is validated.

Reading validates the fields beside `apiVersion`, `kind` and `metadata` one by one. Validation covers the rest:
metadata, fields that were changed since (`sound_fields.py`), and the keywords of the whole object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.pass_plan import Filling, PassNode, PassPlan, fill_many
from kapivara.compiler.validator import Validator
from kapivara.schema.resource.schema_pass import SchemaPass, judging_pass, reading_pass
from kapivara.schema.steps.pruning import META_FIELDS
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, record

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.rule_nodes import RuleNode
    from kapivara.schema.resource.sound_fields import SoundFields


class ResourcePass:
    """The passes over objects of one schema, with its validator and rules.

    If a pass returns False, the single steps must run. Defaults that a pass filled in before are harmless: pruning
    removes other fields than defaults fill, and a null is replaced by a default either way.
    """

    def __init__(self, schema: Structural, validator: Validator, rules: RuleNode | None):
        self._reading = reading_pass(schema).plan
        judging = judging_pass(schema, validator, rules)
        self._judging = judging.plan
        self._whole = _Whole(judging)
        self._read_only = frozenset(name for name, each in schema.properties.items() if each.holds_embedded)
        self._is_plain = (
            schema.additional_properties is None
            and all(default.usable for default in self._reading.defaults.values())
            and not any(each.holds_defaults for name, each in schema.properties.items() if name in META_FIELDS)
            and META_FIELDS.isdisjoint(self._reading.defaults)
        )

    def read(self, obj: JsonObject, filling: Filling, sound: SoundFields | None = None) -> bool:
        """Fills in defaults, in place; returns True if there is nothing to prune.

        Records the fields found valid. Does not process embedded resources, whose metadata is normalized later.
        """
        reading, judging = self._reading, self._judging
        if not self._is_plain:
            return False
        budget = sound.budget if sound is not None and judging.has_costs else None
        for name, value in obj.items():
            if name in META_FIELDS:
                continue
            node = reading.fields.get(name)
            if node is None:
                if reading.keeps_others:
                    filling.may_hold_floats = True
                    continue
                return False
            if sound is None or name in self._read_only:
                if node.run(value, filling, None) < 0:
                    return False
                continue
            cost = judging.fields[name].run(value, filling, budget)
            if cost < 0:
                return False
            sound.add(name, value, cost)
        if reading.defaults:
            fill_many(obj, reading.defaults, filling)
        if sound is not None:
            sound.may_hold_floats = filling.may_hold_floats
        return True

    def has_read(self, obj: JsonObject, sound: SoundFields) -> bool:
        """Returns True if `read` has seen all fields of an object, and would not change it now."""
        known = sound.values
        for name, value in obj.items():
            if name not in META_FIELDS and known.get(name, ABSENT) is not value:
                return False
        return self._reading.defaults.keys() <= obj.keys()

    def judge(self, obj: JsonObject, sound: SoundFields) -> bool:
        """Returns True if an object has no errors, given fields known to be valid."""
        fields, plain = self._judging.fields, self._judging.plain
        known, cost, budget = sound.values, sound.cost, sound.budget if self._judging.has_costs else None
        if not self._is_plain:
            return False
        for name, value in obj.items():
            if plain.get(name) is type(value) or known.get(name, ABSENT) is value:
                continue
            node = fields.get(name)
            if node is None:
                if name in META_FIELDS or self._judging.keeps_others:
                    continue
                return False
            check = node.walk if name in META_FIELDS else node.run  # schemas declare only a part of metadata
            spent = check(value, None, budget)
            if spent < 0:
                return False
            cost += spent
        spent = self._whole.run(obj, None, budget)
        return spent >= 0 and cost + spent <= self._whole.plan.most_cost


class _Whole(PassNode):
    """The keywords of a schema that apply to the whole object."""

    __slots__ = ("_node",)

    def __init__(self, node: SchemaPass):
        super().__init__(CodeAllowance("one pass"))
        self._node = node

    @property
    def has_costs(self) -> bool:
        """True if there are rules at the object or below it."""
        return self._node.has_costs

    def make_plan(self) -> PassPlan:
        """Returns the schema's plan without its fields, which were checked before."""
        return record.replace(self._node.plan, fields={}, defaults={}, others=None, keeps_others=True)
