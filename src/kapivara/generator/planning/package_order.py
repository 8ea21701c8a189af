"""From the graph of types to the plan of a package: selects and orders the calls of each function.

Upstream: code-generator/cmd/validation-gen/validation.go emitValidationForChild (1.37).
"""

from __future__ import annotations

from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.own_json import has_own_json
from kapivara.generator.model.types import Package, Type, TypeKind
from kapivara.generator.plan.nodes import Child, Iteration, Node
from kapivara.generator.plan.package_plan import FieldPlan, PackagePlan, RootType, TypePlan
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall
from kapivara.generator.planning.discovery import Discovery
from kapivara.generator.sources.selection import subresource_paths

_NO_NILS = RuleCall("", FunctionCall("ptr_slice_no_nils"), short_circuit=True)


def plan_package(
    package: Package, declaring: Package, roots: list[Type], discovery: Discovery, errors: list[AuthorError]
) -> PackagePlan:
    """Plans the functions of all types that the root types refer to, and the table of root types.

    `declaring` is the package that declares the types. Errors in the markers of root types are added to `errors`.
    """
    ruled = [node for kind in roots if (node := discovery.node(kind)) is not None and node.ruled]
    plans: dict[Node, TypePlan] = {}
    waiting = ruled[::-1]
    while waiting:
        node = waiting.pop()
        if node not in plans:
            plans[node] = _plan_type(node)
            waiting += reversed(_called(node))
    tops = []
    for node in ruled:
        try:
            tops.append(RootType(node.type, subresource_paths(node.type)))
        except AuthorErrors as found:
            errors += found.errors
    return PackagePlan(package, declaring, tuple(plans.values()), tuple(tops))


def _plan_type(node: Node) -> TypePlan:
    fields: list[FieldPlan] = []
    if not (node.rules.opaque_type or has_own_json(node.type)):
        fields = [plan for each in node.fields if (plan := _plan_field(each)) is not None]
    return TypePlan(node.type, tuple(node.rules.calls), _kept(node.iterations), tuple(fields))


def _plan_field(child: Child) -> FieldPlan | None:
    node, member, calls = child.node, child.member, child.rules.calls
    leads_on = node is not None and node.ruled
    native = native_type(member.type)
    if native.kind is TypeKind.SLICE and native.elem is not None and native.elem.kind is TypeKind.POINTER:
        calls = [_NO_NILS, *calls] if calls or leads_on else calls
    type_call = node.type if node is not None and node.ruled and node.has_function else None
    iterations = _kept(child.iterations)
    if not (calls or type_call or iterations):
        return None
    return FieldPlan(member, member.json.name, tuple(calls), type_call, iterations)


def _kept(iterations: list[Iteration]) -> tuple[RuleCall, ...]:
    """Drops the iterations over types without rules."""
    return tuple([call for node, call in iterations if node.ruled]) if iterations else ()


def _called(node: Node) -> list[Node]:
    """Returns the nodes of the types whose functions a type's function calls."""
    found = [below for below, _ in node.iterations]
    for each in () if node.rules.opaque_type else node.fields:
        if each.node is not None and each.node.has_function:
            found.append(each.node)
        if each.iterations:
            found += [below for below, _ in each.iterations]
    return [each for each in found if each.ruled]
