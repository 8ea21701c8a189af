"""The compiled expressions of a policy; each is compiled on first evaluation.

Upstream: apiserver/pkg/admission/plugin/cel/compile.go, composition.go CompositedCompiler (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kapivara.apis.groups.admissionregistration.expressions import declared_type, evaluation_env
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.program import Program
from kapivara.cel.types import Type
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1
    from kapivara.apis.groups.admissionregistration.expressions import Build
    from kapivara.cel.env import Env


class Expression:
    """One expression: its text, and its program or compilation error."""

    __slots__ = ("_env", "_program", "problem", "text")

    def __init__(self, text: str, env: Env):
        self.text = text
        self.problem = ""
        self._env = env
        self._program: Program | None = None

    def program(self, deadline: Deadline = NO_DEADLINE) -> Program | None:
        """Returns the program; None after an error, which is in `problem`.

        The first call may take long, so the request gives up its turn on the event loop.
        """
        if self._program is None and not self.problem:
            deadline.leave_turn()
            try:
                self._program = Program(self._env, self._env.compile(self.text))
            except CelIssuesError as issues:
                self.problem = f"compilation failed: {issues}"
        return self._program


class Programs:
    """The expressions of one policy: its variables, and those that use them.

    `has_libraries` enables the CEL functions of KEP-4153.
    """

    def __init__(
        self,
        variables: Iterable[v1.Variable],
        *,
        parameters: bool,
        build: Build | None = None,
        has_libraries: bool = False,
    ):
        self._parameters = parameters
        self._build = build
        self._has_libraries = has_libraries
        types: dict[str, Type] = {}
        self.variables: dict[str, Expression] = {}
        self._of_all = self._env(types)  # each may use the variables compiled before it
        for each in variables:
            made = Expression(each["expression"], self._of_all)
            program = made.program()
            types[each["name"]] = declared_type(None if program is None else program.result_type)
            self.variables[each["name"]] = made
        self._of_messages = self._env(types, authorizer=False)

    def _env(self, types: Mapping[str, Type], *, authorizer: bool = True) -> Env:
        return evaluation_env(
            types,
            parameters=self._parameters,
            authorizer=authorizer,
            build=self._build,
            has_libraries=self._has_libraries,
        )

    def expression(self, text: str) -> Expression:
        """Returns an expression that may use all variables."""
        return Expression(text, self._of_all)

    def message(self, text: str) -> Expression:
        """Returns a message expression, which may not use the authorizer directly."""
        return Expression(text, self._of_messages)
