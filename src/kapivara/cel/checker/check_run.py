"""The state of one run of the checker over an expression.

`calls`, `literals`, `loops` and `names` have a function for each kind of node. Such a function does not call others for
the nodes below: it puts them, and its own remaining work, on the stack of this run. A run has no reference cycles, so
that its memory is freed at once: CRDs may have thousands of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.cel.checker import complaints
from kapivara.cel.checker.inference import Inference
from kapivara.cel.checker.scopes import Scopes
from kapivara.cel.errors import Issue
from kapivara.cel.tree.ast import Ast, Expr, Ident
from kapivara.cel.tree.checked import Reference
from kapivara.cel.types import ERROR, Type

if TYPE_CHECKING:
    from kapivara.cel.env import Env

_NO_LOCATION = -1

Step: TypeAlias = "Callable[[CheckRun, Any], None]"


class CheckRun:
    """The nodes still to be visited, and the results so far.

    By node id: the `types`, the targets of names and calls (`references`), and nodes that replace others in the checked
    tree (`replacements`), such as an identifier for `a.b.c` where that is one declared name.
    """

    def __init__(self, ast: Ast, env: Env, visits: Mapping[type, Step]):
        self.ast = ast
        self.env = env
        self._visits = visits
        """The function that checks a node, by the node's class."""
        self.scopes = Scopes(env)
        self.inference = Inference()
        self.types: dict[int, Type] = {}
        self.references: dict[int, Reference] = {}
        self.replacements: dict[int, Expr] = {}
        self.issues: list[Issue] = []
        self.work: list[tuple[Step, Any]] = []
        """The stack: functions, each with its argument; the last one is called next."""

    def visit(self, expr: Expr) -> None:
        """Puts a node on the stack: it is checked next, with all nodes below."""
        self.work.append((self._visits[type(expr)], expr))

    def later(self, step: Step, argument: Any) -> None:
        """Puts a function on the stack, to be called after all work that is put there later."""
        self.work.append((step, argument))

    def report(self, node: int, message: str) -> None:
        """Adds an issue at the place of a node."""
        self.issues.append(Issue(message, self.ast.offsets.get(node, _NO_LOCATION)))

    def refer(self, expr: Expr, found: Type, reference: Reference) -> None:
        """Stores the declared name that a node refers to; `a.b.c` is replaced by an identifier of that name."""
        self.types[expr.id] = found
        self.references[expr.id] = reference
        if not isinstance(expr, Ident) or expr.name != reference.name:
            self.replacements[expr.id] = Ident(expr.id, reference.name)

    def field_type(self, node: int, type_name: str, field: str) -> Type:
        """Returns the type of an object's field; reports an undefined one."""
        provider = self.env.provider
        if provider is None or provider.find_type(type_name) is None:
            self.report(node, complaints.failed_resolution(type_name))
            return ERROR
        found = provider.find_field(type_name, field)
        if found is None:
            self.report(node, complaints.undefined_field(field))
            return ERROR
        return found.type
