"""The plans of fields, types and packages: the calls of `plan.py` in their places, ready to be printed."""

from __future__ import annotations

from kapivara.generator.model import Constant, Member, Package, Type
from kapivara.generator.plan import RuleCall
from kapivara.values.record import record


@record
class FieldPlan:
    """All that happens for one field of a struct, in order: its calls, its type's function, keys, values."""

    member: Member
    json_name: str
    """The step of the path; empty: the parent's path."""
    calls: tuple[RuleCall, ...]
    type_call: Type | None
    iterations: tuple[RuleCall, ...]

    @property
    def identities(self) -> tuple[int, ...]:
        """Tells apart what is to be generated, but for the field's name; holds as long as the plan does.

        Not by value: to Python 0 and False are equal.
        """
        return (id(self.member.type), id(self.type_call), *map(id, self.calls), *map(id, self.iterations))


@record
class TypePlan:
    """One validation function: the type's calls, iterations of a typedef, then fields (unless it is opaque)."""

    type: Type
    calls: tuple[RuleCall, ...]
    iterations: tuple[RuleCall, ...]
    fields: tuple[FieldPlan, ...]


@record
class RootType:
    """A type that is registered: it is validated by name; `paths` are the subresources that it serves."""

    type: Type
    paths: tuple[str, ...]


@record
class PackagePlan:
    """All that is generated for one package; `declaring` is the one that declares its types, mostly the same."""

    package: Package
    declaring: Package
    types: tuple[TypePlan, ...]
    roots: tuple[RootType, ...]
    constants: tuple[Constant, ...] = ()
