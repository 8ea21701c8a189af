"""Nodes of a schema that are compiled when that pays: one class for all functions that are made of a schema.

Whether a value is ok, what is wrong with it, which defaults it lacks and whether its rules hold: each is a function per
node. Most nodes see few values, so that a function waits for its first ones; and a schema may have a million nodes, so
that what is compiled of one is bounded (`CodeAllowance`).
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

    Until then, and for good where the allowance is spent, `walk` answers, which needs no code of the node's own. Code
    that goes on to other nodes binds them and calls `node.run(…)`: so it sees what `run` has become.
    """

    __slots__ = ("_calls", "allowance", "run")

    warm_after = 0
    """How many calls a node is walked for before it is compiled."""

    def __init__(self, allowance: CodeAllowance):
        self.allowance = allowance
        self._calls = 0
        self.run: Callable[_Arguments, _Result] = self._wait

    @property
    def is_warm(self) -> bool:
        """Whether the node is asked so often that compiled code pays."""
        return self._calls > self.warm_after

    @abstractmethod
    def walk(self, *arguments: _Arguments.args, **keywords: _Arguments.kwargs) -> _Result:
        """Answers without code of the node's own."""

    @abstractmethod
    def compile(self) -> Callable[_Arguments, _Result]:
        """Returns compiled code that answers as `walk` does, or better where that is unsure."""

    def _wait(self, *arguments: _Arguments.args, **keywords: _Arguments.kwargs) -> _Result:
        self._calls += 1
        if not self.is_warm:
            return self.walk(*arguments, **keywords)
        self.run = self.compile() if self.allowance.take() else self.walk
        return self.run(*arguments, **keywords)
