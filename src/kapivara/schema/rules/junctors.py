"""Rules of allOf, anyOf, oneOf and not.

If no branch of anyOf or oneOf holds, the errors of the branch with the most matching checks follow the junctor's own.
Upstream: kube-openapi pkg/validation/validate/schema_props.go.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from kapivara.compiler.plan import NO_BRANCHES, Branches, RuleCall, ValuePlan
from kapivara.compiler.validator import Validator
from kapivara.schema.rules.report import FullError, Report, Tally
from kapivara.values.rendering import quote
from kapivara.values.request_budget import count_steps

_SCALARS = frozenset((int, str, bool))


def junctor_rules(branches: Branches) -> list[RuleCall]:
    """Returns the call that explains a node's junctors; always present, since it counts."""
    return [_NO_RULE if branches is NO_BRANCHES else RuleCall((), None, explain_junctors, (branches,))]


def explain_junctors(report: Report, path: str, value: Any, branches: Branches) -> None:
    """Reports the junctors that do not hold, in the order anyOf, oneOf, allOf, not."""
    if branches.any_of:
        _explain_any_of(report, path, value, branches.any_of)
    if branches.one_of:
        _explain_one_of(report, path, value, branches.one_of)
    if branches.all_of:
        _explain_all_of(report, path, value, branches.all_of)
    if branches.not_ is not None and _count(report, path, value, branches.not_)[0]:
        report.unplaced(f"{quote(path)} must not validate the schema (not)")
    report.matched += 2


_NO_RULE = RuleCall((), None, explain_junctors, (NO_BRANCHES,))
"""Shared by nodes without junctors."""


def _judge(report: Report, path: str, value: Any, branch: Validator) -> Report:
    count_steps(1)
    verdict = report.branch()
    with suppress(FullError):  # the report records it
        branch.explain(verdict, path, value)
    return verdict


def _count(report: Report, path: str, value: Any, branch: Validator) -> tuple[bool, int]:
    """Returns whether a branch holds, and the number of its matching checks; creates no errors.

    Without nested schemas, the count depends only on the value's type, so that the fast check is enough.
    """
    count_steps(1)
    kind = type(value)
    known = branch.plan.counts.get(kind)
    if known is not None:
        return branch.run(value) is True, known
    verdict = report.tally()
    branch.explain(verdict, path, value)
    if _counts_by_type(branch.plan, kind):
        branch.plan.counts[kind] = verdict.matched
    return not verdict.errors, verdict.matched


def _counts_by_type(plan: ValuePlan, kind: type) -> bool:
    """Returns True if the count of checks depends only on a value's type. Floats excluded, since whole ones differ."""
    if plan.branches is not NO_BRANCHES:
        return False
    if kind is dict:
        return plan.members is None or not (plan.members.properties or plan.members.additional)
    return plan.items is None if kind is list else kind in _SCALARS


def _explain_any_of(report: Report, path: str, value: Any, branches: tuple[Validator, ...]) -> None:
    counts = []
    for branch in branches:
        holds, count = _count(report, path, value, branch)
        if holds:
            report.matched += count
            return
        counts.append(count)
    report.unplaced(f"{quote(path)} must validate at least one schema (anyOf)")
    _explain_best(report, path, value, branches, counts)


def _explain_one_of(report: Report, path: str, value: Any, branches: tuple[Validator, ...]) -> None:
    verdicts = [_count(report, path, value, branch) for branch in branches]
    held = [count for holds, count in verdicts if holds]
    if len(held) == 1:
        report.matched += held[0]
        return
    found = f"Found {len(held)} valid alternatives" if held else "Found none valid"
    report.unplaced(f"{quote(path)} must validate one and only one schema (oneOf). {found}")
    if not held:
        _explain_best(report, path, value, branches, [count for _, count in verdicts])


def _explain_best(report: Report, path: str, value: Any, branches: tuple[Validator, ...], counts: list[int]) -> None:
    """Reports the errors of the first branch with the most matching checks; others are not reported."""
    most = max(counts)
    if type(report) is Tally:
        report.matched += most  # the failure itself is known
    else:
        report.merge(_judge(report, path, value, branches[counts.index(most)]))


def _explain_all_of(report: Report, path: str, value: Any, branches: tuple[Validator, ...]) -> None:
    held = 0
    for branch in branches:
        if type(report) is Tally:
            holds, count = _count(report, path, value, branch)
            report.count(count, holds=holds)
        else:
            verdict = _judge(report, path, value, branch)
            holds = not verdict.errors
            report.merge(verdict)
        held += holds
    if held != len(branches):
        none = "" if held else ". None validated"
        report.unplaced(f"{quote(path)} must validate all the schemas (allOf){none}")
