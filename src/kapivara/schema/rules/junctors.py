"""allOf, anyOf, oneOf and not.

Upstream: kube-openapi pkg/validation/validate/schema_props.go. Where no branch of anyOf or oneOf holds, the
failures of the branch with most matching checks are told beside the junctor's own.
"""

from __future__ import annotations

from typing import Any

from kapivara.compiler.plan import Branches, RuleCall
from kapivara.compiler.validator import Validator
from kapivara.schema.rules.report import Report, Tally
from kapivara.values.rendering import quote


def junctor_rules(branches: Branches) -> list[RuleCall]:
    """The one call that explains a node's junctors; present for every node, since it counts."""
    return [RuleCall((), None, explain_junctors, (branches,))]


def explain_junctors(report: Report, path: str, value: Any, branches: Branches) -> None:
    """Tells which junctors do not hold, in the order anyOf, oneOf, allOf, not."""
    if branches.any_of:
        _explain_any_of(report, path, value, branches.any_of)
    if branches.one_of:
        _explain_one_of(report, path, value, branches.one_of)
    if branches.all_of:
        _explain_all_of(report, path, value, branches.all_of)
    if branches.not_ is not None and not _count(report, path, value, branches.not_).errors:
        report.unplaced(f"{quote(path)} must not validate the schema (not)")
    report.matched += 2


def _judge(report: Report, path: str, value: Any, branch: Validator) -> Report:
    verdict = report.branch()
    branch.explain(verdict, path, value)
    return verdict


def _count(report: Report, path: str, value: Any, branch: Validator) -> Tally:
    verdict = report.tally()
    branch.explain(verdict, path, value)
    return verdict


def _explain_any_of(report: Report, path: str, value: Any, branches: tuple[Validator, ...]) -> None:
    verdicts = []
    for branch in branches:
        verdict = _count(report, path, value, branch)
        if not verdict.errors:
            report.merge(verdict)
            return
        verdicts.append(verdict)
    report.unplaced(f"{quote(path)} must validate at least one schema (anyOf)")
    _explain_best(report, path, value, branches, verdicts)


def _explain_one_of(report: Report, path: str, value: Any, branches: tuple[Validator, ...]) -> None:
    verdicts = [_count(report, path, value, branch) for branch in branches]
    held = [verdict for verdict in verdicts if not verdict.errors]
    if len(held) == 1:
        report.merge(held[0])
        return
    found = f"Found {len(held)} valid alternatives" if held else "Found none valid"
    report.unplaced(f"{quote(path)} must validate one and only one schema (oneOf). {found}")
    if not held:
        _explain_best(report, path, value, branches, verdicts)


def _explain_best(
    report: Report, path: str, value: Any, branches: tuple[Validator, ...], verdicts: list[Tally]
) -> None:
    """Tells the failures of the first branch with most matching checks; the others are never worded."""
    best = max(range(len(branches)), key=lambda index: verdicts[index].matched)
    report.merge(verdicts[best] if type(report) is Tally else _judge(report, path, value, branches[best]))


def _explain_all_of(report: Report, path: str, value: Any, branches: tuple[Validator, ...]) -> None:
    held = 0
    for branch in branches:
        verdict = _judge(report, path, value, branch)
        held += not verdict.errors
        report.merge(verdict)
    if held != len(branches):
        none = "" if held else ". None validated"
        report.unplaced(f"{quote(path)} must validate all the schemas (allOf){none}")
