"""Assigns a type to each node, or returns issues.

Steps
- `complaints.py`: all issues of the checker
- `inference.py`: type parameters
- `check_run.py`: one run of the checker; names at a place
- `literals.py`: literals
- `names.py`: identifiers and selections
- `calls.py`: calls; overloads of a call
- `loops.py`: comprehensions
- `validators.py`: literals that always fail

Entry point: `check` of this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kapivara.cel.checker.calls import visit_call
from kapivara.cel.checker.check_run import CheckRun, Step
from kapivara.cel.checker.literals import visit_const, visit_list, visit_map, visit_struct
from kapivara.cel.checker.loops import visit_comprehension
from kapivara.cel.checker.names import visit_ident, visit_select
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.tree.ast import Ast, Call, Comprehension, Const, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import rewrite
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.cel.env import Env

__all__ = ["check"]

_VISITS: Mapping[type, Step] = {
    Const: visit_const,
    Ident: visit_ident,
    Select: visit_select,
    Call: visit_call,
    ListExpr: visit_list,
    MapExpr: visit_map,
    StructExpr: visit_struct,
    Comprehension: visit_comprehension,
}


def check(ast: Ast, env: Env) -> CheckedAst:
    """Checks a parsed expression in an environment, and with its validators; raises `CelIssuesError`."""
    run = CheckRun(ast, env, _VISITS)
    checked = _check_all(run)
    issues = run.issues
    if not issues and env.validators:
        from kapivara.cel.checker.validators import validate

        issues = validate(checked, env.validators)
    if issues:
        raise CelIssuesError(ast.text, issues)
    return checked


def _check_all(run: CheckRun) -> CheckedAst:
    ast = run.ast
    run.visit(ast.expr)
    work = run.work
    while work:
        step, argument = work.pop()
        step(run, argument)
    resolve = run.inference.resolve_fully
    types = {node: resolve(found) for node, found in run.types.items()}
    if run.replacements and not run.issues:
        ast = replace(ast, expr=rewrite(ast.expr, run.replacements))
    return CheckedAst(ast, types, run.references)
