"""One round of mutating policies for a write: first selects the policies, then passes the object through them.

Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go Dispatch, mutating/dispatcher.go
dispatchInvocations (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.admission.policies.evaluation import EvaluationError, OutOfBudgetError
from kapivara.admission.policies.facts import Facts, Versioned
from kapivara.admission.policies.invocations import Misconfiguration, invocations_of
from kapivara.admission.reinvocation import reinvocation_of
from kapivara.cel.budget import JsonBudget
from kapivara.meta import GroupVersionResource
from kapivara.values import JsonObject, copy_json, deep_equal
from kapivara.values.record import record, replace
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.admission.plugin import Attributes
    from kapivara.admission.policies.bound_policies import Bound
    from kapivara.admission.policies.mutating_policy import MutatingPolicy
    from kapivara.admission.policies.policy import Binding
    from kapivara.apis.machinery.kinds.kind import Kind


@record(eq=False)
class _Invocation:
    """The invocation of a policy with one parameter."""

    policy: MutatingPolicy
    binding: Binding
    parameter: JsonObject | None
    kind: Kind

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the invocation."""
        metadata = {} if self.parameter is None else self.parameter["metadata"]
        parameter = f"{metadata.get('namespace', '')}/{metadata.get('name', '')}"
        return self.policy.name, self.binding.name, parameter


class MutatingRound:
    """One round for one write."""

    def __init__(self, write: Attributes):
        self._write = write
        self._facts = Facts(write)
        self._rounds = reinvocation_of(write.rounds)
        self._made = self._rounds.made or JsonBudget(write.deadline)
        self._rounds.made = self._made
        self._failures: list[tuple[str, str]] = []
        self._versioned: dict[GroupVersionResource, Versioned] = {}
        self._changed: Versioned | None = None

    def run(self, bound: Iterable[Bound[MutatingPolicy]]) -> list[tuple[str, str]]:
        """Applies the policies to the object; returns their errors with the reasons of responses. Raises ApiError."""
        invocations = [each for policy in bound for each in self._invocations(policy)]
        again = self._rounds
        if invocations:
            if again.is_second and not deep_equal(again.last, self._write.obj):
                again.require()
            for invocation in invocations:
                self._invoke(invocation)
            if self._changed is not None:
                again.require()  # kept: even for changes of the policy itself
                self._take_over(self._changed)
            again.last = copy_json(self._write.obj)
        return self._failures

    def _fail(self, policy: MutatingPolicy, binding: Binding | None, problem: str, reason: str = "Forbidden") -> None:
        if policy.fails:
            by = f"policy {quote(policy.name)}"
            if binding is not None:
                by = f"policy '{policy.name}' with binding '{binding.name}'"
            self._failures.append((f"{by} denied request: {problem}", reason))

    def _invocations(self, bound: Bound[MutatingPolicy]) -> Iterable[_Invocation]:
        for found in invocations_of(bound, self._facts):
            if isinstance(found, Misconfiguration):
                self._fail(bound.policy, found.binding, found.problem)
            else:
                parameter = _untyped(found.parameter, found.parameter_kind)
                yield _Invocation(bound.policy, found.binding, parameter, found.kind)

    def _invoke(self, invocation: _Invocation) -> None:
        policy, again = invocation.policy, self._rounds
        versioned = self._versioned.get(invocation.kind.gvr) or self._facts.at(invocation.kind)
        try:
            if not policy.is_met(self._facts, versioned, invocation.parameter):
                return
        except (EvaluationError, OutOfBudgetError) as error:
            self._fail(policy, invocation.binding, str(error), "Invalid")
            return
        if again.skips(invocation.key):
            return
        if versioned.obj is not None:
            self._change(invocation, versioned)
        if policy.is_asked_again:
            again.note(invocation.key)

    def _change(self, invocation: _Invocation, versioned: Versioned) -> None:
        policy, again = invocation.policy, self._rounds
        if self._is_another_type(invocation.kind):
            self._fail(policy, invocation.binding, self._unknown_conversion(invocation.kind), "Invalid")
            return
        shown = invocation.kind.subresources[self._write.subresource].shown_kind
        obj, failures = policy.change(self._facts, versioned, invocation.parameter, shown, self._made)
        for failure in failures:
            self._fail(policy, invocation.binding, failure, "Invalid")
        if obj is versioned.obj or deep_equal(obj, versioned.obj):
            return
        self._changed = self._versioned[invocation.kind.gvr] = replace(versioned, obj=obj)
        again.require()
        again.is_wanted = True

    def _is_another_type(self, kind: Kind) -> bool:
        """Returns True if the matching version has another Go type in the server."""
        return not kind.api.custom and kind.gvr != self._facts.resource

    def _unknown_conversion(self, kind: Kind) -> str:
        """Kept: returns the error for a change at another version, for which the server registers no conversion."""
        sent = self._facts.kind
        return f"converting ({kind.gvk.version}.{kind.gvk.kind}) to ({sent.version}.{sent.kind}): unknown conversion"

    def _take_over(self, changed: Versioned) -> None:
        """Replaces the object by the policies' result."""
        write, made = self._write, cast("JsonObject", changed.obj)
        obj = cast("JsonObject", write.obj)
        if changed.kind.group_version != self._facts.kind.group_version:
            made = {**made, "apiVersion": self._facts.kind.api_version}
        if not self._facts.sends_shown:
            made = self._facts.subresource.put(made, cast("JsonObject", write.old))
        obj.clear()
        obj.update(made)


def _untyped(parameter: JsonObject | None, kind: Kind | None) -> JsonObject | None:
    """Returns a parameter in the form for mutating policies; kept: those of built-in kinds have no type fields."""
    if parameter is None or kind is None or kind.api.custom:
        return parameter
    return {name: value for name, value in parameter.items() if name not in ("apiVersion", "kind")}
