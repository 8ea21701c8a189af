"""Functions that fill in the defaults of flowcontrol.apiserver.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/flowcontrol/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.flowcontrol.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_PRECEDENCE: Final = 1000
_SHARES: Final = 30
_QUEUES, _HAND_SIZE, _QUEUE_LENGTH = 64, 8, 50


def fill_schema(spec: v1.FlowSchemaSpec) -> None:
    """Sets the matching precedence."""
    spec["matchingPrecedence"] = spec["matchingPrecedence"] or _PRECEDENCE


def fill_exempt(level: v1.ExemptPriorityLevelConfiguration) -> None:
    """Sets no shares, and a lendable percentage of zero."""
    level.setdefault("nominalConcurrencyShares", 0)
    level.setdefault("lendablePercent", 0)


def fill_limited(level: v1.LimitedPriorityLevelConfiguration) -> None:
    """Sets the shares, and a lendable percentage of zero."""
    if level["nominalConcurrencyShares"] is None:
        level["nominalConcurrencyShares"] = _SHARES
    level.setdefault("lendablePercent", 0)


def fill_queuing(queuing: v1.QueuingConfiguration) -> None:
    """Sets the number and the length of queues, and the hand size."""
    queuing["handSize"] = queuing["handSize"] or _HAND_SIZE
    queuing["queues"] = queuing["queues"] or _QUEUES
    queuing["queueLengthLimit"] = queuing["queueLengthLimit"] or _QUEUE_LENGTH


FILL: Final[Mapping[str, Fill]] = {
    "ExemptPriorityLevelConfiguration": fill_exempt,
    "FlowSchemaSpec": fill_schema,
    "LimitedPriorityLevelConfiguration": fill_limited,
    "QueuingConfiguration": fill_queuing,
}
