"""The names of parameters that the paths of the v2 document share.

The real server makes these names from a hash of the whole parameter, including its description. Documents with other
descriptions use the same names here, so that the two can be compared. Upstream: kube-openapi/pkg/builder/parameters.go
collectSharedParameters (1.37).
"""

from __future__ import annotations

from kapivara.registry.openapi.model import Model
from kapivara.registry.openapi.operation import Parameter

_NAMES = """
allowWatchBookmarks-HC2hJt-J continue-QfD61s0i fieldManager-Qy4HdaTW fieldSelector-xIcQKXFG force-tOGGb0Yi
gracePeriodSeconds--K5HaBOS ignoreStoreReadErrorWithClusterBreakingPotential-QbNkfIqj labelSelector-5Zw57w4C
limit-1NfNmdNH namespace-vgWSWtn3 orphanDependents-uRB25kX5 path-z6Ciiujn pretty-tJGM1-ng propagationPolicy-6jk3prlO
resourceVersion-5WAnf1kx resourceVersionMatch-t8XhRHeC sendInitialEvents-rLXlEK_k shardSelector-Kgyki_3_
timeoutSeconds-yvYezaOC watch-XNNPZGbK
PatchOptions.fieldManager-7c6nTn1T DeleteOptions.body-2Y1dVQaQ Patch.body-78PwaGsr
NodeProxyOptions.path-rFDtV0x9 PodProxyOptions.path-oPbzgLUj ServiceProxyOptions.path-QCf0eosM
PodAttachOptions.container-_Q-EJ3nR PodAttachOptions.stderr-26jJhFUR PodAttachOptions.stdin-sEFnN3IS
PodAttachOptions.stdout-005YMKE6 PodAttachOptions.tty-g7MlET_l
PodExecOptions.command-Py3eQybp PodExecOptions.container-i5dOmRiM PodExecOptions.stderr-W_1TNlWc
PodExecOptions.stdin-PSzNhyUC PodExecOptions.stdout--EZLRwV1 PodExecOptions.tty-s0flW37O
PodLogOptions.container-1GeXxFDC PodLogOptions.follow-9OIXh_2R PodLogOptions.insecureSkipTLSVerifyBackend-gM00jVbe
PodLogOptions.limitBytes-zwd1RXuc PodLogOptions.previous-1jxDPu3y PodLogOptions.sinceSeconds-vE2NLdnP
PodLogOptions.stream-l-48cgXv PodLogOptions.tailLines-9xQLWHMV PodLogOptions.timestamps-c17fW1w_
PodPortForwardOptions.ports-91KROJmm
"""
"""The names; a name that several types have includes the type."""

_ENDINGS = {name: ending for each in _NAMES.split() for name, _, ending in [each.partition("-")]}


def shared_name(parameter: Parameter) -> str:
    """Returns the name of a shared parameter; empty for a parameter that each path repeats."""
    return _shared(parameter.name, f"{parameter.owner}.{parameter.name}")


def shared_body_name(model: Model) -> str:
    """Returns the name of a shared body; empty for a body that each path repeats."""
    return _shared("body", f"{model.name.rpartition('.')[2]}.body")


def _shared(name: str, full_name: str) -> str:
    ending = _ENDINGS.get(full_name) or _ENDINGS.get(name)
    return f"{name}-{ending}" if ending else ""
