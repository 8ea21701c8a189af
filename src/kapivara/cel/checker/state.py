"""What the parts of the checker share: the work that waits, and what has been found out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kapivara.cel.ast import Ast, Expr, Ident
from kapivara.cel.checked import Reference
from kapivara.cel.checker import complaints
from kapivara.cel.checker.inference import Inference
from kapivara.cel.checker.scopes import Scopes
from kapivara.cel.errors import Issue
from kapivara.cel.types import ERROR, Type

if TYPE_CHECKING:
    from kapivara.cel.env import Env

_NO_LOCATION = -1


class Checking:
    """The check of one expression: a stack of steps still to take, tables by node id, issues so far."""

    def __init__(self, ast: Ast, env: Env):
        self.ast = ast
        self.env = env
        self.scopes = Scopes(env)
        self.inference = Inference()
        self.types: dict[int, Type] = {}
        self.references: dict[int, Reference] = {}
        self.replacements: dict[int, Expr] = {}
        self.issues: list[Issue] = []
        self.work: list[tuple[Callable[[Any], None], Any]] = []
        self.visits: Mapping[type, Callable[[Any], None]] = {}

    def visit(self, expr: Expr) -> None:
        """Has a node checked before anything that waits already."""
        self.work.append((self.visits[type(expr)], expr))

    def later(self, step: Callable[[Any], None], argument: Any) -> None:
        """Has a step taken before anything that waits already, and after all that comes to wait from now on."""
        self.work.append((step, argument))

    def report(self, node: int, message: str) -> None:
        """Takes note of an issue at a node."""
        self.issues.append(Issue(message, self.ast.offsets.get(node, _NO_LOCATION)))

    def refer(self, expr: Expr, found: Type, reference: Reference) -> None:
        """Takes note that a node is a name, which it becomes in the tree if it is not."""
        self.types[expr.id] = found
        self.references[expr.id] = reference
        if not isinstance(expr, Ident) or expr.name != reference.name:
            self.replacements[expr.id] = Ident(expr.id, reference.name)

    def field_type(self, node: int, type_name: str, field: str) -> Type:
        """The type of an object's field; reports one that is not there."""
        provider = self.env.provider
        if provider is None or provider.find_type(type_name) is None:
            self.report(node, complaints.failed_resolution(type_name))
            return ERROR
        found = provider.find_field(type_name, field)
        if found is None:
            self.report(node, complaints.undefined_field(field))
            return ERROR
        return found.type
