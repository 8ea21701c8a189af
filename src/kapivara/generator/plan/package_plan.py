"""The plans of fields, types and packages: the calls of `plan.py` in their order, ready to be printed."""

from __future__ import annotations

from kapivara.generator.model.types import Constant, Member, Package, Type
from kapivara.generator.plan.rule_calls import RuleCall
from kapivara.values.record import record


@record
class FieldPlan:
    """All calls for one field of a struct, in order: its rules, its type's function, its keys, its values."""

    member: Member
    json_name: str
    """The step of the path; empty for the path of the parent."""
    calls: tuple[RuleCall, ...]
    type_call: Type | None
    iterations: tuple[RuleCall, ...]

    @property
    def identities(self) -> tuple[int, ...]:
        """The identity of the generated code, apart from the field's name; valid as long as the plan lives.

        By `id`, not by value: in Python 0 and False are equal.
        """
        return (id(self.member.type), id(self.type_call), *map(id, self.calls), *map(id, self.iterations))


@record
class TypePlan:
    """One validation function: calls of the type's rules, iterations of a typedef, then fields (if not opaque)."""

    type: Type
    calls: tuple[RuleCall, ...]
    iterations: tuple[RuleCall, ...]
    fields: tuple[FieldPlan, ...]


@record
class RootType:
    """A type that is registered, so that it is validated by name; `paths` are the subresources that it serves."""

    type: Type
    paths: tuple[str, ...]


@record
class PackagePlan:
    """The generated code of one package; `declaring` is the package that declares its types, usually the same."""

    package: Package
    declaring: Package
    types: tuple[TypePlan, ...]
    roots: tuple[RootType, ...]
    constants: tuple[Constant, ...] = ()
