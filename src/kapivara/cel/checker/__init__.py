"""Gives every node of a parsed expression a type, every name and call what it refers to; or says what is wrong.

Nothing here recurses: a visit puts the rest of its own work and its children on a stack, so that the depth of an
expression costs no frames. Steps keep the reference implementation's order, since messages at the same place come
in the order of their finding. The step after: `validators`.

Upstream: cel-go checker/checker.go (0.29).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cel.ast import Ast, Call, Comprehension, Const, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.checked import CheckedAst
from kapivara.cel.checker.calls import Calls
from kapivara.cel.checker.literals import Literals
from kapivara.cel.checker.loops import Loops
from kapivara.cel.checker.names import Names
from kapivara.cel.checker.state import Checking
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.walk import rewrite
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.cel.env import Env

__all__ = ["check"]


def check(ast: Ast, env: Env) -> CheckedAst:
    """Checks a parsed expression in an environment, and with its validators; raises `CelIssuesError`."""
    checking = Checking(ast, env)
    checked = _run(checking)
    issues = checking.issues
    if not issues and env.validators:
        from kapivara.cel.validators import validate

        issues = validate(checked, env.validators)
    if issues:
        raise CelIssuesError(ast.text, issues)
    return checked


def _run(checking: Checking) -> CheckedAst:
    names = Names(checking)
    calls = Calls(checking, names)
    literals = Literals(checking)
    checking.visits = {
        Const: literals.visit_const,
        Ident: names.visit_ident,
        Select: names.visit_select,
        Call: calls.visit_call,
        ListExpr: literals.visit_list,
        MapExpr: literals.visit_map,
        StructExpr: literals.visit_struct,
        Comprehension: Loops(checking).visit_comprehension,
    }
    ast = checking.ast
    checking.visit(ast.expr)
    work = checking.work
    while work:
        step, argument = work.pop()
        step(argument)
    settle = checking.inference.settle
    types = {node: settle(found) for node, found in checking.types.items()}
    if checking.replacements and not checking.issues:
        ast = replace(ast, expr=rewrite(ast.expr, checking.replacements))
    return CheckedAst(ast, types, checking.references)
