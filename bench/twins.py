"""twins: counts differences of hand-written and declarative rules in 100,000 pairs of a create and an update per kind.

ReplicationController, Scale, CertificateSigningRequest, and HorizontalPodAutoscaler in both of its versions have a
hand-written twin of every declarative rule that is not declarative only. The examples are objects that a real server
accepted, so the recordings are needed. No difference is allowed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache

from bench.harness import Benchmark, Pair, UnavailableError
from conformance.recordings import parse_lines, read_text
from kapivara.testing import compare_twins
from kapivara.values import JsonObject

PAIRS = 100_000
TWINS = (
    ("native_core", "v1", "ReplicationController", ("", "status")),
    ("native_core", "v1", "ReplicationController", ("scale",)),
    ("native_apps", "autoscaling/v1", "HorizontalPodAutoscaler", ("", "status")),
    ("native_apps", "autoscaling/v2", "HorizontalPodAutoscaler", ("", "status")),
    ("native_cluster", "certificates.k8s.io/v1", "CertificateSigningRequest", ("", "approval", "status")),
)
_MOST_EXAMPLES = 40
_OF_SERVERS = ("resourceVersion", "uid", "namespace")


def examples_of(recording: str, api_version: str, kind: str) -> list[JsonObject]:
    """Returns objects of a kind that the real server accepted; raises UnavailableError if none are recorded."""
    text = read_text(recording)
    found = list(_accepted(text, api_version, kind)) if text else []
    if not found:
        raise UnavailableError(f"no {kind} among the recordings")
    return found[:_MOST_EXAMPLES]


def _accepted(text: str, api_version: str, kind: str) -> Iterator[JsonObject]:
    for scenario in parse_lines(text):
        for step in scenario["steps"]:
            body = step.get("body")
            sent = step.get("method") in ("POST", "PUT") and isinstance(body, dict)
            if not sent or (body.get("apiVersion"), body.get("kind")) != (api_version, kind):
                continue
            if step["expect"]["code"] in (200, 201):
                metadata = {key: each for key, each in body["metadata"].items() if key not in _OF_SERVERS}
                yield {**body, "metadata": metadata}


@cache
def differences() -> int:
    """Compares all twins; prints the differences to standard error."""
    total = 0
    for recording, api_version, kind, subresources in TWINS:
        examples = examples_of(recording, api_version, kind)
        run = compare_twins(api_version, kind, examples, pairs=PAIRS, subresources=subresources)
        total += run.count
        for each in run.differences:
            print(f"{kind}: {each.text}", file=sys.stderr)
    return total


def prepare() -> Pair:
    """Counts differences; the reference is one."""
    return Pair(lambda _: float(differences()), lambda _: 1.0, rounds=1, seconds=0)


BENCHMARK = Benchmark("twins", 0, prepare)
