"""Asking plugins a second time, where a policy has changed an object: what the first round leaves for the second.

Upstream: apiserver/pkg/admission/reinvocation.go, plugin/policy/mutating/reinvocationcontext.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from kapivara.cel.budget import JsonBudget

Invocation: TypeAlias = tuple[str, str, str]
"""A policy, a binding and a parameter, by their names."""


class Reinvocation:
    """What is known of the rounds of one write. Lives for that write only."""

    __slots__ = ("_again", "_asked", "is_second", "is_wanted", "last", "made")

    def __init__(self) -> None:
        self.is_second = False
        self.is_wanted = False
        """Whether an object was changed, so that all plugins are asked once more."""
        self.last: Any = None
        """The object as policies left it."""
        self.made: JsonBudget | None = None
        """What pays for the JSON that policies make, in both rounds."""
        self._asked: set[Invocation] = set()
        self._again: set[Invocation] = set()

    def note(self, invocation: Invocation) -> None:
        """Takes note of a policy that wants to be asked again where others change the object after it."""
        self._asked.add(invocation)

    def require(self) -> None:
        """Has those that were noted asked again."""
        self._again |= self._asked
        self._asked.clear()

    def skips(self, invocation: Invocation) -> bool:
        """Tells whether a policy is passed over: in the second round all are that need not be asked again."""
        return self.is_second and invocation not in self._again


def reinvocation_of(rounds: list[Reinvocation] | None) -> Reinvocation:
    """Returns what is known of the rounds of a write, which begins with the first plugin that asks for it."""
    if rounds is None:
        return Reinvocation()
    if not rounds:
        rounds.append(Reinvocation())
    return rounds[0]
