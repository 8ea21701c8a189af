"""Validation rules of PriorityLevelConfiguration: type, shares and queuing.

Upstream: pkg/apis/flowcontrol/validation/validation.go ValidatePriorityLevelConfigurationSpec,
ValidateLimitedPriorityLevelConfiguration; apiserver/pkg/util/shufflesharding RequiredEntropyBits (1.37).
"""

from __future__ import annotations

from math import ceil, log2
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.numbers import validate_in_range
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.flowcontrol.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_MOST_QUEUES: Final = 10_000_000
_MOST_BITS: Final = 60


def validate_priority_level(spec: v1.PriorityLevelConfigurationSpec, name: str) -> ErrorList:
    """Requires the type Exempt exactly for the level of that name, and the fields of the type."""
    kind, exempt, limited = spec["type"], spec.get("exempt"), spec.get("limited")
    errors: ErrorList = []
    if (name == "exempt") != (kind == "Exempt"):
        detail = "must be 'Exempt' if and only if `name` is 'exempt'"
        errors.append(invalid(_SPEC.child("type"), NamedString(kind), detail))
    if kind == "Exempt":
        if limited is not None:
            refused = forbidden(_SPEC.child("limited"), "must be nil if the type is not Limited")
            errors.append(refused.marked(covered_by_declarative=True))
        return errors if exempt is None else errors + _validate_exempt(exempt, _SPEC.child("exempt"))
    if kind != "Limited":
        path = _SPEC.child("type")
        unknown = not_supported(path, NamedString(kind), ("Exempt", "Limited"))
        return [*errors, unknown if kind else required(path).marked(covered_by_declarative=True)]
    if exempt is not None:
        refused = forbidden(_SPEC.child("exempt"), "must be nil if the type is Limited")
        errors.append(refused.marked(covered_by_declarative=True))
    if limited is None:
        missing = required(_SPEC.child("limited"), "must not be empty when type is Limited")
        return [*errors, missing.marked(covered_by_declarative=True)]
    return errors + _validate_limited(limited, _SPEC.child("limited"))


def _validate_exempt(exempt: v1.ExemptPriorityLevelConfiguration, path: FieldPath) -> ErrorList:
    return [
        *_validate_count(exempt.get("nominalConcurrencyShares"), path.child("nominalConcurrencyShares")),
        *_validate_percent(exempt.get("lendablePercent"), path.child("lendablePercent")),
    ]


def _validate_count(count: int | None, path: FieldPath, detail: str = "must be a non-negative integer") -> ErrorList:
    return [] if count is None or count >= 0 else [invalid(path, count, detail)]


def _validate_percent(percent: int | None, path: FieldPath) -> ErrorList:
    return [] if percent is None else validate_in_range(percent, path, 0, 100)


def _validate_limited(limited: v1.LimitedPriorityLevelConfiguration, path: FieldPath) -> ErrorList:
    limit, optional = limited.get("borrowingLimitPercent"), "if specified, must be a non-negative integer"
    return [
        *_validate_count(limited.get("nominalConcurrencyShares"), path.child("nominalConcurrencyShares")),
        *_validate_response(limited["limitResponse"], path.child("limitResponse")),
        *_validate_percent(limited.get("lendablePercent"), path.child("lendablePercent")),
        *_validate_count(limit, path.child("borrowingLimitPercent"), optional),
    ]


def _validate_response(response: v1.LimitResponse, path: FieldPath) -> ErrorList:
    kind, queuing, place = response["type"], response.get("queuing"), path.child("queuing")
    if kind == "Reject":
        refused = forbidden(place, "must be nil if limited.limitResponse.type is not Limited")
        return [] if queuing is None else [refused.marked(covered_by_declarative=True)]
    if kind == "Queue":
        missing = required(place, "must not be empty if limited.limitResponse.type is Limited")
        return [missing.marked(covered_by_declarative=True)] if queuing is None else _validate_queuing(queuing, place)
    if not kind:
        return [required(path.child("type")).marked(covered_by_declarative=True)]
    return [not_supported(path.child("type"), NamedString(kind), ("Queue", "Reject"))]


def _validate_queuing(queuing: v1.QueuingConfiguration, path: FieldPath) -> ErrorList:
    queues, hand, length = queuing["queues"], queuing["handSize"], queuing["queueLengthLimit"]
    errors: ErrorList = []
    if length <= 0:
        errors.append(invalid(path.child("queueLengthLimit"), length, "must be positive"))
    if queues <= 0:
        errors.append(invalid(path.child("queues"), queues, "must be positive"))
    elif queues > _MOST_QUEUES:
        errors.append(invalid(path.child("queues"), queues, f"must not be greater than {_MOST_QUEUES}"))
    place = path.child("handSize")
    if hand <= 0:
        errors.append(invalid(place, hand, "must be positive"))
    elif hand > queues:
        errors.append(invalid(place, hand, f"should not be greater than queues ({queues})"))
    elif _entropy_bits(queues, hand) > _MOST_BITS:
        sizes = f"deckSize {queues} and handSize {hand}"
        errors.append(invalid(place, hand, f"required entropy bits of {sizes} should not be greater than {_MOST_BITS}"))
    return errors


def _entropy_bits(deck: int, hand: int) -> int:
    return ceil(log2(deck) * hand)
