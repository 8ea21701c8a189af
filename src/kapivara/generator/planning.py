"""From the graph of types to the plan of a package: what is printed, in which order.

Upstream: code-generator/cmd/validation-gen/validation.go emitValidationForChild (1.37).
"""

from __future__ import annotations

from kapivara.generator.discovery import Discovery
from kapivara.generator.model import Kind, Package, Type
from kapivara.generator.natives import native_type
from kapivara.generator.nodes import Child, Node
from kapivara.generator.plan import (
    Call,
    EachKey,
    EachValue,
    FieldPlan,
    PackagePlan,
    RootType,
    RuleCall,
    TypeCall,
    TypePlan,
)
from kapivara.generator.selection import subresource_paths

_NO_NILS = RuleCall("", Call("ptr_slice_no_nils"), short_circuit=True)


def plan_package(package: Package, roots: list[Type], discovery: Discovery) -> PackagePlan:
    """Plans the functions of all types that the root types lead to, and the table of the root types."""
    ruled = [kind for kind in roots if discovery.node(kind).ruled]
    plans: dict[int, TypePlan] = {}
    waiting = list(reversed(ruled))
    while waiting:
        kind = waiting.pop()
        if id(kind) in plans:
            continue
        made = plans[id(kind)] = _plan_type(discovery.node(kind))
        waiting += reversed(_called(made))
    return PackagePlan(package, tuple(plans.values()), tuple(RootType(kind, subresource_paths(kind)) for kind in ruled))


def _plan_type(node: Node) -> TypePlan:
    iterations = [*_kept(node.key_iterations, node.key_node()), *_kept(node.value_iterations, node.elem_node())]
    fields: list[FieldPlan] = []
    if not node.rules.opaque_type:
        fields = [plan for each in node.fields if (plan := _plan_field(each)) is not None]
    return TypePlan(node.type, tuple(node.rules.calls), tuple(iterations), tuple(fields))


def _plan_field(child: Child) -> FieldPlan | None:
    node, calls = child.node, list(child.rules.calls)
    leads_on = node is not None and node.ruled
    native = native_type(child.type)
    if native.kind is Kind.SLICE and native.elem is not None and native.elem.kind is Kind.POINTER:
        calls = [_NO_NILS, *calls] if calls or leads_on else calls
    type_call = node.type if node is not None and node.ruled and node.has_function else None
    iterations: list[RuleCall] = []
    if node is not None:
        iterations = [*_kept(child.key_iterations, node.key_node()), *_kept(child.value_iterations, node.elem_node())]
    if child.member is None or not (calls or type_call or iterations):
        return None
    return FieldPlan(child.member, child.json_name, tuple(calls), type_call, tuple(iterations))


def _kept(iterations: list[RuleCall], node: Node | None) -> list[RuleCall]:
    return iterations if node is not None and node.ruled else []


def _called(plan: TypePlan) -> list[Type]:
    """Lists the types whose functions a type's function calls."""
    found = [_inner_type(call) for call in plan.iterations]
    for field in plan.fields:
        found += [field.type_call, *map(_inner_type, field.iterations)]
    return [kind for kind in found if kind is not None]


def _inner_type(call: RuleCall) -> Type | None:
    check = call.check
    if isinstance(check, EachValue | EachKey):
        return _inner_type(check.inner)
    return check.type if isinstance(check, TypeCall) else None
