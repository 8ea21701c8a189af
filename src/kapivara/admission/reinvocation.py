"""The reinvocation of plugins after a policy changed an object: the state between the two rounds.

Upstream: apiserver/pkg/admission/reinvocation.go, plugin/policy/mutating/reinvocationcontext.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from kapivara.cel.budget import JsonBudget

Invocation: TypeAlias = tuple[str, str, str]
"""The names of a policy, a binding and a parameter."""


class Reinvocation:
    """The state of the rounds of one write; lives as long as the write."""

    __slots__ = ("_again", "_asked", "is_second", "is_wanted", "last", "made")

    def __init__(self) -> None:
        self.is_second = False
        self.is_wanted = False
        """Whether an object was changed, so that all plugins run again."""
        self.last: Any = None
        """The object after the policies."""
        self.made: JsonBudget | None = None
        """The budget for the JSON that policies create, in both rounds."""
        self._asked: set[Invocation] = set()
        self._again: set[Invocation] = set()

    def note(self, invocation: Invocation) -> None:
        """Records a policy that must run again if later policies change the object."""
        self._asked.add(invocation)

    def require(self) -> None:
        """Schedules the recorded policies for the second round."""
        self._again |= self._asked
        self._asked.clear()

    def skips(self, invocation: Invocation) -> bool:
        """Returns True if a policy is skipped: in the second round, unless it is scheduled."""
        return self.is_second and invocation not in self._again


def reinvocation_of(rounds: list[Reinvocation] | None) -> Reinvocation:
    """Returns the state of a write's rounds, created on first use."""
    if rounds is None:
        return Reinvocation()
    if not rounds:
        rounds.append(Reinvocation())
    return rounds[0]
