"""The base of schema nodes that are compiled when that pays.

A node has one function each for validating, explaining errors, defaulting and evaluating CEL rules. Most nodes see few
values, so a function is compiled only after its first calls. A schema may have a million nodes, so the number of
compiled functions per schema is limited (`CodeAllowance`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from kapivara.compiler.allowance import CodeAllowance

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class LazyNode(ABC, Generic[_Arguments, _Result]):
    """A node and its function `run`, which replaces itself by compiled code after `warm_after` calls.

    Before that, and always once the allowance is spent, `run` calls `walk`, which needs no generated code. Generated
    code binds nodes and calls `node.run(…)`, so that it uses the current `run`.
    """

    __slots__ = ("_calls", "allowance", "run")

    warm_after = 0
    """The number of calls that are walked before the node is compiled."""

    def __init__(self, allowance: CodeAllowance):
        self.allowance = allowance
        self._calls = 0
        self.run: Callable[_Arguments, _Result] = self._wait

    @property
    def is_warm(self) -> bool:
        """Whether the node is called so often that compiled code pays."""
        return self._calls > self.warm_after

    @abstractmethod
    def walk(self, *arguments: _Arguments.args, **keywords: _Arguments.kwargs) -> _Result:
        """Returns the result without generated code."""

    @abstractmethod
    def compile(self) -> Callable[_Arguments, _Result]:
        """Returns compiled code with the results of `walk`, or with results where `walk` has none."""

    def _wait(self, *arguments: _Arguments.args, **keywords: _Arguments.kwargs) -> _Result:
        self._calls += 1
        if not self.is_warm:
            return self.walk(*arguments, **keywords)
        self.run = self.compile() if self.allowance.take() else self.walk
        return self.run(*arguments, **keywords)
