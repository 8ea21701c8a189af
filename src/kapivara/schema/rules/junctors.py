"""allOf, anyOf, oneOf and not.

Upstream: kube-openapi pkg/validation/validate/schema_props.go. Where no branch of anyOf or oneOf holds, the
failures of the branch with most matching checks are told beside the junctor's own.
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
    """The one call that explains a node's junctors; present for every node, since it counts."""
    return [_NO_RULE if branches is NO_BRANCHES else RuleCall((), None, explain_junctors, (branches,))]


def explain_junctors(report: Report, path: str, value: Any, branches: Branches) -> None:
    """Tells which junctors do not hold, in the order anyOf, oneOf, allOf, not."""
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
"""What nodes without junctors share."""


def _judge(report: Report, path: str, value: Any, branch: Validator) -> Report:
    count_steps(1)
    verdict = report.branch()
    with suppress(FullError):  # which the report itself then says, too
        branch.explain(verdict, path, value)
    return verdict


def _count(report: Report, path: str, value: Any, branch: Validator) -> tuple[bool, int]:
    """Returns whether a branch holds, and how many of its checks count; words no failure.

    Where no other schema stands below, always the same checks count of a type: the quick check is then enough.
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
    """Tells whether of all values of a type the same checks count. Floats: whether one is whole is for it to say."""
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
    """Tells the failures of the first branch with most matching checks; the others are never worded."""
    most = max(counts)
    if type(report) is Tally:
        report.matched += most  # that it failed is known already
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
